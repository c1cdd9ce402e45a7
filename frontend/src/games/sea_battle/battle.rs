//! The shooting: two charts, the aim, and the button that fires. Spectators see the same from outside.

use std::sync::Arc;

use leptos::ev::{self, KeyboardEvent};
use leptos::html::Div;
use leptos::prelude::*;
use shared::game::Seat;
use shared::sea_battle::Cells as CellSet;
use shared::sea_battle::{Action, Cell, Event, Phase, SeaBattle, View, other};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use crate::games::sea_battle::aim::Step;
use crate::games::sea_battle::board::Board;
use crate::games::sea_battle::cells::{Cells, Pressed, focus_cell};
use crate::games::sea_battle::chart::Chart;
use crate::games::sea_battle::drawing::Drawing;
use crate::games::sea_battle::ended::Ended;
use crate::games::sea_battle::fleet::FleetRoll;
use crate::games::sea_battle::geometry::A1;
use crate::games::sea_battle::people::Manners;
use crate::games::sea_battle::stats::{Salvo, in_order};
use crate::games::sea_battle::turn::{Turn, last_event};
use crate::games::sea_battle::words;
use crate::state::match_::MatchState;
use crate::ui::icon::Icon;

/// Lines of the log of shots.
const LOG: usize = 6;

/// The aim of a player: where it is, and whether it may fire.
#[derive(Clone, Copy)]
struct Aim {
    shoot: Callback<Cell>,
    /// A shot is under way.
    busy: Signal<bool>,
    /// The cell that Tab leads to and the aim is on.
    at: RwSignal<Cell>,
    /// False until the player first aims.
    taken: RwSignal<bool>,
    /// Cells that can't be shot at any more.
    closed: Memo<CellSet>,
    my_turn: Memo<bool>,
}

impl Aim {
    fn new(state: MatchState<SeaBattle>, view: Signal<Arc<View>>, target: Seat) -> Self {
        let shoot = move |cell: Cell| state.act(Action::Shoot { x: cell.x().into(), y: cell.y().into() });
        Self {
            shoot: Callback::new(shoot),
            busy: state.busy,
            at: RwSignal::new(A1),
            taken: RwSignal::new(false),
            closed: Memo::new(move |_| view.with(|view| view.board(target).knowledge().closed())),
            my_turn: Memo::new(move |_| view.with(|view| view.my_turn())),
        }
    }

    /// The cell aimed at, while it can be shot at.
    fn cell(self) -> Option<Cell> {
        let at = self.at.get();
        let open = self.my_turn.get() && self.taken.get() && !self.closed.with(|closed| closed.contains(at));
        open.then_some(at)
    }

    /// The same, for handlers of events.
    fn cell_untracked(self) -> Option<Cell> {
        untrack(move || self.cell())
    }

    /// Nothing can be done now: a shot is under way, or it is not this player's turn.
    fn locked(self) -> bool {
        !self.my_turn.get() || self.busy.get()
    }

    fn point(self, cell: Cell) {
        self.at.set(cell);
        self.taken.set(true);
    }

    fn fire(self, cell: Cell) {
        let open = !self.closed.with_untracked(|closed| closed.contains(cell));
        if open && self.my_turn.get_untracked() && !self.busy.get_untracked() {
            self.shoot.run(cell);
        }
    }

    fn press(self, pressed: Pressed) {
        self.point(pressed.cell);
        if pressed.by.fires() {
            self.fire(pressed.cell);
        }
    }
}

/// The boards of a match that has begun.
#[component]
pub fn Battle(
    /// The match.
    state: MatchState<SeaBattle>,
    /// What is known of it.
    view: Signal<Arc<View>>,
) -> impl IntoView {
    let far = view.with_untracked(|view| words::facing(view));
    let near = other(far);
    let plays = view.with_untracked(|view| view.seat.is_some());
    let phase = Memo::new(move |_| view.with(|view| view.phase));
    let heading = Signal::derive(move || view.with(|view| heading(view)));
    let result = RwSignal::new(true);
    let aim = plays.then(|| Aim::new(state, view, far));
    let fire = move || match (phase.get(), aim) {
        (Phase::Over, _) => view! { <ResultButton open=result/> }.into_any(),
        (Phase::Playing, Some(aim)) => view! { <Fire aim=aim view=view/> }.into_any(),
        _ => ().into_any(),
    };
    view! {
        <Turn
            state=state
            view=view
            heading=heading
            clock_of=Signal::derive(move || view.with(|view| view.turn))
            last=last_event(state, view)
        />
        <Sea state=state view=view seat=far aim=aim class="sb__theirs" id="theirs"/>
        <div class="sb-fire">{fire}</div>
        <Sea state=state view=view seat=near aim=None class="sb__own" id="own">
            <Log view=view/>
            {plays.then(|| view! { <Manners state=state view=view/> })}
        </Sea>
        {move || (phase.get() == Phase::Over).then(|| view! { <Ended state=state view=view open=result/> })}
    }
}

fn heading(view: &View) -> String {
    match (view.phase, &view.outcome) {
        (Phase::Playing, _) => words::turn_heading(view),
        (Phase::Over, Some(ending)) => words::end_title(ending.code).to_owned(),
        (Phase::Over, None) => words::end_title(6).to_owned(),
        (Phase::Waiting | Phase::Placing, _) => {
            format!("{} against {}", words::name_of(view, Seat(0)), words::name_of(view, Seat(1)))
        }
    }
}

