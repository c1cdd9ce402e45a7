//! Matches between bots that the rules get through in a second, on one core.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use shared::game::{Audience, Bot as _, Entry, Fold as _, Game as _, Level, Seat};
use shared::record::fold;
use shared::sea_battle::{Action, Options, SeaBattle, View};
use shared::seed::Seed;

use crate::stats::{median, number};
use crate::table::Row;

/// Measurements of each, by turns, after one of each that doesn't count.
const ROUNDS: usize = 5;
/// How long one takes.
const WINDOW: Duration = Duration::from_secs(1);
/// Matches that are played before the next look at the clock.
const AT_ONCE: u64 = 50;

/// Measures.
///
/// # Errors
/// If a bot does what the rules refuse.
pub fn measure() -> Result<Vec<Row>> {
    let recorded: Vec<_> = (0..AT_ONCE).map(play).collect::<Result<_>>()?;
    let (mut played, mut judged) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let rates = (rate(|number| play(number).map(drop))?, rate(|number| judge(number, &recorded))?);
        if round > 0 {
            played.push(rates.0);
            judged.push(rates.1);
        }
    }
    let (played, judged) = (median(&played), median(&judged));
    Ok(vec![
        Row::aimed(
            "bot matches a second",
            format!("{played:.0}"),
            "≥ 3000",
            played >= 3_000.0,
            format!(
                "medium against medium, thinking, judging and both views; one core, median of {ROUNDS} rounds"
            ),
        ),
        Row::plain(
            "records judged a second",
            format!("{judged:.0}"),
            format!("the same without bots and views: a fold of {AT_ONCE} such matches, over and over"),
        ),
    ])
}

/// How often a second something can be done to the matches of consecutive numbers.
fn rate(each: impl Fn(u64) -> Result<()>) -> Result<f64> {
    let began = Instant::now();
    let mut next = 0;
    while began.elapsed() < WINDOW {
        for number in next..next + AT_ONCE {
            each(number)?;
        }
        next += AT_ONCE;
    }
    Ok(number(next) / began.elapsed().as_secs_f64())
}

/// A match between two bots, each of which sees only its view.
fn play(number: u64) -> Result<Vec<Entry<Action>>> {
    let seed = Seed::from_number(number);
    let mut rng = seed.rng("bench bots");
    let mut game = SeaBattle::new(&Options::default(), &seed)?;
    let mut views: [View; 2] = [0, 1].map(|seat| game.view(Audience::Seat(Seat(seat))));
    let mut entries: Vec<Entry<Action>> = Vec::with_capacity(SeaBattle::LONGEST);
    for seat in [0, 1] {
        take(&mut game, &mut views, Entry::Sat { seat: Seat(seat), name: "Bot".to_owned() }, &mut entries)?;
    }
    take(&mut game, &mut views, Entry::Started, &mut entries)?;
    while let Some(asked) = game.waiting_for().seats.first() {
        let seat = asked.seat;
        let action = SeaBattle::decide(&views[seat.index()], Level::Medium, &mut rng);
        let action = action.context("a bot was asked and had no answer")?;
        take(&mut game, &mut views, Entry::Acted { seat, action }, &mut entries)?;
    }
    Ok(entries)
}

/// Judges one entry, and tells both views.
fn take(
    game: &mut SeaBattle,
    views: &mut [View; 2],
    entry: Entry<Action>,
    entries: &mut Vec<Entry<Action>>,
) -> Result<()> {
    for event in game.step(&entry)? {
        for (view, seat) in views.iter_mut().zip(0..) {
            if let Some(event) = SeaBattle::reveal(&event, Audience::Seat(Seat(seat))) {
                view.apply(&event);
            }
        }
    }
    entries.push(entry);
    Ok(())
}

/// Folds a recorded match again.
fn judge(number: u64, recorded: &[Vec<Entry<Action>>]) -> Result<()> {
    // The list is short; its length fits whatever a number of a match fits.
    #[allow(clippy::cast_possible_truncation)]
    let entries = &recorded[number as usize % recorded.len()];
    let game: SeaBattle = fold(&Options::default(), &Seed::from_number(number % AT_ONCE), entries)?;
    game.outcome().context("a record without an end")?;
    Ok(())
}
