//! What the pages share.
//!
//! | module | what |
//! |---|---|
//! | [`match_`] | the match at hand, as reactive fields, and what one can do in it |

pub mod match_;
