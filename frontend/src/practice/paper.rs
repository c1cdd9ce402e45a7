//! A match of practice on paper: all that has to be kept to go on with it after a reload, and to show its replay.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::api::NewMatch;
use shared::catalogue::{GameFacts, GameId};
use shared::game::{Entry, Game, Level, Outcome};
use shared::record::Line;
use shared::seed::Seed;

use crate::browser::storage::{self, Keep};
use crate::practice::room::HUMAN;
use crate::practice::{Practised, wish};

/// A longer text is not kept: browsers have about five million characters for all pages of a site. A match with the most
/// entries there can be ([`MOST`](crate::practice::room::MOST)) is shorter.
pub const LONGEST: usize = 3_000_000;

/// A match of practice on paper.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Paper<G: Game> {
    /// What was asked for.
    pub wish: NewMatch,
    /// The name of the person in seat 0.
    pub name: String,
    /// The players of the house in the seats after it.
    pub bots: Vec<Level>,
    /// What the rules were set up with.
    pub options: G::Options,
    /// All its chance.
    pub seed: Seed,
    /// When it was laid out, in milliseconds since 1970.
    pub made_at: u64,
    /// Everything that was accepted, in order.
    pub entries: Vec<Line<G::Action>>,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

/// Lays a match out. `game` is what there is to choose.
///
/// # Errors
/// With a sentence about what can't be.
pub fn lay<G: Practised>(
    game: &GameFacts,
    mut wish: NewMatch,
    name: String,
    seed: Seed,
    made_at: u64,
) -> Result<Paper<G>, String> {
    let mut options = wish.options.clone();
    wish::without_clocks(game, &mut options);
    let options: G::Options =
        serde_json::from_value(options).map_err(|error| format!("The options can’t be read: {error}."))?;
    let bots: Vec<Level> = wish.bots.iter().filter_map(|level| level.parse().ok()).collect();
    let options = G::practice(G::seated(options, bots.len()), &seed);
    G::new(&options, &seed).map_err(|error| format!("{error}."))?;
    let seats = G::seats(&options);
    let sitting = bots.len() + 1;
    if bots.len() != wish.bots.len() || bots.iter().any(|level| !G::LEVELS.contains(level)) {
        return Err("There is no such player of the house.".to_owned());
    }
    if sitting < usize::from(seats.least) || sitting > usize::from(seats.most) {
        return Err(format!("{sitting} can’t play: there are seats for {} to {}.", seats.least, seats.most));
    }
    settle::<G>(game, &mut wish, &options);
    Ok(Paper { wish, name, bots, options, seed, made_at, entries: Vec::new(), outcome: None })
}

impl<G: Practised> Paper<G> {
    /// Another match like this one, set up with `options`.
    #[must_use]
    pub fn again(&self, game: &GameFacts, options: G::Options, seed: Seed, made_at: u64) -> Self {
        let options = G::practice(options, &seed);
        let mut wish = self.wish.clone();
        settle::<G>(game, &mut wish, &options);
        let (name, bots) = (self.name.clone(), self.bots.clone());
        Self { wish, name, bots, options, seed, made_at, entries: Vec::new(), outcome: None }
    }
}

impl<G: Game> Paper<G> {
    /// True if it would be a pity about it: the person has done something, and it is not over.
    pub fn in_progress(&self) -> bool {
        let acted = |line: &Line<_>| matches!(line.entry, Entry::Acted { seat: HUMAN, .. });
        self.outcome.is_none() && self.entries.iter().any(acted)
    }

    /// What it is called.
    pub fn match_id(&self) -> String
    where
        G: Practised,
    {
        match_id(G::GAME, &self.seed)
    }
}

/// What was asked for, with what has been drawn for it.
fn settle<G: Game>(game: &GameFacts, wish: &mut NewMatch, options: &G::Options) {
    if let Ok(options) = serde_json::to_value(options) {
        wish.options = options;
    }
    wish::settle(game, &mut wish.options);
}

