//! The conversation: joining, keys, leaving, and what to do when no answer comes.
//!
//! A pure state machine. It is told what happened and what time it is, and says what to do next.

use std::time::{Duration, Instant};

use super::input::{LEAVE, keystroke};
use super::screen::{Role, Screen};
use super::wire::{ClientMessage, Malformed, ServerMessage};
use crate::keys::Key;

/// How long to wait for the server before asking again to join.
pub const JOIN_TIME: Duration = Duration::from_secs(5);

/// How long to wait for the goodbye of the server.
pub const LEAVE_TIME: Duration = Duration::from_secs(3);

/// How large the window of the terminal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// In characters.
    pub columns: u16,
    /// In characters.
    pub rows: u16,
}

/// What happened.
#[derive(Debug)]
pub enum Event {
    /// A datagram came.
    Heard(Result<ServerMessage, Malformed>),
    /// A key was pressed.
    Typed(Key),
    /// Nobody will press any key again.
    InputEnded,
    /// The window has another size.
    Resized(Window),
    /// A signal asks the program to end.
    Stopped {
        /// Its number.
        signal: u8,
    },
}

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Send this and go on.
    Send(ClientMessage),
    /// End the program.
    Leave(Ending),
}

/// How a session ends.
#[derive(Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the server, with its explanation.
    Quit(String),
    /// By us; the server did not confirm it.
    Unanswered,
    /// By a signal.
    Stopped {
        /// Its number.
        signal: u8,
    },
}

/// What is to be seen.
#[derive(Debug, PartialEq, Eq)]
pub enum Picture<'a> {
    /// Text that fills the window.
    Text(String),
    /// The status line and below it the map.
    Map {
        /// Already with its notice.
        status: String,
        /// From the first row of the map on.
        rows: &'a [String],
    },
}

/// A client and its server.
#[derive(Debug)]
pub struct Session {
    server: String,
    join: ClientMessage,
    screen: Screen,
    window: Window,
    /// How often the server was asked to let us join.
    asked: u32,
    /// When to ask, as long as it does not answer.
    ask_at: Instant,
    /// Until when to wait for the goodbye, once we are leaving.
    leave_by: Option<Instant>,
}

impl Session {
    /// A session that joins with `join`, in a window of this size. `server` is how the user calls the server.
    pub fn new(server: String, join: ClientMessage, window: Window, now: Instant) -> Self {
        let role = if join == ClientMessage::Spectate { Role::Spectator } else { Role::Player };
        Self { server, join, screen: Screen::new(role), window, asked: 0, ask_at: now, leave_by: None }
    }

    /// Takes in what happened.
    pub fn handle(&mut self, event: Event, now: Instant) -> Option<Step> {
        match event {
            Event::Heard(Ok(ServerMessage::Quit(explanation))) => {
                Some(Step::Leave(Ending::Quit(explanation)))
            }
            Event::Heard(message) => {
                self.screen.hear(message, now);
                None
            }
            Event::Typed(key) => self.typed(keystroke(key)?, now),
            Event::InputEnded => self.typed(LEAVE, now),
            Event::Resized(window) => {
                self.window = window;
                None
            }
            Event::Stopped { signal } => Some(Step::Leave(Ending::Stopped { signal })),
        }
    }

    fn typed(&mut self, keystroke: u8, now: Instant) -> Option<Step> {
        if self.leave_by.is_some() {
            return None;
        }
        if keystroke == LEAVE {
            self.leave_by = Some(now + LEAVE_TIME);
        } else if self.wanted_window().is_some() {
            // Nobody walks through a map they can't see.
            return None;
        }
        Some(Step::Send(ClientMessage::Key(keystroke)))
    }

    /// Does what is due.
    pub fn tick(&mut self, now: Instant) -> Option<Step> {
        self.screen.expire(now);
        if let Some(leave_by) = self.leave_by {
            return (leave_by <= now).then_some(Step::Leave(Ending::Unanswered));
        }
        if self.screen.is_joined() || now < self.ask_at {
            return None;
        }
        self.asked = self.asked.saturating_add(1);
        self.ask_at = now + JOIN_TIME;
        Some(Step::Send(self.join.clone()))
    }

