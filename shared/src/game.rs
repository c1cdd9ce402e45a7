//! What every game is: a pure fold of entries, seen by audiences.
//!
//! **state = fold(rules, options + seed, accepted entries).** The server judges an entry with [`Game::step`], writes
//! it down, and only then tells anyone what happened. Seven laws hold for every game; `tests/laws/` checks them
//! over random play:
//!
//! 1. *No drift*: for every audience, the view after an entry equals the view before with the revealed events applied.
//! 2. *No leak*: states that differ only in what an audience may not know give it the same bytes.
//! 3. *Refused means unchanged*: a refused entry leaves the state equal to what it was.
//! 4. *Legal is what is accepted*: an action is in [`Game::legal`] exactly when [`Game::step`] takes it.
//! 5. *Conservation*: nothing is created and nothing lost; [`Game::audit`] says so after every entry.
//! 6. *Replay*: folding a record gives the same state, natively and in `wasm32`.
//! 7. *It ends*: bots playing each other reach an outcome within [`Game::LONGEST`] entries.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::seed::{Rng, Seed};

/// A place in a match, numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into lists that have one element a seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who looks: a player in a seat, or somebody who only watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// The player in this seat.
    Seat(Seat),
    /// Anybody without a seat.
    Spectator,
}

impl Audience {
    /// The seat, if the audience has one.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Spectator => None,
        }
    }
}

/// One line of a match's record. Players who come, overrun clocks and resignations are entries like any action, so
/// that the fold is the whole truth. Who is connected right now is not an entry: presence belongs to the room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Entry<A> {
    /// Somebody took a seat.
    Sat {
        /// Which seat.
        seat: Seat,
        /// The name to show: 1 to 24 characters.
        name: String,
    },
    /// Everybody who is needed is there; play begins.
    Started,
    /// A player acted, or a bot, or a bot for a player who is away.
    Acted {
        /// Who.
        seat: Seat,
        /// What.
        action: A,
    },
    /// The clock of what was asked of this seat ran out.
    TimedOut {
        /// Whose.
        seat: Seat,
    },
    /// This seat gave up, or was away for longer than the grace allows.
    Left {
        /// Who.
        seat: Seat,
    },
    /// The match was closed from outside its rules.
    Closed {
        /// Why.
        cause: Cause,
    },
}

/// Why a match ended without being played out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Cause {
    /// Nobody took the empty seats in time.
    NoShow,
    /// The server could not go on with it.
    Aborted,
    /// Everybody left.
    Abandoned,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Outcome {
    /// Played out, or decided by giving up or on time.
    Decided {
        /// Who won: several where a win is shared, nobody in a draw.
        winners: Vec<Seat>,
        /// Whether the loser gave up or ran out of time.
        forfeit: bool,
        /// In plain words, for people.
        reason: String,
    },
    /// Closed from outside the rules.
    Closed {
        /// Why.
        cause: Cause,
    },
}

/// What the end of a match is for one audience: the code of the END message and a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// 1 won, 2 lost, 3 draw, 4 won by forfeit, 5 lost by forfeit, 6 finished, −1 no-show, −2 aborted, −3 abandoned.
    pub code: i64,
    /// In plain words.
    pub reason: String,
}

/// How a match went for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Won, alone or with others.
    Won,
    /// Others won.
    Lost,
    /// Nobody won.
    Drawn,
}

impl Verdict {
    /// The word in stores.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
        }
    }
}

impl Outcome {
    /// How the match went for `seat`; `None` if it was closed from outside its rules.
    pub fn verdict(&self, seat: Seat) -> Option<Verdict> {
        let Self::Decided { winners, .. } = self else { return None };
        Some(match winners.as_slice() {
            [] => Verdict::Drawn,
            winners if winners.contains(&seat) => Verdict::Won,
            _ => Verdict::Lost,
        })
    }

    /// The end as `audience` sees it.
    pub fn ending(&self, audience: Audience) -> Ending {
        match self {
            Self::Decided { winners, forfeit, reason } => {
                let code = match audience {
                    Audience::Seat(seat) if winners.contains(&seat) => {
                        if *forfeit {
                            4
                        } else {
                            1
                        }
                    }
                    Audience::Seat(_) if winners.is_empty() => 3,
                    Audience::Seat(_) => {
                        if *forfeit {
                            5
                        } else {
                            2
                        }
                    }
                    Audience::Spectator => 6,
                };
                Ending { code, reason: reason.clone() }
            }
            Self::Closed { cause } => {
                let (code, reason) = match cause {
                    Cause::NoShow => (-1, "Nobody joined in time."),
                    Cause::Aborted => (-2, "The server had to end this match."),
                    Cause::Abandoned => (-3, "Everybody left."),
                };
                Ending { code, reason: reason.to_owned() }
            }
        }
    }
}

