//! Every live match by id: making, finding, restoring.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use shared::accordion::Accordion;
use shared::catalogue::GameId;
use shared::game::{Entry, Level, Seat};
use shared::nuggets::{self, Nuggets};
use shared::onecard::OneCard;
use shared::protocol::wire::Wire;
use shared::sea_battle::SeaBattle;
use shared::seed::Seed;
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::SharedClock;
use crate::ids::{Code, MatchId, UserId, random_bytes};
use crate::lobby::Lobby;
use crate::room::actor::Actor;
use crate::room::handle::{MAILBOX, Room};
use crate::room::thoughts;
use crate::store::{
    Created, NewEntry, NewMatch, Occupant, SeatRow, Setup, Store, StoreError, StoredMatch, User,
};
use crate::telemetry;

/// How the rooms of this server behave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The longest a bot pretends to think.
    pub bot_pause: Duration,
    /// Matches wait for people as long as it takes, also when everybody has left: for a program that hosts just one.
    pub endless: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { bot_pause: Duration::from_secs(5), endless: false }
    }
}

/// A match that somebody wants.
#[derive(Debug, Clone, PartialEq)]
pub struct CreateMatch {
    /// Which game.
    pub game: GameId,
    /// Its options; fields left out are as by default.
    pub options: serde_json::Value,
    /// Bots in the seats after the creator's.
    pub bots: Vec<Level>,
    /// Whether the lobby shows it.
    pub public: bool,
    /// Who makes it and sits in seat 0.
    pub creator: User,
    /// The creator's key of this request.
    pub idempotency_key: Option<String>,
}

