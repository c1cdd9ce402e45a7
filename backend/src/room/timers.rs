//! Everything a room waits for besides its mailbox. All of it is forgotten with the process: after a restart running
//! clocks start anew in full.

use std::time::Duration;

use shared::game::Seat;
use tokio::time::Instant;

/// How long a public match waits for people, unless it says otherwise.
pub const JOIN_PUBLIC: Duration = Duration::from_mins(2);
/// How long a private match waits for people, unless it says otherwise.
pub const JOIN_PRIVATE: Duration = Duration::from_mins(30);
/// How long a match goes on without any person.
pub const ABANDONED: Duration = Duration::from_mins(10);
/// How long a room stays after the end, for gestures and a rematch.
pub const LINGER: Duration = Duration::from_mins(10);
/// When a timer that could not be written down is tried again.
pub const AGAIN: Duration = Duration::from_secs(1);

/// The clock of what is asked of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnClock {
    /// Which question it belongs to.
    pub turn: u32,
    /// When it runs out; `None`: never.
    pub ends: Option<Instant>,
}

/// What has come due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// The seat's clock ran out.
    Turn(Seat),
    /// The seat's player was away too long.
    Grace(Seat),
    /// The seat's bot has thought enough.
    Bot(Seat),
    /// Everybody is here; it could not be written down that the match begins.
    Begin,
    /// Nobody took the empty seats.
    Join,
    /// Nobody is here any more.
    Abandoned,
    /// Nobody has done anything for too long.
    Idle,
    /// The match has been over for long enough.
    Linger,
}

/// All timers of a room.
#[derive(Debug, Default)]
pub struct Timers {
    /// By seat.
    pub turns: Vec<Option<TurnClock>>,
    /// By seat.
    pub graces: Vec<Option<Instant>>,
    /// By seat.
    pub bots: Vec<Option<Instant>>,
    /// Until the match begins, once that is overdue.
    pub begin: Option<Instant>,
    /// Until the seats must be taken.
    pub join: Option<Instant>,
    /// Until somebody must be back.
    pub abandoned: Option<Instant>,
    /// Until somebody must do something.
    pub idle: Option<Instant>,
    /// Until the room ends.
    pub linger: Option<Instant>,
}

impl Timers {
    /// For this many seats, none running.
    pub fn new(seats: usize) -> Self {
        Self {
            turns: vec![None; seats],
            graces: vec![None; seats],
            bots: vec![None; seats],
            ..Self::default()
        }
    }

    /// What comes due first, and when.
    pub fn first(&self) -> Option<(Instant, Due)> {
        let seats = |times: &[Option<Instant>], due: fn(Seat) -> Due| {
            earliest(times.iter().zip(0..).filter_map(move |(time, seat)| Some(((*time)?, due(Seat(seat))))))
        };
        let turns: Vec<Option<Instant>> =
            self.turns.iter().map(|clock| clock.and_then(|clock| clock.ends)).collect();
        earliest(
            [
                // A bot comes before its own clock, and a player who is away loses by that and not by the clock.
                seats(&self.bots, Due::Bot),
                seats(&self.graces, Due::Grace),
                seats(&turns, Due::Turn),
                self.begin.map(|time| (time, Due::Begin)),
                self.join.map(|time| (time, Due::Join)),
                self.abandoned.map(|time| (time, Due::Abandoned)),
                self.idle.map(|time| (time, Due::Idle)),
                self.linger.map(|time| (time, Due::Linger)),
            ]
            .into_iter()
            .flatten(),
        )
    }

    /// Stops whatever belongs to play.
    pub fn end_play(&mut self) {
        self.turns.fill(None);
        self.graces.fill(None);
        self.bots.fill(None);
        self.begin = None;
        self.join = None;
        self.abandoned = None;
        self.idle = None;
    }
}

/// The first of the earliest.
fn earliest(times: impl Iterator<Item = (Instant, Due)>) -> Option<(Instant, Due)> {
    times.reduce(|first, next| if next.0 < first.0 { next } else { first })
}
