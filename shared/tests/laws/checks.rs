//! The laws themselves, for any game.

use shared::game::{Audience, Entry, Fold as _, Level, Seat};
use shared::protocol::wire::{Told, Wire};
use shared::protocol::{ActionNumber, ClientMessage, ServerMessage, ViewText};
use shared::record::{Line, Record, RecordOf, fold};

use crate::support::{Paper, Play, Sample, Try, audiences};

/// For every audience, the view after an entry is the view before with the revealed events applied.
pub fn no_drift<G: Sample>(play: &Play<G>) {
    play.run(|Try { options, before, after, result, .. }| {
        let Ok(events) = result else { return };
        for audience in audiences::<G>(options) {
            let mut view = before.view(audience);
            for event in events.iter().filter_map(|event| G::reveal(event, audience)) {
                view.apply(&event);
            }
            assert_eq!(view, after.view(audience), "the view of {audience:?} drifted at {events:?}");
        }
    });
}

/// Matches that differ only in what an audience may not know give it the same bytes, from the first entry to the last.
pub fn no_leak<G: Sample>(play: &Play<G>) {
    let paper = play.run(|_| ());
    let mut rng = play.rng("no leak");
    for audience in audiences::<G>(&paper.options) {
        let Some(varied) = G::vary(&paper, audience, &mut rng) else { continue };
        assert_eq!(paper.entries.len(), varied.entries.len());
        assert_eq!(told(&paper, audience), told(&varied, audience), "{audience:?} is told a secret");

        let (one, two) = (paper.fold(), varied.fold());
        assert_eq!(one.waiting_for(), two.waiting_for());
        let Some(seat) = audience.seat() else { continue };
        assert_eq!(one.legal(seat), two.legal(seat));
        for _ in 0..32 {
            let entry = one.sample_entry(&mut rng);
            if matches!(&entry, Entry::Acted { seat: by, .. } if *by == seat) {
                let refused = |game: &G| game.clone().step(&entry).err();
                assert_eq!(refused(&one), refused(&two), "the refusal of {entry:?} gives a secret away");
            }
        }
    }
}

/// All that `audience` is given: its view at the start, then events, messages and view after each entry.
fn told<G: Sample>(paper: &Paper<G>, audience: Audience) -> Vec<String> {
    let view = |game: &G| serde_json::to_string(&game.view(audience)).expect("a view is JSON");
    let mut game: G = Paper { entries: Vec::new(), ..paper.clone() }.fold();
    let mut texts = vec![view(&game)];
    let mut seq = 0;
    for entry in &paper.entries {
        let events = game.step(entry).expect("it was accepted before");
        for event in events.iter().filter_map(|event| G::reveal(event, audience)) {
            // Also what the messages of today leave out: the browser's rules may be handed the event itself.
            texts.push(format!("{event:?}"));
            match G::tell(&event, audience, seq + 1) {
                Told::Message(message) => {
                    seq += 1;
                    texts.push(message.encode());
                }
                Told::Snapshot => texts.push("snapshot".to_owned()),
                Told::Implied => {}
            }
        }
        texts.push(view(&game));
    }
    texts
}

/// A refused entry leaves the state as it was.
pub fn refused_means_unchanged<G: Sample>(play: &Play<G>) {
    play.run(|Try { before, entry, after, result, .. }| {
        if let Err(refusal) = result {
            assert_eq!(before, after, "{entry:?} was refused ({refusal}) and changed the state");
        }
    });
}

/// An action is listed exactly when it is accepted.
pub fn legal_is_what_is_accepted<G: Sample>(play: &Play<G>) {
    let mut rng = play.rng("legal");
    play.run(|Try { options, before, entry, result, .. }| {
        if let Entry::Acted { seat, action } = entry
            && let Some(legal) = before.legal(*seat)
        {
            assert_eq!(legal.contains(action), result.is_ok(), "{entry:?} with {legal:?} listed: {result:?}");
        }
        // Every listed action on a copy is dear: one state in eight will do.
        if rng.chance(7, 8) {
            return;
        }
        for seat in (0..G::seats(options).most).map(Seat) {
            for action in before.legal(seat).into_iter().flatten() {
                let entry = Entry::Acted { seat, action };
                assert_eq!(before.clone().step(&entry).err(), None, "{entry:?} is listed");
            }
        }
    });
}

/// The audit of the game finds nothing wrong, ever.
pub fn conservation<G: Sample>(play: &Play<G>) {
    play.run(|Try { entry, after, .. }| {
        assert_eq!(after.audit(), Ok(()), "after {entry:?}");
    });
}