/// One way a game says no: a stable code for programs, and when it is used.
#[derive(Debug, PartialEq, Eq)]
pub struct RefusalKind {
    /// Stable, kebab-case; part of the protocol.
    pub code: &'static str,
    /// When it is given, for PROTOCOL.md.
    pub when: &'static str,
}

/// Declares ways to say no: a constant for each, and `REFUSALS`, all of them in order.
macro_rules! refusals {
    ($(#[doc = $about:literal])* $($name:ident = $code:literal, $when:literal;)*) => {
        $(#[doc = $when] pub const $name: &$crate::game::RefusalKind =
            &$crate::game::RefusalKind { code: $code, when: $when };)*
        $(#[doc = $about])*
        pub const REFUSALS: &[$crate::game::RefusalKind] =
            &[$($crate::game::RefusalKind { code: $code, when: $when }),*];
    };
}

pub(crate) use refusals;

/// "No, and why." Nothing has changed, and the connection stays.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", kind.code)]
pub struct Refusal {
    /// Which of the known ways.
    pub kind: &'static RefusalKind,
    /// In plain words, for the person who tried.
    pub reason: Cow<'static, str>,
}

impl Refusal {
    /// Says no.
    pub fn new(kind: &'static RefusalKind, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { kind, reason: reason.into() }
    }
}

/// Options that no match can be made of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct OptionsError {
    /// Which option.
    pub field: &'static str,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

/// Whom the match waits for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Waiting {
    /// The seats that are asked for something, and by when.
    pub seats: Vec<Asked>,
}

/// What is asked of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// Of whom.
    pub seat: Seat,
    /// How long it may take, in milliseconds; `None` is for as long as it takes.
    pub clock: Option<u32>,
    /// Changes whenever the clock has to be started anew; the value itself means nothing.
    pub turn: u32,
}

impl Waiting {
    /// What is asked of `seat`, if anything.
    pub fn of(&self, seat: Seat) -> Option<Asked> {
        self.seats.iter().copied().find(|asked| asked.seat == seat)
    }
}

/// How long a room waits for people before it goes on without them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Seconds until empty seats close the match; `None`: the server's default for public or private matches.
    pub join_seconds: Option<u32>,
    /// Seconds a player may be away while the match waits for him; `None`: for as long as it takes.
    pub grace_seconds: Option<u32>,
}

/// How strong a bot is. Each game has some of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Level {
    /// Makes mistakes.
    Easy,
    /// Plays as most people do.
    Medium,
    /// Plays as well as it can.
    Hard,
    /// The house of Accordion: takes what comes.
    Casual,
    /// The house of Accordion: keeps its chances.
    Steady,
    /// The house of Accordion: looks a move ahead.
    Strong,
    /// The house of Accordion: looks for the end.
    Master,
}

impl Level {
    /// All that games with three levels have, weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];
    /// Those of the house of Accordion, weakest first.
    pub const HOUSE: [Self; 4] = [Self::Casual, Self::Steady, Self::Strong, Self::Master];

    /// The word on the wire and in options.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Casual => "casual",
            Self::Steady => "steady",
            Self::Strong => "strong",
            Self::Master => "master",
        }
    }

    /// The name to show.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Casual => "Casual",
            Self::Steady => "Steady",
            Self::Strong => "Strong",
            Self::Master => "Master",
        }
    }

    /// What a bot is called at a table with so many bots; `number` tells it from the others.
    pub fn bot_name(self, bots: usize, number: u8) -> String {
        let strength = self.name();
        if bots > 1 { format!("{strength} bot {number}") } else { format!("{strength} bot") }
    }
}

/// A word that names no level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a bot is easy, medium or hard; in Accordion casual, steady, strong or master")]
pub struct NoSuchLevel;

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(word: &str) -> Result<Self, NoSuchLevel> {
        Self::ALL.into_iter().chain(Self::HOUSE).find(|level| level.word() == word).ok_or(NoSuchLevel)
    }
}

/// A view that keeps itself true by folding revealed events.
pub trait Fold {
    /// What happened, as far as this audience may know.
    type Event;
    /// Brings the view up to date.
    fn apply(&mut self, event: &Self::Event);
}

