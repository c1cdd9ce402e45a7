//! Actions the server has not dealt with yet.

use std::num::NonZeroU64;

use shared::game::Seat;
use shared::protocol::{ActionNumber, ClientMessage, social};

use super::Client;

/// Actions that were asked for and not dealt with. At most one action of the game and one resignation.
pub struct Outbox<G: Client> {
    waiting: Vec<Entry<G>>,
    next: ActionNumber,
}

struct Entry<G: Client> {
    /// `None` for a message that travels without a number.
    n: Option<ActionNumber>,
    what: What<G>,
}

enum What<G: Client> {
    Act(G::Action),
    Resign,
}

impl<G: Client> Entry<G> {
    fn message(&self) -> ClientMessage {
        // A message without a number ignores the one it is given.
        let n = self.n.unwrap_or(ActionNumber::MIN);
        match &self.what {
            What::Act(action) => G::message(n, action),
            What::Resign => ClientMessage::Social(social::ClientMessage::Resign { n }),
        }
    }
}

impl<G: Client> Outbox<G> {
    /// Nothing asked for yet.
    pub(super) fn new() -> Self {
        Self { waiting: Vec::new(), next: ActionNumber::MIN }
    }

    /// True while an action of the game is under way.
    pub fn is_busy(&self) -> bool {
        self.waiting.iter().any(|entry| matches!(entry.what, What::Act(_)))
    }

    /// True while a resignation is under way.
    pub fn is_resigning(&self) -> bool {
        self.waiting.iter().any(|entry| matches!(entry.what, What::Resign))
    }

    /// The actions of the game that are under way.
    pub fn actions(&self) -> Vec<G::Action> {
        let actions = self.waiting.iter().filter_map(|entry| match &entry.what {
            What::Act(action) => Some(action.clone()),
            What::Resign => None,
        });
        actions.collect()
    }

    /// Keeps an action and gives its message.
    pub(super) fn act(&mut self, action: G::Action) -> Option<ClientMessage> {
        // Which seat is asking makes no difference to whether the message has a number.
        let numbered =
            G::request(Seat(0), &G::message(self.next, &action)).is_some_and(|request| request.n.is_some());
        let n = if numbered { Some(self.take_number()?) } else { None };
        Some(self.keep(Entry { n, what: What::Act(action) }))
    }

    /// Keeps a resignation and gives its message.
    pub(super) fn resign(&mut self) -> Option<ClientMessage> {
        let n = Some(self.take_number()?);
        Some(self.keep(Entry { n, what: What::Resign }))
    }

    fn keep(&mut self, entry: Entry<G>) -> ClientMessage {
        let message = entry.message();
        self.waiting.push(entry);
        message
    }

    fn take_number(&mut self) -> Option<ActionNumber> {
        let n = self.next;
        self.next = n.checked_add(1)?;
        Some(n)
    }

    /// The server has dealt with every number up to `n`; the next action gets a higher one.
    pub(super) fn dealt_with(&mut self, n: u64) {
        self.waiting.retain(|entry| entry.n.is_none_or(|mine| mine.get() > n));
        if let Some(next) = n.checked_add(1).and_then(NonZeroU64::new) {
            self.next = self.next.max(next);
        }
    }

    /// Number `n` was refused, and only that.
    pub(super) fn refused(&mut self, n: u64) {
        self.waiting.retain(|entry| entry.n.is_none_or(|mine| mine.get() != n));
    }

    /// The action without a number was refused.
    pub(super) fn refused_unnumbered(&mut self) {
        self.waiting.retain(|entry| entry.n.is_some());
    }

    /// Lets go of actions without a number that `view` shows to be done.
    pub(super) fn settle(&mut self, view: &G::View) {
        self.waiting.retain(|entry| match (&entry.n, &entry.what) {
            (None, What::Act(action)) => !G::settled(view, action),
            _ => true,
        });
    }

    /// Every message again, in order.
    pub(super) fn again(&self) -> Vec<ClientMessage> {
        self.waiting.iter().map(Entry::message).collect()
    }

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
    }
}