    /// When [`Self::tick`] has something to do, if nothing happens before.
    pub fn wakes_at(&self) -> Option<Instant> {
        let ask_at = (!self.screen.is_joined()).then_some(self.ask_at);
        let next = self.leave_by.or(ask_at);
        next.into_iter().chain(self.screen.expires_at()).min()
    }

    /// Says something on the status line.
    pub fn notify(&mut self, text: String, now: Instant) {
        self.screen.notify(text, now);
    }

    /// What is to be seen now.
    pub fn picture(&self) -> Picture<'_> {
        if let Some(wanted) = self.wanted_window() {
            let Window { columns, rows } = self.window;
            return Picture::Text(format!(
                "The map needs {} columns and {} rows; this window has {columns} and {rows}. \
                 Make it larger, or press Q to leave.",
                wanted.columns, wanted.rows
            ));
        }
        if !self.screen.is_joined() {
            return Picture::Text(self.before_joining());
        }
        let mut status = self.screen.status();
        if self.leave_by.is_some() {
            status.push_str("  Leaving...");
        }
        Picture::Map { status, rows: self.screen.rows() }
    }

    fn before_joining(&self) -> String {
        let mut text = match (self.leave_by, self.asked) {
            (Some(_), _) => "Leaving...".to_owned(),
            (None, 0 | 1) => format!("Asking {} to join...", self.server),
            (None, _) => format!("{} does not answer. Still trying; press Q to leave.", self.server),
        };
        if let Some(notice) = self.screen.notice() {
            text.push_str("  ");
            text.push_str(notice);
        }
        text
    }

    /// The window that the map needs, if this one is too small. The status line takes a row; the column beside the
    /// map keeps terminals from scrolling when the last corner is written.
    fn wanted_window(&self) -> Option<Window> {
        let size = self.screen.size()?;
        let wanted = Window { columns: size.columns.saturating_add(1), rows: size.rows.saturating_add(1) };
        (self.window.columns < wanted.columns || self.window.rows < wanted.rows).then_some(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Named;

    const WINDOW: Window = Window { columns: 80, rows: 24 };

    fn session(now: Instant) -> Session {
        Session::new("here port 5000".into(), ClientMessage::join(Some(b"Ada")), WINDOW, now)
    }

    fn playing(now: Instant) -> Session {
        let mut session = session(now);
        assert_eq!(session.tick(now), Some(Step::Send(ClientMessage::Play(b"Ada".to_vec()))));
        for datagram in ["OK A", "GRID 2 3", "GOLD 0 0 250", "DISPLAY\n.@.\n...\n"] {
            assert_eq!(hear(&mut session, datagram, now), None);
        }
        session
    }

    fn hear(session: &mut Session, datagram: &str, now: Instant) -> Option<Step> {
        session.handle(Event::Heard(ServerMessage::parse(datagram.as_bytes())), now)
    }

    fn press(session: &mut Session, key: u8, now: Instant) -> Option<Step> {
        session.handle(Event::Typed(Key::Printable(key)), now)
    }

    fn before(now: Instant) -> Instant {
        now.checked_sub(Duration::from_millis(1)).unwrap()
    }

    fn text(session: &Session) -> String {
        match session.picture() {
            Picture::Text(text) => text,
            Picture::Map { status, .. } => panic!("a map: {status}"),
        }
    }

    fn status(session: &Session) -> String {
        match session.picture() {
            Picture::Text(text) => panic!("no map: {text}"),
            Picture::Map { status, .. } => status,
        }
    }

    #[test]
    fn keys_are_sent() {
        let now = Instant::now();
        let mut session = playing(now);
        assert_eq!(press(&mut session, b'h', now), Some(Step::Send(ClientMessage::Key(b'h'))));
        let up = Event::Typed(Key::Named { key: Named::Up, shift: false });
        assert_eq!(session.handle(up, now), Some(Step::Send(ClientMessage::Key(b'k'))));
        assert_eq!(session.handle(Event::Typed(Key::Control(b'A')), now), None);
    }

    #[test]
    fn a_silent_server_is_asked_again_every_five_seconds() {
        let start = Instant::now();
        let mut session = session(start);
        let join = || Some(Step::Send(ClientMessage::Play(b"Ada".to_vec())));
        assert_eq!(session.wakes_at(), Some(start));
        assert_eq!(session.tick(start), join());
        assert_eq!(text(&session), "Asking here port 5000 to join...");
        for round in 1..4 {
            let now = start + JOIN_TIME * round;
            assert_eq!(session.wakes_at(), Some(now));
            assert_eq!(session.tick(before(now)), None);
            assert_eq!(session.tick(now), join());
            assert_eq!(text(&session), "here port 5000 does not answer. Still trying; press Q to leave.");
        }
        hear(&mut session, "OK A", start + JOIN_TIME * 4);
        assert_eq!(session.wakes_at(), None);
        assert_eq!(session.tick(start + JOIN_TIME * 5), None);
        assert_eq!(status(&session), "Player A");
    }

    #[test]
    fn an_error_before_joining_is_told() {
        let now = Instant::now();
        let mut session = session(now);
        session.tick(now);
        hear(&mut session, "ERROR too many", now);
        assert_eq!(text(&session), "Asking here port 5000 to join...  too many");
    }

    #[test]
    fn whoever_joined_is_not_disturbed_by_the_answer_to_asking_twice() {
        let now = Instant::now();
        let mut session = playing(now);
        assert_eq!(hear(&mut session, "ERROR you are in the match", now), None);
        assert!(status(&session).ends_with("  you are in the match"));
    }

    #[test]
    fn leaving_waits_for_the_goodbye() {
        let now = Instant::now();
        let mut session = playing(now);
        assert_eq!(press(&mut session, b'Q', now), Some(Step::Send(ClientMessage::Key(b'Q'))));
        assert!(status(&session).ends_with("  Leaving..."));
        // Neither keys nor another Q go out any more.
        assert_eq!(press(&mut session, b'h', now), None);
        assert_eq!(session.handle(Event::InputEnded, now), None);
        assert_eq!(hear(&mut session, "DISPLAY\n...\n...\n", now), None);
        let quit = Some(Step::Leave(Ending::Quit("Thanks for playing!".into())));
        assert_eq!(hear(&mut session, "QUIT Thanks for playing!", now), quit);
    }

    #[test]
    fn leaving_gives_up_after_three_seconds() {
        let now = Instant::now();
        let mut session = playing(now);
        session.handle(Event::InputEnded, now);
        assert_eq!(session.wakes_at(), Some(now + LEAVE_TIME));
        assert_eq!(session.tick(before(now + LEAVE_TIME)), None);
        assert_eq!(session.tick(now + LEAVE_TIME), Some(Step::Leave(Ending::Unanswered)));
    }

    #[test]
    fn leaving_a_silent_server_does_not_ask_again() {
        let now = Instant::now();
        let mut session = session(now);
        session.tick(now);
        assert!(press(&mut session, b'Q', now + Duration::from_secs(4)).is_some());
        assert_eq!(session.tick(now + JOIN_TIME), None);
        assert_eq!(text(&session), "Leaving...");
        assert_eq!(session.tick(now + JOIN_TIME * 2), Some(Step::Leave(Ending::Unanswered)));
    }

    #[test]
    fn a_small_window_is_told_and_takes_only_q() {
        let now = Instant::now();
        let mut session = playing(now);
        for small in [Window { columns: 3, rows: 24 }, Window { columns: 80, rows: 2 }] {
            assert_eq!(session.handle(Event::Resized(small), now), None);
            assert!(text(&session).contains("needs 4 columns and 3 rows"));
            assert_eq!(press(&mut session, b'h', now), None);
        }
        assert_eq!(session.handle(Event::Resized(Window { columns: 4, rows: 3 }), now), None);
        assert!(matches!(session.picture(), Picture::Map { .. }));
        session.handle(Event::Resized(Window { columns: 1, rows: 1 }), now);
        assert!(press(&mut session, b'Q', now).is_some());
    }

    #[test]
    fn a_signal_ends_it_at_once() {
        let now = Instant::now();
        let ending = Some(Step::Leave(Ending::Stopped { signal: 15 }));
        assert_eq!(playing(now).handle(Event::Stopped { signal: 15 }, now), ending);
    }
}