/// Why a match can't be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreateError {
    /// A field of the request is wrong.
    #[error("{field}: {reason}")]
    Invalid {
        /// Which, with dots between names: `options.shot_seconds`.
        field: String,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// It could not be written down.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Every live match. Cheap to clone.
#[derive(Clone)]
pub struct Rooms(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub store: Arc<dyn Store>,
    pub clock: SharedClock,
    pub lobby: Lobby,
    pub settings: Settings,
    pub going_down: CancellationToken,
    pub tasks: TaskTracker,
    /// Places for long thoughts of bots.
    pub thinkers: Arc<Semaphore>,
    live: Mutex<HashMap<MatchId, Room>>,
    /// Held while a match is loaded, so that nobody loads one that another is loading.
    loading: tokio::sync::Mutex<()>,
}

impl Rooms {
    /// No rooms yet.
    pub fn new(
        store: Arc<dyn Store>,
        clock: SharedClock,
        lobby: Lobby,
        settings: Settings,
        going_down: CancellationToken,
    ) -> Self {
        Self(Arc::new(Inner {
            store,
            clock,
            lobby,
            settings,
            going_down,
            tasks: TaskTracker::new(),
            thinkers: thoughts::places(),
            live: Mutex::default(),
            loading: tokio::sync::Mutex::default(),
        }))
    }

    /// Makes a match, or finds the one that the same request made before.
    ///
    /// # Errors
    /// When the request is wrong or could not be written down.
    pub async fn create(&self, request: CreateMatch) -> Result<Room, CreateError> {
        match request.game {
            GameId::SeaBattle => self.create_of::<SeaBattle>(request).await,
            GameId::Nuggets => self.create_of::<Nuggets>(request).await,
            GameId::OneCard => self.create_of::<OneCard>(request).await,
            GameId::Accordion if request.options["practice"] == true => Err(CreateError::Invalid {
                field: "options.practice".to_owned(),
                reason: "is for play without a server".to_owned(),
            }),
            GameId::Accordion => self.create_of::<Accordion>(request).await,
        }
    }

    async fn create_of<G: Wire>(&self, request: CreateMatch) -> Result<Room, CreateError> {
        let invalid = |field: String, reason: String| CreateError::Invalid { field, reason };
        let options: G::Options = serde_json::from_value(request.options)
            .map_err(|error| invalid("options".to_owned(), error.to_string()))?;
        let options = G::seated(options, request.bots.len());
        // Whether options make a match does not depend on the seed.
        G::new(&options, &Seed::from_bytes([0; 32]))
            .map_err(|error| invalid(format!("options.{}", error.field), error.reason))?;
        let most = G::seats(&options).most;
        if request.bots.len() >= usize::from(most) {
            return Err(invalid("bots".to_owned(), format!("at most {}, one seat is yours", most - 1)));
        }
        if let Some(level) = request.bots.iter().find(|level| !G::LEVELS.contains(level)) {
            let levels = G::LEVELS.iter().map(|level| level.word()).collect::<Vec<_>>().join(" and ");
            return Err(invalid(
                "bots".to_owned(),
                format!("are {levels} in this game, not {}", level.word()),
            ));
        }
        let creator = SeatRow {
            seat: Seat(0),
            occupant: Occupant::User(request.creator.id.clone()),
            name: request.creator.name.clone(),
        };
        let bots = request.bots.iter().zip(1..).map(|(&level, seat)| SeatRow {
            seat: Seat(seat),
            occupant: Occupant::Bot(level),
            name: level.bot_name(request.bots.len(), seat),
        });
        let seats = std::iter::once(creator).chain(bots).collect();
        let wanted = Wanted {
            public: request.public,
            creator: request.creator.id,
            key: request.idempotency_key,
            seats,
            seed: Seed::from_bytes(random_bytes()),
        };
        self.make::<G>(&options, wanted).await
    }

    /// Makes a public match of Nuggets in which nobody sits yet: for people at terminals, and whoever finds it in the
    /// lobby.
    ///
    /// # Errors
    /// When the options are wrong or it could not be written down.
    pub async fn open_nuggets(
        &self,
        options: &nuggets::Options,
        creator: UserId,
        seed: Seed,
    ) -> Result<Room, CreateError> {
        let wanted = Wanted { public: true, creator, key: None, seats: Vec::new(), seed };
        self.make::<Nuggets>(options, wanted).await
    }

    /// Makes another match between the people of one that is over. Asking again finds the same.
    pub(crate) async fn rematch<G: Wire>(
        &self,
        before: &Setup,
        options: &G::Options,
        seats: Vec<SeatRow>,
    ) -> Result<Room, CreateError> {
        let wanted = Wanted {
            public: before.public,
            creator: before.creator.clone(),
            // No client can send this key: theirs have no blanks.
            key: Some(format!("rematch of {}", before.id)),
            seats,
            seed: Seed::from_bytes(random_bytes()),
        };
        self.make::<G>(options, wanted).await
    }

    async fn make<G: Wire>(&self, options: &G::Options, wanted: Wanted) -> Result<Room, CreateError> {
        let corrupt = |error: serde_json::Error| StoreError::Corrupt(error.to_string());
        let now = self.0.clock.now();
        let mut game = G::new(options, &wanted.seed).map_err(|error| CreateError::Invalid {
            field: format!("options.{}", error.field),
            reason: error.reason,
        })?;
        let mut entries = Vec::new();
        for row in &wanted.seats {
            let entry = Entry::<G::Action>::Sat { seat: row.seat, name: row.name.clone() };
            game.step(&entry).map_err(|refusal| CreateError::Invalid {
                field: "bots".to_owned(),
                reason: refusal.reason.into_owned(),
            })?;
            let entry = serde_json::to_string(&entry).map_err(corrupt)?;
            entries.push(NewEntry { at: now, entry, action: None });
        }
        let mut new = NewMatch {
            setup: Setup {
                id: MatchId::random(),
                code: Code::random(),
                game: G::GAME,
                options: serde_json::to_string(options).map_err(corrupt)?,
                seed: wanted.seed,
                public: wanted.public,
                creator: wanted.creator,
                created_at: now,
            },
            seats: wanted.seats,
            entries,
            idempotency_key: wanted.key,
        };
        for _ in 1..CODES {
            match self.0.store.create_match(new.clone()).await {
                // The code is taken, most likely; another id does no harm.
                Err(StoreError::Conflict(_)) => {
                    new.setup.id = MatchId::random();
                    new.setup.code = Code::random();
                }
                Ok(Created::New) => {
                    let stored = StoredMatch {
                        setup: new.setup,
                        seats: new.seats,
                        entries: new.entries,
                        outcome: None,
                    };
                    return Ok(self.open::<G>(stored)?);
                }
                Ok(Created::Before(id)) => {
                    let found = self.find(id.as_str()).await?;
                    return found.ok_or_else(|| StoreError::NotFound(id.to_string()).into());
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict("every code that was drawn".to_owned()).into())
    }

    /// The room of a match, by id or code; a match that has ended is loaded again.
    ///
    /// # Errors
    /// When the store can't be read.
    pub async fn find(&self, id_or_code: &str) -> Result<Option<Room>, StoreError> {
        if let Some(room) = self.running(&MatchId(id_or_code.to_owned())) {
            return Ok(Some(room));
        }
        let id = match self.0.store.match_by_code(&Code::typed(id_or_code)).await? {
            Some(id) => id,
            None => MatchId(id_or_code.to_owned()),
        };
        let _loading = self.0.loading.lock().await;
        if let Some(room) = self.running(&id) {
            return Ok(Some(room));
        }
        match self.0.store.load_match(&id).await? {
            Some(stored) => self.open_any(stored).map(Some),
            None => Ok(None),
        }
    }

    /// Brings every match that has not ended back to life; returns how many. A match that can't be understood is
    /// left on disk and logged.
    ///
    /// # Errors
    /// When the store can't be read.
    pub async fn restore(&self) -> Result<usize, StoreError> {
        let mut restored = 0;
        for stored in self.0.store.live_matches().await? {
            let id = stored.setup.id.clone();
            match self.open_any(stored) {
                Ok(_) => restored += 1,
                Err(error) => tracing::error!(match_id = %id, %error, "a match can't be restored"),
            }
        }
        Ok(restored)
    }

    /// A match that makes the rules panic is one that can't be understood; it takes nobody else along.
    fn open_any(&self, stored: StoredMatch) -> Result<Room, StoreError> {
        let open = || match stored.setup.game {
            GameId::SeaBattle => self.open::<SeaBattle>(stored),
            GameId::Nuggets => self.open::<Nuggets>(stored),
            GameId::OneCard => self.open::<OneCard>(stored),
            GameId::Accordion => self.open::<Accordion>(stored),
        };
        // What a panic can leave half done is the room that would have been opened.
        catch_unwind(AssertUnwindSafe(open))
            .unwrap_or_else(|_| Err(StoreError::Corrupt("its record makes the server panic".to_owned())))
    }

    /// Starts the task of a room, unless another has been opened for the match in the meantime: while the server brings
    /// matches back, people ask for them already.
    fn open<G: Wire>(&self, stored: StoredMatch) -> Result<Room, StoreError> {
        let id = stored.setup.id.clone();
        let actor = Actor::<G>::restore(self.0.clone(), stored).map_err(StoreError::Corrupt)?;
        let (mailbox, letters) = mpsc::channel(MAILBOX);
        let room = Room { id: id.clone(), game: G::GAME, mailbox, public: actor.follow() };
        if let Some(running) = self.insert(&room) {
            return Ok(running);
        }
        self.0.lobby.update(&room.facts());
        // Runs also when the room panics: its place is free again, and the next who asks loads the match anew.
        let place = Place { rooms: self.clone(), room: room.clone() };
        self.0.tasks.spawn(async move {
            let _place = place;
            actor.run(letters).await;
        });
        Ok(room)
    }

    /// Gives a room its place, or returns the one that has it.
    fn insert(&self, room: &Room) -> Option<Room> {
        let mut live = self.live();
        if let Some(running) = live.get(&room.id).filter(|room| room.is_running()) {
            return Some(running.clone());
        }
        live.insert(room.id.clone(), room.clone());
        telemetry::rooms(live.len());
        None
    }

    /// The room of a match, if it is running.
    fn running(&self, id: &MatchId) -> Option<Room> {
        self.live().get(id).filter(|room| room.is_running()).cloned()
    }

    /// How many rooms are running.
    pub fn len(&self) -> usize {
        self.live().len()
    }

    /// True if no room is running.
    pub fn is_empty(&self) -> bool {
        self.live().is_empty()
    }

    /// Waits until every room has ended, once the server is going down.
    pub async fn ended(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    fn live(&self) -> MutexGuard<'_, HashMap<MatchId, Room>> {
        self.0.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A match to make, by whoever has a right to.
struct Wanted {
    public: bool,
    creator: UserId,
    key: Option<String>,
    seats: Vec<SeatRow>,
    seed: Seed,
}

/// Options of a match with so many bots, as anybody may see them while it goes on; `None` if no match has such options.
pub fn public_options(game: GameId, options: &serde_json::Value, bots: usize) -> Option<serde_json::Value> {
    fn of<G: Wire>(options: &serde_json::Value, bots: usize) -> Option<serde_json::Value> {
        let options: G::Options = serde_json::from_value(options.clone()).ok()?;
        serde_json::to_value(G::public_options(&G::seated(options, bots))).ok()
    }
    match game {
        GameId::SeaBattle => of::<SeaBattle>(options, bots),
        GameId::Nuggets => of::<Nuggets>(options, bots),
        GameId::OneCard => of::<OneCard>(options, bots),
        GameId::Accordion => of::<Accordion>(options, bots),
    }
}

/// Codes that are drawn before making a match fails.
const CODES: usize = 16;

/// The place of a room in the list; given up when its task ends, however it ends.
struct Place {
    rooms: Rooms,
    room: Room,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut live = self.rooms.live();
        // Another room of the same match may have taken the place already.
        if live.get(&self.room.id).is_some_and(|room| room.mailbox.same_channel(&self.room.mailbox)) {
            live.remove(&self.room.id);
            self.rooms.0.lobby.remove(&self.room.facts());
        }
        telemetry::rooms(live.len());
    }
}
