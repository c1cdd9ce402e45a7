//! One round: from the shuffle to the last card.

use std::collections::VecDeque;

use super::Setup;
use super::cards::Card;
use super::lines::{Fault, Lines};

const EXHAUSTED: &str = "Stock exhausted; the discard pile is shuffled into a new stock.";

/// What can be drawn.
enum Stock {
    /// In an order that the shuffle tells.
    Known(VecDeque<Card>),
    /// In an order that nobody tells.
    Mixed(Vec<Card>),
}

impl Stock {
    fn len(&self) -> usize {
        match self {
            Self::Known(cards) => cards.len(),
            Self::Mixed(cards) => cards.len(),
        }
    }

    /// Whether `card` may be the next one; it is gone then.
    fn gives(&mut self, card: Card) -> bool {
        match self {
            Self::Known(cards) => cards.pop_front() == Some(card),
            Self::Mixed(cards) => {
                cards.iter().position(|held| *held == card).map(|place| cards.swap_remove(place)).is_some()
            }
        }
    }
}

/// The state of a round. Players are counted from 0.
pub struct Round {
    pub leader: usize,
    turn: usize,
    /// From a player to the one with the next number.
    counter_clockwise: bool,
    attack: usize,
    /// Turns running in which nothing was played or drawn.
    idle: usize,
    hands: Vec<Vec<Card>>,
    stock: Stock,
    /// The card to match.
    last: Card,
    /// All other cards that were laid down, and the hands of those who left.
    below: Vec<Card>,
}

impl Round {
    pub fn deal(
        setup: &Setup,
        left: &[bool],
        leader: Option<usize>,
        lines: &mut Lines,
    ) -> Result<Self, Fault> {
        let mut stock: VecDeque<Card> = setup.shuffle(lines)?.into();
        let mut hands = Vec::new();
        for (player, left) in left.iter().enumerate() {
            let dealt: Vec<Card> = stock.drain(..if *left { 0 } else { setup.cards }).collect();
            let told = lines.cards(&format!("Player {}:", player + 1))?;
            lines.require(told == dealt, "the next cards of the shuffle are dealt")?;
            hands.push(dealt);
        }
        let mut order: Vec<Card> = Vec::new();
        if leader.is_none() {
            lines.exactly("Determining the playing order:")?;
            for player in 0..setup.players {
                let drawn: Vec<Card> = stock.drain(..1).collect();
                let told = lines.cards(&format!("Player {}:", player + 1))?;
                lines.require(told == drawn, "the next card of the shuffle is drawn")?;
                order.extend(drawn);
            }
        }
        let lowest = (0..order.len()).min_by_key(|player| (order[*player].lead(), *player));
        let leader = leader.or(lowest).expect("somebody leads or draws for it");
        lines.exactly(&format!("The game starts with player {}", leader + 1))?;
        lines.exactly("---- Game start ----")?;
        let first = lines.cards("First card:")?;
        let next: Vec<Card> = stock.drain(..1).collect();
        lines.require(first == next, "the next card of the shuffle is turned up")?;
        Ok(Self {
            leader,
            turn: leader,
            counter_clockwise: true,
            attack: 0,
            idle: 0,
            hands,
            stock: Stock::Known(stock),
            last: next[0],
            below: order,
        })
    }

    pub fn held(&self, player: usize) -> usize {
        self.hands[player].len()
    }

    /// The player `steps` after another one, among those who have not left.
    pub fn after(&self, left: &[bool], mut player: usize, mut steps: usize) -> usize {
        while steps > 0 {
            let way = if self.counter_clockwise { 1 } else { left.len() - 1 };
            player = (player + way) % left.len();
            steps -= usize::from(!left[player]);
        }
        player
    }

