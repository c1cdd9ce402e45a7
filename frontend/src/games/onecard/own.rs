//! What a player does with the own hand: what is in it and where, which card the keyboard is at, and what was played.

use std::sync::Arc;

use leptos::ev::{self, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;
use shared::onecard::{Action, OneCard, Phase, View};
use wasm_bindgen::JsCast as _;
use web_sys::{DomRect, Element, HtmlElement};

use crate::games::onecard::fan::Fan;
use crate::games::onecard::flight::{self, come, find};
use crate::games::onecard::hand::{Hand, Held};
use crate::state::match_::MatchState;
use crate::ui::live::announce;

/// A card that was played and not yet seen to lie on the table.
#[derive(Clone)]
struct Sent {
    held: Held,
    /// Where it was on the screen.
    from: Option<DomRect>,
}

/// The own hand. A handle.
#[derive(Clone, Copy)]
pub struct Own {
    act: Callback<Action>,
    /// True while an action is under way.
    pub busy: Signal<bool>,
    /// What is known of the match.
    pub view: Signal<Arc<View>>,
    /// The cards in their order.
    pub hand: RwSignal<Hand>,
    /// Where each of them lies.
    pub fan: Memo<Fan>,
    /// The room there is: the width of it all, and that of a card.
    pub room: RwSignal<(f64, f64)>,
    /// The place that Tab leads to.
    pub at: RwSignal<usize>,
    /// The element the cards are in.
    pub node: NodeRef<html::Div>,
    /// Why the last thing that was tried can't be done.
    pub why: RwSignal<Option<String>>,
    sent: StoredValue<Option<Sent>, LocalStorage>,
    /// The focus was on a card that has gone since.
    refocus: StoredValue<bool>,
}

impl Own {
    /// The hand of whoever looks at `view`, for the component being built.
    pub fn new(state: MatchState<OneCard>, view: Signal<Arc<View>>) -> Self {
        let hand = RwSignal::new(Hand::default());
        let room = RwSignal::new((0.0, 0.0));
        let fan = Memo::new(move |_| {
            let (width, card) = room.get();
            hand.with(|hand| Fan::lay(hand.cards().len(), width, card))
        });
        let own = Self {
            act: Callback::new(move |action| state.act(action)),
            busy: state.busy,
            view,
            hand,
            fan,
            room,
            at: RwSignal::new(0),
            node: NodeRef::new(),
            why: RwSignal::new(None),
            sent: StoredValue::new_local(None),
            refocus: StoredValue::new(false),
        };
        own.follow();
        let listener = window_event_listener(ev::keydown, move |event| own.key(&event));
        on_cleanup(move || listener.remove());
        own
    }

    /// Keeps the hand in step with the view, and shows cards come and go.
    fn follow(self) {
        let turn = Memo::new(move |_| self.view.with(|view| view.turn));
        Effect::new(move || {
            turn.track();
            self.why.set(None);
        });
        let cards = Memo::new(move |_| self.view.with(|view| (view.round, view.hand.clone())));
        Effect::new(move |before: Option<u8>| {
            let (round, cards) = cards.get();
            let old = if before == Some(round) {
                self.hand.with_untracked(|hand| hand.cards().to_vec())
            } else {
                Vec::new()
            };
            let sent = self.sent.try_update_value(Option::take).flatten();
            self.hand.update(|hand| {
                if old.is_empty() {
                    hand.follow(&[], None);
                }
                hand.follow(&cards, sent.as_ref().map(|sent| sent.held));
            });
            let now = self.hand.with_untracked(|hand| hand.cards().to_vec());
            self.at.update(|at| *at = (*at).min(now.len().saturating_sub(1)));
            let new: Vec<Held> = now.iter().filter(|held| !old.contains(held)).copied().collect();
            // What is gone without having been sent was played by a bot in one's absence.
            let gone = old.iter().any(|held| !now.contains(held));
            // The first view shows what is there, and nothing moves.
            if before.is_some() {
                request_animation_frame(move || {
                    self.show(&new, gone, sent);
                });
            }
            round
        });
    }

    /// Shows new cards come from the stock, and the one that is gone go to the discards.
    fn show(self, new: &[Held], gone: bool, sent: Option<Sent>) -> Option<()> {
        let node = self.node.try_get_untracked().flatten()?;
        if self.refocus.try_update_value(std::mem::take) == Some(true) {
            self.focus(self.at.get_untracked());
        }
        let main = node.closest("main").ok().flatten()?;
        let stock = find(&main, flight::STOCK)?.get_bounding_client_rect();
        for (nth, held) in new.iter().enumerate() {
            if let Some(card) = find(&node, &selector(*held)) {
                come(&card, &stock, nth);
            }
        }
        if gone {
            let from = sent.and_then(|sent| sent.from).unwrap_or_else(|| node.get_bounding_client_rect());
            come(&find(&main, flight::TOP)?, &from, 0);
        }
        Some(())
    }

    /// Plays a card, or says why not. True if it is on its way.
    pub fn play(self, held: Held) -> bool {
        let verdict = self.view.with_untracked(|view| view.my_turn().then(|| view.check(held.card)));
        match verdict {
            None => self.object("It is not your turn.".to_owned()),
            Some(Err(objection)) => self.object(objection.to_string()),
            Some(Ok(())) if self.busy.get_untracked() => {}
            Some(Ok(())) => {
                let card = self.element(held);
                let from = card.map(|card| card.get_bounding_client_rect());
                self.sent.set_value(Some(Sent { held, from }));
                self.why.set(None);
                self.act.run(Action::Play(held.card));
                return true;
            }
        }
        false
    }

    /// Draws.
    pub fn draw(self) {
        if !self.view.with_untracked(|view| view.my_turn()) {
            self.object("It is not your turn.".to_owned());
        } else if !self.busy.get_untracked() {
            self.why.set(None);
            self.act.run(Action::Draw);
        }
    }

    /// Sorts the hand, or leaves it as it is from now on.
    pub fn toggle_sorted(self) {
        self.hand.update(|hand| hand.set_sorted(!hand.is_sorted()));
        let sorted = self.hand.with_untracked(Hand::is_sorted);
        announce(if sorted { "Your hand is sorted." } else { "Your hand keeps your order." });
    }

    /// Moves a card to another place of the hand.
    pub fn shift(self, held: Held, to: usize) {
        self.hand.update(|hand| {
            if let Some(from) = hand.place(held) {
                hand.shift(from, to);
            }
        });
    }

    /// The card with the focus goes by a key, so the focus has to go to another.
    pub fn keep_focus(self) {
        self.refocus.set_value(true);
    }

    fn object(self, why: String) {
        announce(why.clone());
        self.why.set(Some(why));
    }

    /// A key was pressed, anywhere on the page.
    fn key(self, event: &KeyboardEvent) {
        let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
            return;
        };
        let within = |selector: &str| target.closest(selector).ok().flatten().is_some();
        if event.ctrl_key()
            || event.alt_key()
            || event.meta_key()
            || within("dialog, input, select, textarea")
        {
            return;
        }
        if self.view.with_untracked(|view| view.phase != Phase::Playing) {
            return;
        }
        match event.key().as_str() {
            "d" | "D" => self.draw(),
            "s" | "S" => self.toggle_sorted(),
            key if !within("button, a, summary, [tabindex='0']") || within(flight::HAND) => {
                let (at, last) =
                    (self.at.get_untracked(), self.hand.with_untracked(|hand| hand.cards().len()));
                let fresh = !within(flight::HAND);
                let to = match key {
                    // The first press only shows where one is.
                    "ArrowLeft" | "ArrowRight" if fresh => at,
                    "ArrowLeft" => at.saturating_sub(1),
                    "ArrowRight" => at + 1,
                    "Home" => 0,
                    "End" => last,
                    _ => return,
                };
                let to = to.min(last.saturating_sub(1));
                event.prevent_default();
                self.at.set(to);
                let held = self.hand.with_untracked(|hand| hand.cards().get(at).copied());
                match held {
                    Some(held) if event.shift_key() && !fresh => {
                        self.shift(held, to);
                        // Once the cards lie in their new order.
                        request_animation_frame(move || self.focus(to));
                    }
                    _ => self.focus(to),
                }
            }
            _ => {}
        }
    }

    fn focus(self, place: usize) {
        let Some(node) = self.node.try_get_untracked().flatten() else { return };
        if let Some(card) = find(&node, &format!(".oc-card:nth-of-type({})", place + 1)) {
            // Fails only for what is not on the page.
            let _ = card.focus();
        }
    }

    /// The element of a card.
    pub fn element(self, held: Held) -> Option<HtmlElement> {
        find(&*self.node.try_get_untracked().flatten()?, &selector(held))
    }
}

fn selector(held: Held) -> String {
    format!("[data-held='{}']", word(held))
}

/// A card in attributes.
pub fn word(held: Held) -> String {
    format!("{}-{}", held.card, held.copy)
}