/// One sea with its heading, its board and its fleet.
#[component]
fn Sea(
    state: MatchState<SeaBattle>,
    view: Signal<Arc<View>>,
    seat: Seat,
    aim: Option<Aim>,
    class: &'static str,
    id: &'static str,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let own = view.with_untracked(|view| view.seat == Some(seat));
    let title = Signal::derive(move || view.with(|view| words::sea_of(view, seat)));
    let drawing = Memo::new(move |_| view.with(|view| Drawing::of(view.board(seat), own)));
    let cell_words = Memo::new(move |_| view.with(|view| labels(view, seat)));
    let fresh = Signal::derive(move || fell_on(state, seat));
    let board = match aim {
        Some(aim) => {
            let target = Signal::derive(move || aim.cell());
            let locked = Signal::derive(move || aim.locked());
            let grid = NodeRef::<Div>::new();
            aim_from_anywhere(aim, grid);
            let point = move |cell: Option<Cell>| {
                if let Some(cell) = cell {
                    aim.point(cell);
                }
            };
            view! {
                <Board aim=target locked=locked>
                    <Chart id=id drawing=drawing aim=target fresh=fresh/>
                    <Cells
                        label=title
                        words=cell_words
                        at=aim.at
                        closed=aim.closed
                        press=Callback::new(move |pressed| aim.press(pressed))
                        point=Callback::new(point)
                        grid=grid
                    />
                </Board>
            }
            .into_any()
        }
        None => view! {
            <Board>
                <Chart id=id drawing=drawing fresh=fresh/>
                <Cells label=title words=cell_words at=RwSignal::new(A1)/>
            </Board>
        }
        .into_any(),
    };
    view! {
        <section class=class aria-labelledby=id>
            <h2 class="sb__title" id=id>
                {title}
                " "
                <small>{move || view.with(|view| words::shooting(view, seat))}</small>
            </h2>
            {board}
            <FleetRoll view=view seat=seat/>
            {children.map(|children| children())}
        </section>
    }
}

/// The words for all cells of a board.
pub fn labels(view: &View, seat: Seat) -> Vec<String> {
    let board = view.board(seat);
    let own = view.seat == Some(seat);
    let known = board.knowledge();
    let ship = if own { "your ship" } else { "ship" };
    Cell::all().map(|cell| words::cell_label(board, &known, cell, ship, own)).collect()
}

/// Where the shot fell that the last message told of, if it fell on this board.
fn fell_on(state: MatchState<SeaBattle>, board: Seat) -> Option<Cell> {
    state.happened.with(|happened| {
        happened.as_ref()?.events.iter().find_map(|event| match event {
            Event::Fired { seat, cell, .. } if other(*seat) == board => Some(*cell),
            _ => None,
        })
    })
}

/// While nothing has the focus, the keys mean the board.
fn aim_from_anywhere(aim: Aim, grid: NodeRef<Div>) {
    let on_key = move |event: KeyboardEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        let nowhere = target.is_some_and(|target| target.tag_name() == "BODY");
        if !nowhere || event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        if event.key() == "Enter" {
            if let Some(cell) = aim.cell_untracked() {
                aim.fire(cell);
            }
        } else if let Some(step) = Step::of_key(&event.key()) {
            event.prevent_default();
            focus_cell(grid, step.from(aim.at.get_untracked()));
        }
    };
    let listener = window_event_listener(ev::keydown, on_key);
    on_cleanup(move || listener.remove());
}

/// The button that fires.
#[component]
fn Fire(aim: Aim, view: Signal<Arc<View>>) -> impl IntoView {
    let ready = Memo::new(move |_| !aim.locked() && aim.cell().is_some());
    let label = move || match aim.cell() {
        _ if !aim.my_turn.get() => view.with(|view| words::turn_heading(view)),
        Some(cell) if aim.busy.get() => format!("Firing at {cell}"),
        Some(cell) => format!("Fire at {cell}"),
        None => "Choose a cell".to_owned(),
    };
    let on_click = move |_| {
        if let Some(cell) = aim.cell_untracked() {
            aim.fire(cell);
        }
    };
    view! {
        <button
            class="btn btn--main btn--large"
            type="button"
            aria-disabled=move || (!ready.get()).then_some("true")
            on:click=on_click
        >
            {label}
            <Show when=move || ready.get()>
                <span class="key" aria-hidden="true">"Enter"</span>
            </Show>
        </button>
        <span class="sb-fire__hint">"Arrow keys aim"</span>
    }
}

/// Opens the result again.
#[component]
fn ResultButton(open: RwSignal<bool>) -> impl IntoView {
    view! {
        <button class="btn btn--main btn--large" type="button" on:click=move |_| open.set(true)>
            <Icon name="text"/>
            "Show the result"
        </button>
    }
}

/// The last shots, newest first.
#[component]
fn Log(view: Signal<Arc<View>>) -> impl IntoView {
    let lines = Memo::new(move |_| {
        view.with(|view| {
            let shots = in_order(view).into_iter().rev().take(LOG);
            let line = |salvo: Salvo| {
                let who = if view.seat == Some(salvo.by) {
                    "You".to_owned()
                } else {
                    words::name_of(view, salvo.by)
                };
                (who, salvo.shot.cell.to_string(), words::result_word(salvo.shot.result))
            };
            shots.map(line).collect::<Vec<_>>()
        })
    });
    let line = |(who, cell, result): (String, String, &'static str)| {
        view! {
            <li>
                <span>{who}</span>
                <b>{cell}</b>
                <span>{result}</span>
            </li>
        }
    };
    view! {
        <ol class="sb-log" aria-label="Last shots">
            {move || lines.get().into_iter().map(line).collect_view()}
        </ol>
    }
}
