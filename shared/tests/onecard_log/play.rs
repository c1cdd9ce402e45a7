//! Games played for their logs.

use shared::game::{Audience, Bot as _, Entry, Game as _, Level, Seat};
use shared::onecard::log::Log;
use shared::onecard::playing::is_special;
use shared::onecard::{Action, OneCard, Options};
use shared::seed::{Rng, Seed};

/// How seats choose what they do.
#[derive(Debug, Clone, Copy)]
pub enum Manner {
    /// As bots.
    Bots(Level),
    /// Anything that is legal, each as likely, so that many draw who need not.
    Anything,
    /// Drawing only, until nothing is left.
    Drawing,
    /// Playing whenever it is possible, and special cards first, so that attacks go around.
    Specials,
    /// Anything, and now and then somebody leaves.
    Leaving,
}

/// The longest game that random players get, in actions: then they play what they can.
const PATIENCE: usize = 3_000;

pub fn options(players: u8, cards: u16, packs: u8, rounds: u8) -> Options {
    Options { players, cards, packs, rounds, ..Options::default() }
}

/// The log of a whole game.
pub fn play(options: &Options, seed: u64, manner: Manner) -> String {
    let mut log = Log::new(options, seed);
    let seed = Seed::from_number(seed);
    let mut rng = seed.rng("players");
    let mut game = OneCard::new(options, &seed).unwrap();
    let mut step = |game: &mut OneCard, entry: Entry<Action>| {
        let events = game.step(&entry).unwrap();
        log.note(game, &events);
    };
    for seat in (0..options.players).map(Seat) {
        step(&mut game, Entry::Sat { seat, name: "x".to_owned() });
    }
    step(&mut game, Entry::Started);
    for turn in 0.. {
        let Some(asked) = game.waiting_for().seats.first().copied() else { break };
        let manner = if turn > PATIENCE { Manner::Specials } else { manner };
        let entry = choose(&game, asked.seat, manner, &mut rng);
        step(&mut game, entry);
    }
    log.text().to_owned()
}

fn choose(game: &OneCard, seat: Seat, manner: Manner, rng: &mut Rng) -> Entry<Action> {
    let view = game.view(Audience::Seat(seat));
    let legal = game.legal(seat).unwrap();
    let special = |action: &&Action| matches!(action, Action::Play(card) if is_special(*card));
    if matches!(manner, Manner::Leaving) && rng.chance(1, 40) {
        let stayed: Vec<Seat> = view.in_play().collect();
        return Entry::Left { seat: *rng.pick(&stayed).unwrap() };
    }
    let action = match manner {
        Manner::Bots(level) => OneCard::decide(&view, level, rng).unwrap(),
        Manner::Anything | Manner::Leaving => *rng.pick(&legal).unwrap(),
        Manner::Drawing => Action::Draw,
        Manner::Specials => *legal.iter().find(special).unwrap_or(&legal[0]),
    };
    Entry::Acted { seat, action }
}
