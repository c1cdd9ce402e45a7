//! OneCard without a server: rounds that the rules get through in a second on one core, and how strong the bots are.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use shared::game::{Audience, Bot as _, Entry, Fold as _, Game as _, Level, Seat};
use shared::onecard::bot::rounds_won;
use shared::onecard::{Action, OneCard, Options, View};
use shared::record::fold;
use shared::seed::Seed;

use crate::stats::{median, number};
use crate::table::Row;

/// Measurements of each, after one that doesn't count.
const ROUNDS: usize = 5;
/// How long one takes.
const WINDOW: Duration = Duration::from_secs(1);
/// Matches of one round that are played before the next look at the clock.
const AT_ONCE: u64 = 50;
/// Rounds over which bots are compared.
const COMPARED: u32 = 4_000;

/// Measures.
///
/// # Errors
/// If a bot does what the rules refuse.
pub fn measure() -> Result<Vec<Row>> {
    let recorded: Vec<Vec<Entry<Action>>> = (0..AT_ONCE).map(play).collect::<Result<_>>()?;
    let judged = rate(|table| judge(table, &recorded))?;
    let played = rate(|table| play(table).map(drop))?;
    Ok(vec![
        Row::aimed(
            "rounds judged a second",
            format!("{judged:.0}"),
            "≥ 20000",
            judged >= 20_000.0,
            format!("records of 4 medium bots, one round each, folded; one core, median of {ROUNDS} rounds"),
        ),
        Row::plain(
            "rounds played a second",
            format!("{played:.0}"),
            "the same with the bots thinking and a view of each kept up to date",
        ),
        strength("hard beats three mediums", Level::Hard, Level::Medium, Some(35.0)),
        strength("medium beats three easies", Level::Medium, Level::Easy, Some(35.0)),
        strength("hard beats three easies", Level::Hard, Level::Easy, None),
    ])
}

/// How often a second something can be done to the tables of consecutive numbers.
fn rate(each: impl Fn(u64) -> Result<()>) -> Result<f64> {
    let mut rates = Vec::new();
    for round in 0..=ROUNDS {
        let (began, mut next) = (Instant::now(), 0);
        while began.elapsed() < WINDOW {
            for table in next..next + AT_ONCE {
                each(table % AT_ONCE)?;
            }
            next += AT_ONCE;
        }
        if round > 0 {
            rates.push(number(next) / began.elapsed().as_secs_f64());
        }
    }
    Ok(median(&rates))
}

/// A round of four medium bots, each of which sees only its view.
fn play(table: u64) -> Result<Vec<Entry<Action>>> {
    let seed = Seed::from_number(table);
    let mut rng = seed.rng("bench bots");
    let options = Options::default();
    let mut game = OneCard::new(&options, &seed)?;
    let mut views: Vec<View> =
        (0..options.players).map(|seat| game.view(Audience::Seat(Seat(seat)))).collect();
    let sit = (0..options.players).map(|seat| Entry::Sat { seat: Seat(seat), name: "Bot".to_owned() });
    let mut entries: Vec<Entry<Action>> = sit.chain([Entry::Started]).collect();
    for entry in &entries {
        take(&mut game, &mut views, entry)?;
    }
    while let Some(asked) = game.waiting_for().seats.first() {
        let seat = asked.seat;
        let action = OneCard::decide(&views[seat.index()], Level::Medium, &mut rng);
        let entry = Entry::Acted { seat, action: action.context("a bot was asked and had no answer")? };
        take(&mut game, &mut views, &entry)?;
        entries.push(entry);
    }
    Ok(entries)
}

fn take(game: &mut OneCard, views: &mut [View], entry: &Entry<Action>) -> Result<()> {
    for event in game.step(entry)? {
        for (view, seat) in views.iter_mut().zip(0..) {
            if let Some(event) = OneCard::reveal(&event, Audience::Seat(Seat(seat))) {
                view.apply(&event);
            }
        }
    }
    Ok(())
}

fn judge(table: u64, recorded: &[Vec<Entry<Action>>]) -> Result<()> {
    let entries = &recorded[usize::try_from(table)?];
    let game: OneCard = fold(&Options::default(), &Seed::from_number(table), entries)?;
    game.outcome().context("a record without an end")?;
    Ok(())
}

/// The share of rounds that one bot wins against three others, with its 95 % confidence interval.
fn strength(what: &str, one: Level, others: Level, aim: Option<f64>) -> Row {
    let won = rounds_won(one, others, COMPARED, &Seed::from_number(COMPARED.into()));
    let share = f64::from(won) / f64::from(COMPARED);
    let margin = 1.96 * (share * (1.0 - share) / f64::from(COMPARED)).sqrt();
    let figure = format!("{:.1} ± {:.1} %", share * 100.0, margin * 100.0);
    let how = format!("{COMPARED} rounds at tables of four, seats by turns; equals win 25 %");
    match aim {
        Some(aim) => Row::aimed(what, figure, &format!("≥ {aim} %"), share * 100.0 >= aim, how),
        None => Row::plain(what, figure, how),
    }
}
