//! How strong the levels of the house are, over the same numbered deals for each, on one core.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use anyhow::Result;
use shared::accordion::House;
use shared::accordion::house::piles_left;

use crate::machine::thread_time;
use crate::stats::{mean, median, number, percentile, standard_error};
use crate::table::Row;

/// Numbers of the deals that each level plays.
const DEALS: RangeInclusive<u64> = 1..=1_000;

/// Measures.
///
/// # Errors
/// If the system does not tell how long a thread had a core.
pub fn measure() -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for house in House::ALL {
        rows.extend(Played::over(DEALS, house)?.rows());
    }
    Ok(rows)
}

/// What a level made of each deal.
struct Played {
    house: House,
    /// Piles left.
    piles: Vec<f64>,
    /// Time for the whole deal, by the clock.
    millis: Vec<f64>,
    /// How much of it the deal had a core: less where other programs want one too.
    busy: Vec<f64>,
}

impl Played {
    fn over(deals: RangeInclusive<u64>, house: House) -> Result<Self> {
        let (mut piles, mut millis, mut busy) = (Vec::new(), Vec::new(), Vec::new());
        for deal in deals {
            let (before, began) = (thread_time()?, Instant::now());
            piles.push(number(piles_left(deal, house) as u64));
            millis.push(in_millis(began.elapsed()));
            busy.push(in_millis(thread_time()?.saturating_sub(before)));
        }
        Ok(Self { house, piles, millis, busy })
    }

    fn rows(&self) -> Vec<Row> {
        match self.house {
            // Not a measure of strength: the rules alone decide it.
            House::Random => vec![self.mean("12.5 ± 0.3", |mean| (12.2..=12.8).contains(&mean))],
            House::Casual => vec![self.mean("≤ 12", |mean| mean <= 12.0)],
            House::Steady => vec![self.mean("≤ 8", |mean| mean <= 8.0)],
            House::Strong => vec![self.mean("≤ 5.5", |mean| mean <= 5.5)],
            House::Master => self.master(),
        }
    }

    fn mean(&self, aim: &str, met: impl Fn(f64) -> bool) -> Row {
        let mean = mean(&self.piles);
        let how = format!("{}; a single pile in {:.1} %; {}", self.deals(), self.singles(), self.times());
        Row::aimed(&self.name("piles left"), format!("{mean:.2}"), aim, met(mean), how)
    }

    /// The master is to end with one pile, and to take little time for it.
    fn master(&self) -> Vec<Row> {
        let (singles, longest) = (self.singles(), percentile(&self.millis, 100));
        vec![
            Row::aimed(
                &self.name("single piles"),
                format!("{singles:.1} %"),
                "≥ 80 %",
                singles >= 80.0,
                format!("{:.2} piles left, {}", mean(&self.piles), self.deals()),
            ),
            Row::aimed(
                &self.name("longest deal"),
                format!("{longest:.0} ms"),
                "≤ 500 ms",
                longest <= 500.0,
                format!(
                    "{}; no deal had a core for more than {:.0} ms",
                    self.times(),
                    percentile(&self.busy, 100)
                ),
            ),
        ]
    }

    fn name(&self, what: &str) -> String {
        format!("house {}: {what}", self.house.word())
    }

    /// In how many of a hundred deals a single pile is left.
    fn singles(&self) -> f64 {
        let singles = self.piles.iter().filter(|&&piles| piles < 2.0).count();
        100.0 * number(singles as u64) / number(self.piles.len() as u64)
    }

    fn deals(&self) -> String {
        format!("mean of {} deals, standard error {:.2}", self.piles.len(), standard_error(&self.piles))
    }

    fn times(&self) -> String {
        let [median, longest] = [median(&self.millis), percentile(&self.millis, 100)];
        format!("a deal takes {median:.2} ms (median), {longest:.2} ms at most, on one core by the clock")
    }
}

fn in_millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(house: House, piles: [f64; 4], millis: [f64; 4]) -> Vec<Row> {
        Played { house, piles: piles.to_vec(), millis: millis.to_vec(), busy: vec![15.0; 4] }.rows()
    }

    #[test]
    fn random_play_is_to_be_neither_worse_nor_better() {
        for (piles, aim) in [(12.1, "missed"), (12.5, "met"), (12.9, "missed")] {
            let rows = row(House::Random, [piles; 4], [0.1; 4]);
            assert_eq!(rows[0].aim, format!("12.5 ± 0.3: {aim}"));
        }
    }

    #[test]
    fn a_mean_comes_with_its_single_piles_and_times() {
        let rows = row(House::Strong, [1.0, 5.0, 5.0, 9.0], [1.0, 2.0, 3.0, 8.0]);
        assert_eq!((rows[0].what.as_str(), rows[0].figure.as_str()), ("house strong: piles left", "5.00"));
        assert_eq!(rows[0].aim, "≤ 5.5: met");
        assert_eq!(
            rows[0].how,
            "mean of 4 deals, standard error 1.63; a single pile in 25.0 %; a deal takes 2.50 ms (median), 8.00 ms at \
             most, on one core by the clock"
        );
    }

    #[test]
    fn the_master_is_measured_by_its_single_piles_and_its_slowest_deal() {
        let rows = row(House::Master, [1.0, 1.0, 1.0, 2.0], [20.0, 30.0, 40.0, 501.0]);
        let figures: Vec<(&str, &str)> =
            rows.iter().map(|row| (row.figure.as_str(), row.aim.as_str())).collect();
        assert_eq!(figures, [("75.0 %", "≥ 80 %: missed"), ("501 ms", "≤ 500 ms: missed")]);
        assert!(rows[1].how.ends_with("no deal had a core for more than 15 ms"), "{}", rows[1].how);
    }

    #[test]
    fn a_level_plays_every_deal() {
        let Played { piles, millis, busy, .. } = Played::over(1..=20, House::Casual).unwrap();
        assert_eq!([piles.len(), millis.len(), busy.len()], [20; 3]);
        assert!(piles.iter().all(|piles| (2.0..=40.0).contains(piles)), "{piles:?}");
    }
}