/// Folding what was written gives the state that was played, also after a trip through JSON.
pub fn replay<G: Sample>(play: &Play<G>) {
    let mut last: Option<G> = None;
    let paper = play.run(|Try { after, .. }| last = Some(after.clone()));
    let again = paper.fold();
    assert_eq!(last.unwrap_or_else(|| again.clone()), again);

    let Some(outcome) = again.outcome() else { return };
    let record: RecordOf<G> = Record {
        match_id: "m".to_owned(),
        game: G::GAME,
        options: paper.options,
        seed: paper.seed,
        entries: paper.entries.into_iter().zip(0..).map(|(entry, at)| Line { at, entry }).collect(),
        outcome,
    };
    let text = serde_json::to_string(&record).expect("a record is JSON");
    let read: RecordOf<G> = serde_json::from_str(&text).expect("a record survives its text");
    assert_eq!(read, record);
    let entries = read.entries.iter().map(|line| &line.entry);
    assert_eq!(fold::<G>(&read.options, &read.seed, entries), Ok(again));
}

/// Bots playing each other are never refused and reach an outcome within the stated bound.
pub fn it_ends<G: Sample>(play: &Play<G>) {
    let mut rng = play.rng("bots");
    let levels: Vec<Level> = (0..=u8::MAX).filter_map(|_| rng.pick(G::LEVELS).copied()).collect();
    let paper = play.fresh();
    let mut game: G = paper.fold();
    for _ in 0..G::LONGEST {
        if game.outcome().is_some() {
            return;
        }
        let entry = if game.started() {
            // In a game without turns everybody is asked at once.
            let waiting = game.waiting_for().seats;
            let seat = rng.pick(&waiting).expect("the match waits for somebody").seat;
            let view = game.view(Audience::Seat(seat));
            let action = G::decide(&view, levels[seat.index()], &mut rng).expect("a bot that is asked acts");
            Entry::Acted { seat, action }
        } else {
            game.useful_entry(&paper.options, &mut rng).expect("somebody sits down, or it starts")
        };
        assert_eq!(game.step(&entry).err(), None, "a bot was refused: {entry:?}");
    }
    assert!(game.outcome().is_some(), "no end after {} entries", G::LONGEST);
}

/// A client that folds what the messages say shows what the game shows; where no message says it, it is a snapshot.
pub fn wire<G: Sample>(play: &Play<G>) {
    let fresh: G = play.fresh().fold();
    let options = play.fresh().options;
    let mut clients: Vec<Client<G>> =
        audiences::<G>(&options).into_iter().map(|audience| Client::new(&fresh, audience)).collect();
    play.run(|Try { entry, after, result, .. }| {
        if let Entry::Acted { seat, action } = entry {
            survives_the_wire::<G>(*seat, action);
        }
        for client in &mut clients {
            client.follow(entry, after, result.as_deref().unwrap_or_default());
        }
    });
}

/// What asks for an action is read as that action.
fn survives_the_wire<G: Wire>(seat: Seat, action: &G::Action) {
    let n = ActionNumber::new(7).expect("not zero");
    let text = G::message(n, action).encode();
    let message = ClientMessage::decode(&text, G::GAME).expect("a message of the game");
    let request = G::request(seat, &message).expect("it asks for something");
    assert!(request.n.is_none_or(|read| read == n));
    assert_eq!(request.entry, Entry::Acted { seat, action: action.clone() });
}

/// The browser's side of one audience.
struct Client<G: Wire> {
    audience: Audience,
    view: G::View,
    seq: u64,
}

impl<G: Wire> Client<G> {
    fn new(game: &G, audience: Audience) -> Self {
        Self { audience, view: game.view(audience), seq: 0 }
    }

    fn follow(&mut self, entry: &Entry<G::Action>, after: &G, events: &[G::Event]) {
        // What this client asked for and has no answer to.
        let pending: Vec<G::Action> = match entry {
            Entry::Acted { seat, action } if self.audience == Audience::Seat(*seat) => vec![action.clone()],
            _ => Vec::new(),
        };
        let mut snapshot = false;
        for event in events.iter().filter_map(|event| G::reveal(event, self.audience)) {
            match G::tell(&event, self.audience, self.seq + 1) {
                Told::Message(message) => {
                    self.seq += 1;
                    assert_eq!(message.seq(), Some(self.seq));
                    let read = ServerMessage::decode(&message.encode()).expect("a message of the server");
                    assert_eq!(read, message);
                    let happened = G::happened(&self.view, &pending, &read).expect("the view can follow");
                    for event in &happened {
                        self.view.apply(event);
                    }
                }
                Told::Snapshot => snapshot = true,
                Told::Implied => {}
            }
        }
        let view = after.view(self.audience);
        if snapshot {
            let text = ViewText::of(&view).expect("a view is JSON");
            self.view = text.read().expect("a view survives its text");
        }
        assert_eq!(self.view, view, "{:?} after {entry:?}", self.audience);
    }
}
