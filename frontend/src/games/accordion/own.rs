//! The own row: what was picked, and what can be done with it by pointer and by key.

use std::sync::Arc;

use gloo_timers::callback::Timeout;
use leptos::ev::{self, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;
use shared::accordion::{Accordion, Action, Row, View, house};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

use crate::browser;
use crate::games::accordion::{moves, settle, words};
use crate::state::match_::MatchState;
use crate::ui::live::announce;

/// From card to card while all are dealt, in milliseconds: to be seen, and fewer than the 20 messages a second that a
/// server takes.
const DEAL_EVERY: u32 = 60;

/// Why a move can't be made.
pub const NOT_THERE: &str = "That pile can’t go there.";

/// The own row. A handle.
#[derive(Clone, Copy)]
pub struct Own {
    /// What is known of the match.
    pub view: Signal<Arc<View>>,
    /// The row as it lies.
    pub row: Memo<Row>,
    /// The pile that was picked.
    pub picked: RwSignal<Option<usize>>,
    /// Whether a deep pile is moved whole.
    pub whole: RwSignal<bool>,
    /// Where a dragged pile was let go, while it is still open whether pile or card was meant.
    pub open_at: RwSignal<Option<usize>>,
    /// True while all cards are being dealt.
    pub dealing: RwSignal<bool>,
    /// True while it is asked whether to finish in spite of moves.
    pub asking: RwSignal<bool>,
    /// A hint, or why something can't be done.
    pub said: RwSignal<Option<String>>,
    /// The place that Tab leads to.
    pub at: RwSignal<usize>,
    /// The list of piles.
    pub node: NodeRef<html::Ol>,
    busy: Signal<bool>,
    act: Callback<Action>,
    next_deal: StoredValue<Option<Timeout>, LocalStorage>,
    /// How many cards there were when the last of them was asked for.
    asked_at: StoredValue<Option<usize>>,
    /// The focus is in the row, or was until its pile went away.
    has_focus: StoredValue<bool>,
}

impl Own {
    /// The row of whoever looks at `view`, for the component being built.
    pub fn new(state: MatchState<Accordion>, view: Signal<Arc<View>>) -> Self {
        let row = Memo::new(move |_| {
            view.with(|view| view.course.as_ref().map_or_else(Row::default, |course| *course.row()))
        });
        let own = Self {
            view,
            row,
            picked: RwSignal::new(None),
            whole: RwSignal::new(true),
            open_at: RwSignal::new(None),
            dealing: RwSignal::new(false),
            asking: RwSignal::new(false),
            said: RwSignal::new(None),
            at: RwSignal::new(0),
            node: NodeRef::new(),
            busy: state.busy,
            act: Callback::new(move |action| state.act(action)),
            next_deal: StoredValue::new_local(None),
            asked_at: StoredValue::new(None),
            has_focus: StoredValue::new(false),
        };
        Effect::new(move || {
            let row = row.get();
            own.pick(None);
            own.said.set(None);
            own.at.update(|at| *at = (*at).min(row.len().saturating_sub(1)));
        });
        own.follow_dealing();
        Effect::new(move || {
            if let Some(refusal) = state.refusal.get() {
                own.dealing.set(false);
                own.say(&refusal.reason);
                state.dismiss_refusal();
            }
        });
        let listener = window_event_listener(ev::keydown, move |event| own.key(&event));
        on_cleanup(move || listener.remove());
        own
    }

    /// While all cards are dealt, each answer asks for the next, a moment later.
    fn follow_dealing(self) {
        let can = Memo::new(move |_| self.can(Action::Deal));
        Effect::new(move || {
            // All are tracked: of an answer either part may come first, and practice is never busy.
            let (cards, busy, can) = (self.row.with(Row::cards), self.busy.get(), can.get());
            if !self.dealing.get() {
                self.asked_at.set_value(None);
                return;
            }
            if busy || self.asked_at.get_value() == Some(cards) {
                return;
            }
            if can {
                // Takes the place of a timer that is running.
                self.next_deal.set_value(Some(Timeout::new(DEAL_EVERY, move || {
                    if self.dealing.try_get_untracked() == Some(true) {
                        self.asked_at.set_value(Some(cards));
                        self.act.run(Action::Deal);
                    }
                })));
            } else {
                self.dealing.set(false);
                announce(format!("{}.", words::standing(&self.row.get_untracked())));
            }
        });
    }

    /// Whether that can be done now. Reactive.
    pub fn can(self, action: Action) -> bool {
        self.view.with(|view| view.legal().contains(&action))
    }

    /// Picks a pile, or none.
    pub fn pick(self, place: Option<usize>) {
        self.picked.set(place);
        self.whole.set(true);
        self.open_at.set(None);
    }

    /// A pile was tapped: it is picked, let go, or the place to go to.
    pub fn tap(self, place: usize, only_top: bool) {
        self.at.set(place);
        let row = self.row.get_untracked();
        match self.picked.get_untracked() {
            Some(from) if from == place => self.pick(None),
            Some(from) if moves::step(&row, from, place, true).is_some() => {
                self.go(from, place, self.whole.get_untracked() && !only_top);
            }
            _ => {
                self.pick(Some(place));
                let targets = moves::targets(&row, place);
                let ways = targets.iter().map(|to| (to + 1).to_string()).collect::<Vec<_>>().join(" or ");
                announce(if targets.is_empty() {
                    "Taken up; it can go nowhere.".to_owned()
                } else {
                    format!("Taken up; it can go to pile {ways}.")
                });
            }
        }
    }

    /// Moves the pile or its top card.
    pub fn go(self, from: usize, to: usize, whole: bool) {
        let row = self.row.get_untracked();
        if let Some(step) = moves::step(&row, from, to, whole) {
            self.at.set(to);
            self.do_it(step.into());
        } else {
            self.say(NOT_THERE);
        }
    }

    /// Deals all cards, or stops doing so.
    pub fn deal_all(self) {
        if self.dealing.get_untracked() {
            self.dealing.set(false);
        } else if self.can_untracked(Action::Deal) {
            self.dealing.set(true);
        } else {
            self.do_it(Action::Deal);
        }
    }

    /// Acts, if it can be done.
    pub fn do_it(self, action: Action) {
        self.dealing.set(false);
        if self.busy.get_untracked() {
            return;
        }
        if self.view.with_untracked(|view| view.legal().contains(&action)) {
            self.act.run(action);
            return;
        }
        self.say(match action {
            Action::Undo => "There is nothing to take back: a card that was dealt stays dealt.",
            Action::Deal => "All cards are dealt.",
            Action::Tableau => "Deal all cards first.",
            Action::Move { .. } => NOT_THERE,
        });
    }

    /// Shows what the house would do.
    pub fn hint(self) {
        if !self.view.with_untracked(|view| view.my_turn()) {
            return;
        }
        let row = self.row.get_untracked();
        let action = house::hint(&row);
        if let Action::Move { from, whole, .. } = action {
            self.pick(usize::try_from(from).ok());
            self.whole.set(whole);
        }
        self.say(&words::hint(action, &row));
    }

    /// Finishes, after a question if moves are left.
    pub fn finish(self) {
        if self.can_untracked(Action::Tableau) && self.row.with_untracked(|row| row.open() > 0) {
            self.asking.set(true);
        } else {
            self.do_it(Action::Tableau);
        }
    }

    fn can_untracked(self, action: Action) -> bool {
        self.view.with_untracked(|view| view.legal().contains(&action))
    }

    /// Says something beside the row, and to a screen reader.
    pub fn say(self, what: &str) {
        announce(what);
        self.said.set(Some(what.to_owned()));
    }

    /// A key was pressed, anywhere on the page.
    fn key(self, event: &KeyboardEvent) {
        let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
            return;
        };
        let within = |selector: &str| target.closest(selector).ok().flatten().is_some();
        if event.alt_key()
            || event.meta_key()
            || within("dialog, input:not(.ac-rail input), select, textarea")
            || !self.view.with_untracked(|view| view.my_turn())
        {
            return;
        }
        let key = event.key().to_lowercase();
        if event.ctrl_key() {
            if key == "z" {
                event.prevent_default();
                self.do_it(Action::Undo);
            }
            return;
        }
        let picked = self.picked.get_untracked();
        match key.as_str() {
            "u" => self.do_it(Action::Undo),
            "h" => self.hint(),
            "c" => self.whole.set(false),
            "p" => self.whole.set(true),
            "escape" => self.pick(None),
            "1" | "2" => {
                let distance = if key == "1" { 1 } else { 2 };
                match picked.map(|from| (from, from.checked_sub(distance))) {
                    Some((from, Some(to))) => self.go(from, to, self.whole.get_untracked()),
                    Some((_, None)) => self.say(NOT_THERE),
                    None => {}
                }
            }
            key if !within("button, a, summary, input") || within(".ac-row") => {
                let last = self.row.with_untracked(Row::len).saturating_sub(1);
                let at = self.at.get_untracked();
                let to = match key {
                    " " => {
                        event.prevent_default();
                        // A key that is held down deals once.
                        if !event.repeat() {
                            self.do_it(Action::Deal);
                        }
                        return;
                    }
                    "arrowleft" => at.saturating_sub(1),
                    "arrowright" => (at + 1).min(last),
                    "home" => 0,
                    "end" => last,
                    // Where there is no line above or below, one stays.
                    "arrowup" => at.checked_sub(self.columns()).unwrap_or(at),
                    "arrowdown" => Some(at + self.columns()).filter(|to| *to <= last).unwrap_or(at),
                    _ => return,
                };
                event.prevent_default();
                self.at.set(to);
                self.focus(to);
            }
            _ => {}
        }
    }

    /// How many piles lie side by side, as the page has wrapped them.
    fn columns(self) -> usize {
        let tops = self.node.get_untracked().map(|node| settle::places(&node)).unwrap_or_default();
        let first = tops.first().map(|place| place.2);
        tops.iter().take_while(|place| Some(place.2) == first).count().max(1)
    }

    /// The focus came into the row, or went to something else.
    pub fn note_focus(self, here: bool) {
        self.has_focus.set_value(here);
    }

    /// A pile that goes away takes the focus with it: then it goes to the pile one is at.
    pub fn keep_focus(self) {
        let lost = browser::document()
            .and_then(|document| document.active_element())
            .is_none_or(|at| at.tag_name() == "BODY");
        if lost && self.has_focus.get_value() {
            self.focus(self.at.get_untracked());
        }
    }

    fn focus(self, place: usize) {
        if let Some(pile) = self.element(place) {
            // Fails only for what is not on the page.
            let _ = pile.focus();
        }
    }

    /// The button of a pile.
    pub fn element(self, place: usize) -> Option<HtmlElement> {
        let node = self.node.try_get_untracked().flatten()?;
        node.query_selector(&format!("[data-place='{place}']")).ok().flatten()?.dyn_into().ok()
    }
}