/// The rules of one game.
pub trait Game: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// What can be chosen before a match is made.
    type Options: Clone + PartialEq + fmt::Debug + Default + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat does.
    type Action: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What happened.
    type Event: Clone + PartialEq + fmt::Debug + Send + Sync;
    /// What an audience may see.
    type View: Fold<Event = Self::Event>
        + Clone
        + PartialEq
        + fmt::Debug
        + Serialize
        + DeserializeOwned
        + Send
        + Sync;

    /// No match between bots has more entries than this.
    const LONGEST: usize;

    /// Seconds without any entry after which a match that has begun is closed; `None`: never. For games without clocks.
    const IDLE_SECONDS: Option<u32> = None;

    /// A match before anybody sat down.
    ///
    /// # Errors
    /// When the options contradict each other or leave their range.
    fn new(options: &Self::Options, seed: &Seed) -> Result<Self, OptionsError>;

    /// One entry of the record. Returns all that happened, with full information.
    ///
    /// # Errors
    /// When the entry is not allowed now; the state is then as it was.
    fn step(&mut self, entry: &Entry<Self::Action>) -> Result<Vec<Self::Event>, Refusal>;

    /// What `audience` may learn of `event`; `None` if nothing.
    fn reveal(event: &Self::Event, audience: Audience) -> Option<Self::Event>;

    /// Everything `audience` may know now.
    fn view(&self, audience: Audience) -> Self::View;

    /// Whose action is awaited, and on which clock.
    fn waiting_for(&self) -> Waiting;

    /// How the match ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// How many seats a match with these options has: least to start with, and most.
    fn seats(options: &Self::Options) -> SeatRange;

    /// True once [`Entry::Started`] has been taken, or the match ended before it.
    fn started(&self) -> bool;

    /// How long the room waits for people.
    fn patience(options: &Self::Options) -> Patience;

    /// The options of another match between the same people: as before, with the start rotated.
    fn rematch_options(&self) -> Self::Options;

    /// The options as anybody may see them while the match goes on.
    fn public_options(options: &Self::Options) -> Self::Options {
        options.clone()
    }

    /// Every action `seat` may take now; `None` while there are too many to list.
    fn legal(&self, seat: Seat) -> Option<Vec<Self::Action>>;

    /// True if `seat` did just this before and asking for it again is harmless. Only actions that travel without a
    /// number need it; a repeat of one is passed over in silence.
    fn repeats(&self, _seat: Seat, _action: &Self::Action) -> bool {
        false
    }

    /// What `seat` has achieved, in the unit of its game ([`ScoreKind`](crate::api::ScoreKind)), once the match was
    /// played out; `None` where it can't be compared with that of other matches.
    fn score(&self, _seat: Seat) -> Option<i64> {
        None
    }

    /// Checks what must never change, such as the number of cards; says what is wrong.
    ///
    /// # Errors
    /// With a sentence for whoever repairs the rules.
    fn audit(&self) -> Result<(), String>;
}

/// How many seats a match has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatRange {
    /// A match starts by itself once this many sit, where the game does that.
    pub least: u8,
    /// Nobody else can sit down after this many.
    pub most: u8,
}

/// A player made of code. It gets a view, never the state.
pub trait Bot: Game {
    /// The strengths there are in this game, weakest first.
    const LEVELS: &'static [Level];

    /// The strength of the bot that takes a seat which is empty when the creator starts the match, and that plays for
    /// somebody who is away for longer than the grace. `None`: this game starts with full seats only, and whoever stays
    /// away gives up.
    const STAND_IN: Option<Level> = None;

    /// What a bot in `view`'s seat does now; `None` when nothing is asked of it.
    fn decide(view: &Self::View, level: Level, rng: &mut Rng) -> Option<Self::Action>;

    /// How long a person would think before that action, in milliseconds.
    fn pause(view: &Self::View, rng: &mut Rng) -> u32;

    /// A thought that takes longer than [`Self::decide`] may, for levels that plan ahead. Whoever can run it beside
    /// everything else asks for it first, and takes the actions it ends in, one after the other; `None`: decide.
    fn think(_view: &Self::View, _level: Level, _rng: &mut Rng) -> Option<Box<dyn Thought<Self::Action>>> {
        None
    }

    /// The options of a match in which `bots` of the seats are a bot's, where the rules depend on it.
    fn seated(options: Self::Options, _bots: usize) -> Self::Options {
        options
    }
}

/// A long thought of a bot, taken in slices: it can be dropped at any time.
pub trait Thought<A>: Send {
    /// Thinks on, for about as long as `budget` small steps take: three million are a second or less. `None`: not done yet.
    /// Otherwise what the bot does, one action after the other; they stay right as long as nobody else changes what
    /// the bot sees of its own.
    fn step(&mut self, budget: u32) -> Option<Vec<A>>;
}
