//! Parts that pages and games are made of. Their looks are in `styles/components.css` and `styles/app.css`.
//!
//! | module | what |
//! |---|---|
//! | [`bar`] | the bar at the top of every page |
//! | [`card`] | playing cards |
//! | [`clock`] | a ring that empties, with the time in it |
//! | [`copy`] | puts a link on the clipboard and says so |
//! | [`dialog`] | a native dialog, opened and closed by a signal |
//! | [`emblem`] | the picture of a game |
//! | [`icon`] | icons and the small marks of the games |
//! | [`link`] | the connection as a dot that is also a word |
//! | [`live`] | what a screen reader is told |
//! | [`seats`] | seats as little chairs, taken ones filled |
//! | [`segments`] | one of a few, as radio buttons side by side |
//! | [`settings`] | theme, motion and cards, to be chosen |
//! | [`sheet`] | the style sheets of the games, fetched once they are needed |
//! | [`sprite`] | drawings that are put into the document once a page needs them |
//! | [`title`] | the title of the document, and the focus after a change of page |
//! | [`toast`] | the notice at the bottom |
//! | [`update`] | the notice of a new version |
//! | [`words`] | numbers in sentences and tables |

pub mod bar;
pub mod card;
pub mod clock;
pub mod copy;
pub mod dialog;
pub mod emblem;
pub mod icon;
pub mod link;
pub mod live;
pub mod seats;
pub mod segments;
pub mod settings;
pub mod sheet;
pub mod sprite;
pub mod title;
pub mod toast;
pub mod update;
pub mod words;