    /// Follows the round to its end: the winner, or nobody if it is blocked or all but one have left.
    pub fn play(&mut self, left: &mut [bool], lines: &mut Lines) -> Result<Option<usize>, Fault> {
        loop {
            let line = lines.next()?;
            if line == EXHAUSTED {
                lines.require(self.restocks(), "there is no need to shuffle, or nothing")?;
                let rest = lines.after(&format!("Player {} draws:", self.turn + 1))?;
                let drawn = lines.read_cards(rest)?;
                self.draw(&drawn, left, lines)?;
            } else if let Some(rest) = line.strip_prefix(&format!("Player {} plays:", self.turn + 1)) {
                let played = lines.read_cards(rest)?;
                if let Some(winner) = self.lay(&played, left, lines)? {
                    return Ok(Some(winner));
                }
            } else if let Some(rest) = line.strip_prefix(&format!("Player {} draws:", self.turn + 1)) {
                lines.require(!self.restocks(), "the discards have to be shuffled before")?;
                let drawn = lines.read_cards(rest)?;
                self.draw(&drawn, left, lines)?;
            } else {
                let leaver = (0..left.len()).find(|player| line == format!("Player {} leaves.", player + 1));
                let who = self.turn + 1;
                let leaver =
                    leaver.ok_or_else(|| lines.fault(format_args!("player {who} plays or draws")))?;
                lines.require(!left[leaver], "this player has left before")?;
                self.leave(leaver, left);
            }
            let stayed = left.iter().filter(|left| !**left).count();
            if stayed == 1 || self.idle >= stayed {
                return Ok(None);
            }
        }
    }

    fn lay(&mut self, cards: &[Card], left: &[bool], lines: &mut Lines) -> Result<Option<usize>, Fault> {
        let player = self.turn;
        let &[card] = cards else { return Err(lines.fault("one card is played")) };
        let held = self.hands[player].iter().position(|held| *held == card);
        let held = held.ok_or_else(|| lines.fault("the player does not hold this card"))?;
        lines.require(card.matches(self.last), "the card matches neither suit nor rank")?;
        let defends = match card.rank() {
            "2" | "3" | "7" => true,
            "Jack" | "Queen" => card.suit == self.last.suit,
            _ => false,
        };
        lines.require(self.attack == 0 || defends, "the card does nothing about the attack")?;
        self.hands[player].swap_remove(held);
        self.below.push(std::mem::replace(&mut self.last, card));
        self.idle = 0;
        self.expect_hand(player, lines)?;
        if self.hands[player].is_empty() {
            return Ok(Some(player));
        }
        let mut steps = 1;
        match card.rank() {
            "2" => self.attack += 2,
            "3" => self.attack += 3,
            "7" => self.attack = 0,
            "Queen" => self.counter_clockwise = !self.counter_clockwise,
            // Of two who are left, whoever passes an attack on does not pass it to himself.
            "Jack" if self.attack > 0 && left.iter().filter(|left| !**left).count() == 2 => {}
            "Jack" => steps = 2,
            _ => {}
        }
        self.turn = self.after(left, player, steps);
        Ok(None)
    }

    fn wanted(&self) -> usize {
        self.attack.max(1)
    }

    /// Whether a draw needs the discards, and there are any.
    fn restocks(&self) -> bool {
        self.stock.len() < self.wanted() && !self.below.is_empty()
    }

    fn draw(&mut self, drawn: &[Card], left: &[bool], lines: &mut Lines) -> Result<(), Fault> {
        let player = self.turn;
        let new = if self.restocks() { std::mem::take(&mut self.below) } else { Vec::new() };
        let count = self.wanted().min(self.stock.len() + new.len());
        lines.require(drawn.len() == count, format_args!("{count} cards are drawn"))?;
        let (before, after) = drawn.split_at(count.min(self.stock.len()));
        lines.require(before.iter().all(|card| self.stock.gives(*card)), "these are not in the stock")?;
        if !new.is_empty() {
            self.stock = Stock::Mixed(new);
        }
        lines
            .require(after.iter().all(|card| self.stock.gives(*card)), "these are not among the discards")?;
        self.hands[player].extend(drawn);
        self.attack = 0;
        self.idle = if drawn.is_empty() { self.idle + 1 } else { 0 };
        self.expect_hand(player, lines)?;
        self.turn = self.after(left, player, 1);
        Ok(())
    }

    fn leave(&mut self, leaver: usize, left: &mut [bool]) {
        left[leaver] = true;
        self.below.append(&mut self.hands[leaver]);
        if self.turn == leaver && left.contains(&false) {
            self.attack = 0;
            self.turn = self.after(left, leaver, 1);
        }
    }

    /// After each action the hand is listed, in display order.
    fn expect_hand(&mut self, player: usize, lines: &mut Lines) -> Result<(), Fault> {
        self.hands[player].sort_unstable();
        let told = lines.cards(&format!("Player {} cards:", player + 1))?;
        lines.require(told == self.hands[player], "this is not the hand in display order")
    }
}
