//! Practice: a match in this browser alone, against players of the house, with the rules and bots the server has.
//!
//! | module | what it holds |
//! |---|---|
//! | [`wish`] | what is asked for: in an address, or on the sheet of a game |
//! | [`paper`] | a match on paper: laid out, kept, folded again |
//! | [`room`] | the judge of such a match, and its bots |
//! | [`statistics`] | what came of all such matches |
//! | [`table`] | the room at work: timers, storage, and the fields that pages show |
//!
//! All but the last know no browser and are tested natively. The pages of the games don't know whether a server or a
//! room here is behind the fields they show.

pub mod paper;
pub mod room;
pub mod statistics;
pub mod table;
pub mod wish;

use shared::accordion::{self, Accordion};
use shared::game::Game;
use shared::nuggets::Nuggets;
use shared::onecard::OneCard;
use shared::sea_battle::SeaBattle;
use shared::seed::Seed;

use crate::net::session::Client;

/// A game that can be practised.
pub trait Practised: Client {
    /// Whether some of its players think about several actions at once: what they have in mind is found again when a
    /// match is taken up.
    const PLANS: bool = false;

    /// The options of just the same match once more; `None` where no option says what chance has dealt.
    fn same_again(_options: &<Self as Game>::Options) -> Option<<Self as Game>::Options> {
        None
    }

    /// The options of a match of practice: what is allowed there only, and what has to be known from the start.
    fn practice(options: <Self as Game>::Options, _seed: &Seed) -> <Self as Game>::Options {
        options
    }
}

impl Practised for SeaBattle {}

impl Practised for Nuggets {}

impl Practised for OneCard {}

impl Practised for Accordion {
    const PLANS: bool = true;

    fn same_again(options: &accordion::Options) -> Option<accordion::Options> {
        options.deal.is_some().then(|| options.clone())
    }

    /// The deal is told from the start, so that it can be passed on.
    fn practice(options: accordion::Options, seed: &Seed) -> accordion::Options {
        let deal = Some(accordion::deck::deal_number(&options, seed));
        accordion::Options { deal, practice: true, ..options }
    }
}
