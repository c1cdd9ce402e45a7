//! How strong the bots of Sea Battle are: the shots they need, who beats whom, and how long they think.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use shared::game::{Audience, Bot as _, Entry, Game as _, Level, Outcome, Seat};
use shared::sea_battle::bot::{hugging_the_rim, shots_to_sink};
use shared::sea_battle::{Fleet, Options, SeaBattle};
use shared::seed::{Rng, Seed};

use crate::stats::{deviation, mean, number, percentile, standard_error};
use crate::table::Row;

/// Fleets that each bot sinks.
const BOARDS: u64 = 4_000;
/// Matches of each pair of bots.
const MATCHES: u64 = 2_000;
/// How long a decision may take.
const DECISION: Duration = Duration::from_millis(5);

/// Measures. The fleets and draws are the same every time.
///
/// # Errors
/// If a bot does what the rules refuse.
pub fn measure() -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for level in Level::ALL {
        let random = Shots::measure(level, Fleet::random);
        rows.push(match level {
            Level::Easy => random.row("random fleets", "70–76", |mean| (70.0..=76.0).contains(&mean)),
            Level::Medium => random.row("random fleets", "57–59", |mean| (57.0..=59.0).contains(&mean)),
            _ => random.row("random fleets", "≤ 55.0", |mean| mean <= 55.0),
        });
        let rim = Shots::measure(level, hugging_the_rim);
        rows.push(match level {
            Level::Easy | Level::Medium => rim.plain("fleets along the rim"),
            _ => rim.row("fleets along the rim", "≤ 63.0", |mean| mean <= 63.0),
        });
        if level == Level::Hard {
            let most = percentile(&random.counts, 90);
            rows.push(Row::aimed(
                "hard: shots in 9 of 10 cases",
                format!("≤ {most}"),
                "≤ 64",
                most <= 64.0,
                format!("{BOARDS} random fleets"),
            ));
        }
    }
    let mut longest = Duration::ZERO;
    rows.push(wins("hard beats medium", [Level::Hard, Level::Medium], Some(60.0), &mut longest)?);
    rows.push(wins("hard beats easy", [Level::Hard, Level::Easy], None, &mut longest)?);
    rows.push(wins("medium beats easy", [Level::Medium, Level::Easy], None, &mut longest)?);
    rows.push(Row::aimed(
        "a decision, at the longest",
        format!("{:.2} ms", longest.as_secs_f64() * 1e3),
        &format!("≤ {} ms", DECISION.as_millis()),
        longest <= DECISION,
        format!("of all those in {} matches", 3 * MATCHES),
    ));
    Ok(rows)
}

/// The shots that a bot took to sink each of many fleets, and how long a thought took on average.
struct Shots {
    level: Level,
    counts: Vec<f64>,
    micros_per_shot: f64,
}

impl Shots {
    fn measure(level: Level, fleet: impl Fn(&mut Rng) -> Fleet) -> Self {
        let mut rng = Seed::from_number(BOARDS).rng("bench boards");
        let began = Instant::now();
        let counts: Vec<f64> = (0..BOARDS)
            .map(|_| {
                let fleet = fleet(&mut rng);
                number(shots_to_sink(&fleet, level, &mut rng) as u64)
            })
            .collect();
        let micros_per_shot = began.elapsed().as_secs_f64() * 1e6 / counts.iter().sum::<f64>();
        Self { level, counts, micros_per_shot }
    }

    fn mean(&self) -> f64 {
        mean(&self.counts)
    }

    fn name(&self, fleets: &str) -> String {
        format!("{}: shots to sink {fleets}", self.level.word())
    }

    fn how(&self) -> String {
        let [p10, median, p90] = [10, 50, 90].map(|percent| percentile(&self.counts, percent));
        format!(
            "median {median}, 10 % ≤ {p10}, 90 % ≤ {p90}, deviation {:.1}, standard error {:.2}; {BOARDS} boards, {:.0} µs a shot",
            deviation(&self.counts),
            standard_error(&self.counts),
            self.micros_per_shot,
        )
    }

    fn row(&self, fleets: &str, aim: &str, met: impl Fn(f64) -> bool) -> Row {
        let mean = self.mean();
        Row::aimed(&self.name(fleets), format!("{mean:.2}"), aim, met(mean), self.how())
    }

    fn plain(&self, fleets: &str) -> Row {
        Row::plain(&self.name(fleets), format!("{:.2}", self.mean()), self.how())
    }
}

/// How many of a hundred matches the first of two bots wins; both place their own fleets, and they begin by turns.
fn wins(what: &str, levels: [Level; 2], least: Option<f64>, longest: &mut Duration) -> Result<Row> {
    let mut won = 0;
    for number in 0..MATCHES {
        won += u64::from(winner(levels, number, longest)? == Seat(0));
    }
    let share = number(won) / number(MATCHES);
    // Wald's interval: the shares are far from 0 and 1, or need no precision.
    let margin = 196.0 * (share * (1.0 - share) / number(MATCHES)).sqrt();
    let percent = 100.0 * share;
    let (figure, how) = (format!("{percent:.1} %"), format!("± {margin:.1} (95 %), {MATCHES} matches"));
    Ok(match least {
        Some(least) => Row::aimed(what, figure, &format!("≥ {least:.0} %"), percent >= least, how),
        None => Row::plain(what, figure, how),
    })
}

/// Plays a match, and remembers the longest decision.
fn winner(levels: [Level; 2], number: u64, longest: &mut Duration) -> Result<Seat> {
    let seed = Seed::from_number(number);
    let mut rng = seed.rng("bench duel");
    let starter = Some(Seat(u8::from(number % 2 == 1)));
    let mut game = SeaBattle::new(&Options { starter, ..Options::default() }, &seed)?;
    for seat in [Seat(0), Seat(1)] {
        game.step(&Entry::Sat { seat, name: "Bot".to_owned() })?;
    }
    game.step(&Entry::Started)?;
    while let Some(asked) = game.waiting_for().seats.first() {
        let seat = asked.seat;
        let view = game.view(Audience::Seat(seat));
        let began = Instant::now();
        let action = SeaBattle::decide(&view, levels[seat.index()], &mut rng);
        *longest = began.elapsed().max(*longest);
        let action = action.context("a bot was asked and had no answer")?;
        game.step(&Entry::Acted { seat, action })?;
    }
    match game.outcome() {
        Some(Outcome::Decided { winners, .. }) => winners.first().copied().context("nobody won"),
        _ => anyhow::bail!("a match between bots was not played out"),
    }
}
