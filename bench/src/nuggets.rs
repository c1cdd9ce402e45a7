//! Nuggets: what a key costs, what a step sends, how long seeing takes, how good the bots are. All on one core, without a
//! server.

use std::time::Instant;

use anyhow::{Context as _, Result};
use shared::game::{Audience, Bot as _, Entry, Fold as _, Game as _, Level, Seat};
use shared::nuggets::ground::Ground;
use shared::nuggets::sight::Sight;
use shared::nuggets::{Key, MOST_PLAYERS, Map, MapChoice, Nuggets, Options, View, bundled};
use shared::protocol::wire::{Told, Wire as _};
use shared::seed::Seed;

use crate::stats::{median, number};
use crate::table::Row;

/// Measurements of each, after one that doesn't count.
const ROUNDS: usize = 5;
/// Keys of the crowd on the large map.
const KEYS: usize = 4_000;
/// Matches whose messages are counted, and explorers in each.
const MATCHES: (u64, u8) = (10, 6);
/// Maps on which the bots are compared.
const MAPS: u64 = 10;

/// The large map.
fn large() -> Result<&'static str> {
    Ok(bundled::find("catacombs").context("the large map is bundled")?.text)
}

/// Measures.
///
/// # Errors
/// If a bot does what the rules refuse.
pub fn measure() -> Result<Vec<Row>> {
    Ok(vec![keys_a_second()?, bytes_a_step()?, seeing()?, bots()?])
}

/// A match of bots and the entries it takes until it ends, or until there are enough.
fn played(
    options: &Options,
    seed: &Seed,
    explorers: u8,
    keys: usize,
    level: Level,
) -> Result<(Nuggets, Vec<Entry<Key>>)> {
    let mut rng = seed.rng("bench bots");
    let mut game = Nuggets::new(options, seed)?;
    for seat in (0..explorers).map(Seat) {
        game.step(&Entry::Sat { seat, name: format!("Explorer {seat}") })?;
    }
    game.step(&Entry::Started)?;
    let start = game.clone();
    let mut views: Vec<View> = (0..explorers).map(|seat| game.view(Audience::Seat(Seat(seat)))).collect();
    let mut entries = Vec::new();
    while entries.len() < keys && game.outcome().is_none() {
        for view in 0..views.len() {
            let Some(action) = Nuggets::decide(&views[view], level, &mut rng) else { break };
            let seat = views[view].seat.context("every view has a seat")?;
            let entry = Entry::Acted { seat, action };
            for event in game.step(&entry)? {
                for view in &mut views {
                    if let Some(event) = Nuggets::reveal(&event, view.audience()) {
                        view.apply(&event);
                    }
                }
            }
            entries.push(entry);
            if game.outcome().is_some() {
                break;
            }
        }
    }
    Ok((start, entries))
}

/// Judges an entry and writes down what everybody is told; the bytes of it.
fn told(game: &mut Nuggets, entry: &Entry<Key>, audiences: &[Audience]) -> Result<usize> {
    let events = game.step(entry)?;
    let mut bytes = 0;
    for &audience in audiences {
        for event in events.iter().filter_map(|event| Nuggets::reveal(event, audience)) {
            if let Told::Message(message) = Nuggets::tell(&event, audience, 1_000) {
                bytes += message.encode().len();
            }
        }
    }
    Ok(bytes)
}

fn keys_a_second() -> Result<Row> {
    let options = Options {
        map: MapChoice::Text { text: large()?.to_owned() },
        gold: 10_000,
        most_piles: 200,
        least_piles: 200,
        ..Options::default()
    };
    let (start, entries) = played(&options, &Seed::from_number(1), MOST_PLAYERS, KEYS, Level::Easy)?;
    let audiences: Vec<Audience> =
        (0..MOST_PLAYERS).map(|seat| Audience::Seat(Seat(seat))).chain([Audience::Spectator]).collect();
    let mut rates = Vec::new();
    for round in 0..=ROUNDS {
        let mut game = start.clone();
        let began = Instant::now();
        for entry in &entries {
            told(&mut game, entry, &audiences)?;
        }
        if round > 0 {
            rates.push(number(entries.len() as u64) / began.elapsed().as_secs_f64());
        }
    }
    let rate = median(&rates);
    Ok(Row::aimed(
        "keys a second",
        format!("{rate:.0}"),
        "≥ 20000",
        rate >= 20_000.0,
        format!(
            "26 explorers on the 60 × 200 map, {} keys of bots: judged, and what each of them and a spectator is told \
             written as text; median of {ROUNDS} rounds",
            entries.len()
        ),
    ))
}

fn bytes_a_step() -> Result<Row> {
    let (mut bytes, mut told_to) = (0, 0);
    let audiences: Vec<Audience> = (0..MATCHES.1).map(|seat| Audience::Seat(Seat(seat))).collect();
    for number in 0..MATCHES.0 {
        let options = Options { map: MapChoice::Generated { rows: 21, columns: 79 }, ..Options::default() };
        let (mut game, entries) =
            played(&options, &Seed::from_number(number), MATCHES.1, usize::MAX, Level::Easy)?;
        for entry in &entries {
            bytes += told(&mut game, entry, &audiences)?;
            told_to += audiences.len();
        }
    }
    let mean = number(bytes as u64) / number(told_to as u64);
    Ok(Row::aimed(
        "bytes a step and receiver",
        format!("{mean:.1}"),
        "≤ 60",
        mean <= 60.0,
        format!(
            "{} matches of {} easy bots on maps of 21 × 79, whole matches, joining left out",
            MATCHES.0, MATCHES.1
        ),
    ))
}

fn seeing() -> Result<Row> {
    let map = Map::parse(large()?)?;
    let spots: Vec<_> = map.points().filter(|&point| map.is_spot(point)).collect();
    let mut times = Vec::new();
    for round in 0..=ROUNDS {
        let began = Instant::now();
        let bytes: usize = spots.iter().map(|&eye| Sight::from(&map, eye).bytes()).sum();
        anyhow::ensure!(bytes > 0, "nothing is seen");
        if round > 0 {
            times.push(began.elapsed().as_secs_f64());
        }
    }
    let ground = Ground::of(map);
    let kept: usize = spots.iter().map(|&eye| ground.sight(eye).bytes()).sum();
    let time = median(&times);
    Ok(Row::aimed(
        "sight of all spots",
        format!("{:.1} ms", time * 1_000.0),
        "≤ 1 s",
        time <= 1.0,
        format!(
            "{} spots of the 60 × 200 map, {} KiB kept; median of {ROUNDS} rounds",
            spots.len(),
            kept / 1024
        ),
    ))
}

fn bots() -> Result<Row> {
    let mut shares = Vec::new();
    let mut fewer = true;
    for number in 1..=MAPS {
        let options = Options { map: MapChoice::Generated { rows: 21, columns: 79 }, ..Options::default() };
        let keys = |level| -> Result<f64> {
            let (_, entries) = played(&options, &Seed::from_number(number), 1, usize::MAX, level)?;
            Ok(crate::stats::number(entries.len() as u64))
        };
        let (easy, hard) = (keys(Level::Easy)?, keys(Level::Hard)?);
        fewer &= hard < easy;
        shares.push(hard / easy);
    }
    let share = median(&shares);
    Ok(Row::aimed(
        "keys of hard for one of easy",
        format!("{share:.2}"),
        "≤ 0.60",
        share <= 0.6 && fewer,
        format!(
            "each alone until all gold is found, {MAPS} generated maps of 21 × 79, median; fewer on each: {fewer}"
        ),
    ))
}