/// Where the match of a game is kept: one for each game, the last.
fn key(game: GameId) -> String {
    format!("parlour.practice.{game}")
}

/// Where it is kept which page plays the match of a game.
fn owner_key(game: GameId) -> String {
    format!("parlour.practice.{game}.page")
}

/// Whether a match is kept, after a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It is, in so many bytes.
    Whole(usize),
    /// There is no room for it. What was kept of it before is still there.
    NoRoom(usize),
    /// Another page plays by now, and keeps what it plays; nothing was touched.
    Elsewhere,
}

impl Kept {
    /// How long the text is, as far as that was seen.
    pub const fn length(self) -> usize {
        match self {
            Self::Whole(length) | Self::NoRoom(length) => length,
            Self::Elsewhere => 0,
        }
    }
}

/// The page that plays the match of a game: of several, the one that began last, and only it keeps anything. A page that
/// is behind would otherwise put an old match in the place of a newer one.
#[derive(Debug, Clone)]
pub struct Owner {
    game: GameId,
    page: String,
}

impl Owner {
    /// Makes this page, called `page`, the one.
    pub fn claim(game: GameId, page: String) -> Self {
        storage::set(Keep::ForGood, &owner_key(game), &page);
        Self { game, page }
    }

    /// True as long as it is.
    pub fn holds(&self) -> bool {
        storage::get(Keep::ForGood, &owner_key(self.game)).is_none_or(|page| page == self.page)
    }

    /// Another page is the one by now: what is only remembered here is older than what that page has kept.
    pub fn give_way(&self) {
        storage::distrust(Keep::ForGood, &key(self.game));
    }

    /// Keeps a match, in the place of the one before.
    pub fn keep<G: Practised>(&self, paper: &Paper<G>) -> Kept {
        if !self.holds() {
            return Kept::Elsewhere;
        }
        // Options, entries and outcomes are made to be written as JSON.
        let Ok(text) = serde_json::to_string(paper) else { return Kept::NoRoom(0) };
        if text.len() > LONGEST {
            // The replay is shown from it, and a reload has what was kept last.
            storage::remember(Keep::ForGood, &key(self.game), &text);
            return Kept::NoRoom(text.len());
        }
        let length = text.len();
        if storage::set(Keep::ForGood, &key(self.game), &text) {
            Kept::Whole(length)
        } else {
            Kept::NoRoom(length)
        }
    }
}

/// The match that is kept.
pub fn kept<G: Practised>() -> Option<Paper<G>> {
    storage::get_json(Keep::ForGood, &key(G::GAME))
}

/// Forgets the match that is kept.
pub fn forget(game: GameId) {
    storage::remove(Keep::ForGood, &key(game));
}

/// True if a match of the game is kept that is not over. Looks at no entry, so that a long one is no burden.
pub fn is_open(game: GameId) -> bool {
    #[derive(Deserialize)]
    struct Head {
        outcome: Option<Outcome>,
    }
    storage::get_json::<Head>(Keep::ForGood, &key(game)).is_some_and(|head| head.outcome.is_none())
}

/// The record of the match that is kept, as its game reads it, and the public hash of its seed; `None` unless it is over.
pub fn record(game: GameId) -> Option<(String, String)> {
    #[derive(Deserialize)]
    struct Whole {
        options: Value,
        seed: Seed,
        entries: Vec<Value>,
        outcome: Option<Outcome>,
    }
    let Whole { options, seed, entries, outcome } = storage::get_json(Keep::ForGood, &key(game))?;
    let hash = seed.public_hash();
    let record = shared::record::Record::<Value, Value> {
        match_id: match_id(game, &seed),
        game,
        options,
        seed,
        entries: entries.into_iter().map(serde_json::from_value).collect::<Result<_, _>>().ok()?,
        outcome: outcome?,
    };
    Some((serde_json::to_string(&record).ok()?, hash))
}

/// What a match of practice is called.
pub fn match_id(game: GameId, seed: &Seed) -> String {
    let hash = seed.public_hash();
    format!("practice-{game}-{}", hash.get(..16).unwrap_or(&hash))
}
