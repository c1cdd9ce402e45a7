//! A judge of logs of OneCard. It was written from the rules of the game and knows nothing of the code that plays:
//! from the line of the shuffle alone it works out what has to follow, and names the first line that is wrong.
//!
//! One thing no log gives away: the order of a stock that was made of the discards. What is drawn from it only has to be
//! in it.

mod cards;
mod lines;
mod round;

pub use lines::Fault;

use cards::{Card, faces};
use lines::{Lines, list};
use round::Round;

/// What a log that is in order tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// Rounds that were played to their end.
    pub rounds: usize,
    /// The players who won, counted from 1; none before the end.
    pub winners: Vec<usize>,
}

/// Judges the log of a game that is over.
pub fn judge(log: &str) -> Result<Verdict, Fault> {
    let mut verdict = Verdict::default();
    follow(log, &mut verdict)?;
    Ok(verdict)
}

/// Judges the log of a game that may have been broken off anywhere.
pub fn judge_beginning(log: &str) -> Result<Verdict, Fault> {
    let mut verdict = Verdict::default();
    match follow(log, &mut verdict) {
        Err(fault) if !fault.ends => Err(fault),
        Ok(()) | Err(_) => Ok(verdict),
    }
}

fn follow(log: &str, verdict: &mut Verdict) -> Result<(), Fault> {
    let mut lines = Lines::new(log)?;
    let setup = Setup::read(&mut lines)?;
    let mut scores = Scores { totals: vec![0; setup.players], left: vec![false; setup.players] };
    let mut leader = None;
    for number in 1..=setup.rounds {
        let mut round = Round::deal(&setup, &scores.left, leader, &mut lines)?;
        let winner = round.play(&mut scores.left, &mut lines)?;
        if scores.stayed().count() == 1 {
            // Everybody else has left; the round is not scored.
            return end(scores.stayed(), verdict, &mut lines);
        }
        scores.score(number, winner, &round, &mut lines)?;
        verdict.rounds = number;
        leader = Some(match winner {
            Some(winner) => winner,
            None if scores.left[round.leader] => round.after(&scores.left, round.leader, 1),
            None => round.leader,
        });
    }
    let best = scores.stayed().map(|player| scores.totals[player]).max();
    let winners = scores.stayed().filter(|player| Some(scores.totals[*player]) == best);
    end(winners, verdict, &mut lines)
}

/// What was chosen.
struct Setup {
    rounds: usize,
    decks: usize,
    players: usize,
    cards: usize,
}

impl Setup {
    fn read(lines: &mut Lines) -> Result<Self, Fault> {
        lines.exactly("---- Initial setup ----")?;
        let rounds = lines.number("Number of rounds: ", 1, 100)?;
        let decks = lines.number("Number of decks: ", 2, 20)?;
        let players = lines.number("Number of players: ", 3, 10)?;
        let most = (52 * decks - 1) / players - 1;
        let cards = lines.number("Initial cards: ", 2, most)?;
        let seed = lines.after("Seed: ")?;
        let number = seed.parse::<u64>().is_ok_and(|number| number.to_string() == seed);
        let digits = seed.len() == 64 && seed.bytes().all(|digit| digit.is_ascii_hexdigit());
        lines.require(number || digits, "a seed is a number, or 64 hexadecimal digits")?;
        Ok(Self { rounds, decks, players, cards })
    }

    /// All cards in the order of the shuffle.
    fn shuffle(&self, lines: &mut Lines) -> Result<Vec<Card>, Fault> {
        let pack = lines.cards("Shuffle result:")?;
        let mut sorted = pack.clone();
        sorted.sort_unstable();
        let all: Vec<Card> = faces().flat_map(|face| std::iter::repeat_n(face, self.decks)).collect();
        lines.require(sorted == all, "the shuffle has each card once for every deck")?;
        Ok(pack)
    }
}

/// How it stands. Players are counted from 0 here.
struct Scores {
    totals: Vec<i64>,
    left: Vec<bool>,
}

impl Scores {
    fn stayed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.left.len()).filter(|player| !self.left[*player])
    }

    fn score(
        &mut self,
        number: usize,
        winner: Option<usize>,
        round: &Round,
        lines: &mut Lines,
    ) -> Result<(), Fault> {
        match winner {
            Some(winner) => lines.exactly(&format!("Player {} wins!", winner + 1))?,
            None => lines.exactly("The round is blocked.")?,
        }
        lines.exactly("---- Stats ----")?;
        lines.exactly(&format!("Round {number} result:"))?;
        for (player, total) in self.totals.iter_mut().enumerate() {
            let points = -i64::try_from(round.held(player)).expect("a hand is small");
            *total += points;
            lines.exactly(&format!("Player {}: {points}, total: {total}", player + 1))?;
        }
        lines.exactly(&format!("Round {number} ends."))
    }
}

/// The last line. Players are counted from 0.
fn end(winners: impl Iterator<Item = usize>, verdict: &mut Verdict, lines: &mut Lines) -> Result<(), Fault> {
    let numbers: Vec<usize> = winners.map(|player| player + 1).collect();
    let (word, players) = if numbers.len() == 1 { ("Winner", "player") } else { ("Winners", "players") };
    lines.exactly(&format!("{word}: {players} {}", list(&numbers)))?;
    verdict.winners = numbers;
    lines.end()
}
