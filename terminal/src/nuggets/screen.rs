//! What the messages of the server add up to: status line, map, notice.
//!
//! Messages may come in any order, twice, or not at all; each leaves a screen that can be drawn.

use std::time::{Duration, Instant};

use super::rows::{GridSize, rows};
use super::wire::{Malformed, ServerMessage};

/// How long a notice stays, if no other takes its place.
const NOTICE_TIME: Duration = Duration::from_secs(5);

/// What this client is to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Plays.
    Player,
    /// Watches.
    Spectator,
}

/// All that the server has told.
#[derive(Debug)]
pub struct Screen {
    role: Role,
    letter: Option<char>,
    /// Purse and unclaimed.
    gold: Option<(u32, u32)>,
    grid: Option<GridSize>,
    /// The last DISPLAY as it came, since a late GRID can change its meaning.
    display: Vec<u8>,
    rows: Vec<String>,
    notice: Option<Notice>,
}

#[derive(Debug)]
struct Notice {
    text: String,
    until: Instant,
}

impl Screen {
    /// Before the server has said anything.
    pub const fn new(role: Role) -> Self {
        Self {
            role,
            letter: None,
            gold: None,
            grid: None,
            display: Vec::new(),
            rows: Vec::new(),
            notice: None,
        }
    }

    /// Takes in what came. A QUIT changes nothing: there is no screen after it.
    pub fn hear(&mut self, message: Result<ServerMessage, Malformed>, now: Instant) {
        match message {
            Ok(ServerMessage::Ok(letter)) => self.letter = Some(letter),
            Ok(ServerMessage::Grid(size)) => {
                self.grid = Some(size);
                self.lay_out();
            }
            Ok(ServerMessage::Gold { found, purse, unclaimed }) => {
                self.gold = Some((purse, unclaimed));
                // Others' finds come as 0, also right after one's own; they are no news.
                if found > 0 {
                    self.notify(format!("GOLD received: {found}"), now);
                }
            }
            Ok(ServerMessage::Display(text)) => {
                self.display = text;
                self.lay_out();
            }
            Ok(ServerMessage::Error(text)) => self.notify(text.replace('\n', " "), now),
            Ok(ServerMessage::Quit(_)) => {}
            Err(malformed) => self.notify(malformed.to_string(), now),
        }
    }

    fn lay_out(&mut self) {
        if !self.display.is_empty() {
            self.rows = rows(&self.display, self.grid);
        }
    }

    /// Says something for a while.
    pub fn notify(&mut self, text: String, now: Instant) {
        self.notice = Some(Notice { text, until: now + NOTICE_TIME });
    }

    /// Lets go of a notice that has been there long enough.
    pub fn expire(&mut self, now: Instant) {
        self.notice.take_if(|notice| notice.until <= now);
    }

    /// When [`Self::expire`] has something to do.
    pub fn expires_at(&self) -> Option<Instant> {
        self.notice.as_ref().map(|notice| notice.until)
    }

    /// The notice that is on now.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_ref().map(|notice| notice.text.as_str())
    }

    /// The first line: how it stands, and the notice after two blanks.
    pub fn status(&self) -> String {
        let mut status = match (self.role, self.gold) {
            (Role::Player, Some((purse, unclaimed))) => {
                format!("{} has {purse} nuggets ({unclaimed} nuggets unclaimed).", self.player())
            }
            (Role::Player, None) => self.player(),
            (Role::Spectator, Some((_, unclaimed))) => format!("Spectator: {unclaimed} nuggets unclaimed."),
            (Role::Spectator, None) => "Spectator".to_owned(),
        };
        if let Some(notice) = self.notice() {
            status.push_str("  ");
            status.push_str(notice);
        }
        status
    }

    fn player(&self) -> String {
        self.letter.map_or_else(|| "Player".to_owned(), |letter| format!("Player {letter}"))
    }

    /// The map, from its first row on; empty as long as there is none.
    pub fn rows(&self) -> &[String] {
        &self.rows
    }

    /// How large the map is, once anything about it is known.
    pub fn size(&self) -> Option<GridSize> {
        self.grid.or_else(|| GridSize::of(&self.rows))
    }

    /// Whether the server takes us for one of its clients.
    pub const fn is_joined(&self) -> bool {
        self.letter.is_some() || self.grid.is_some() || self.gold.is_some() || !self.display.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hear(screen: &mut Screen, datagram: &str, now: Instant) {
        screen.hear(ServerMessage::parse(datagram.as_bytes()), now);
    }

    fn screen(role: Role, datagrams: &[&str]) -> Screen {
        let mut screen = Screen::new(role);
        let now = Instant::now();
        for datagram in datagrams {
            hear(&mut screen, datagram, now);
        }
        screen
    }

    #[test]
    fn a_player_joins() {
        let screen = screen(Role::Player, &["OK A", "GRID 1 3", "GOLD 0 0 250", "DISPLAY\n.@.\n"]);
        assert_eq!(screen.status(), "Player A has 0 nuggets (250 nuggets unclaimed).");
        assert_eq!(screen.rows(), [".@."]);
        assert_eq!(screen.size(), GridSize::new(1, 3));
        assert!(screen.is_joined());
    }

    #[test]
    fn a_spectator_joins() {
        let screen = screen(Role::Spectator, &["GRID 1 3", "GOLD 0 0 211", "DISPLAY\n.A.\n"]);
        assert_eq!(screen.status(), "Spectator: 211 nuggets unclaimed.");
        assert!(screen.is_joined());
    }

    #[test]
    fn found_gold_is_told_after_two_blanks() {
        let screen = screen(Role::Player, &["OK A", "GOLD 39 39 211"]);
        assert_eq!(screen.status(), "Player A has 39 nuggets (211 nuggets unclaimed).  GOLD received: 39");
    }

    #[test]
    fn gold_of_others_leaves_the_notice() {
        for datagrams in
            [["OK A", "GOLD 0 39 211", "GOLD 39 39 211"], ["OK A", "GOLD 39 39 211", "GOLD 0 39 205"]]
        {
            assert_eq!(screen(Role::Player, &datagrams).notice(), Some("GOLD received: 39"));
        }
    }

    #[test]
    fn an_error_is_told_on_one_line() {
        let screen = screen(Role::Spectator, &["GOLD 0 0 9", "ERROR usage: unknown\nkeystroke\n"]);
        assert_eq!(screen.status(), "Spectator: 9 nuggets unclaimed.  usage: unknown keystroke");
    }

    #[test]
    fn what_is_no_message_is_told_and_changes_nothing_else() {
        let screen =
            screen(Role::Player, &["OK B", "GOLD 0 3 9", "GRID 1 3", "DISPLAY\n.@.\n", "GOLD x", "DISPLAY"]);
        assert_eq!(
            screen.status(),
            "Player B has 3 nuggets (9 nuggets unclaimed).  malformed DISPLAY from the server"
        );
        assert_eq!(screen.rows(), [".@."]);
    }

    #[test]
    fn a_display_may_come_before_everything_else() {
        let mut early = screen(Role::Player, &["DISPLAY\n.@.|..\n"]);
        assert_eq!(early.rows(), [".@.|.."]);
        assert_eq!(early.size(), GridSize::new(1, 6));
        assert_eq!(early.status(), "Player");
        let now = Instant::now();
        hear(&mut early, "GRID 2 3", now);
        hear(&mut early, "OK C", now);
        assert_eq!(early.rows(), [".@.", "|.."]);
        assert_eq!(early.status(), "Player C");
    }

    #[test]
    fn a_notice_goes_after_its_time() {
        let mut screen = Screen::new(Role::Player);
        let now = Instant::now();
        assert_eq!(screen.expires_at(), None);
        hear(&mut screen, "ERROR no", now);
        screen.expire(now + NOTICE_TIME / 2);
        assert_eq!(screen.notice(), Some("no"));
        assert_eq!(screen.expires_at(), Some(now + NOTICE_TIME));
        screen.expire(now + NOTICE_TIME);
        assert_eq!(screen.notice(), None);
    }

    #[test]
    fn an_error_alone_does_not_join() {
        assert!(!screen(Role::Player, &["ERROR who are you", "nonsense"]).is_joined());
    }

    proptest! {
        #[test]
        fn no_order_of_messages_breaks_it(
            datagrams in proptest::collection::vec(
                (
                    prop_oneof![
                        Just("OK "), Just("GRID "), Just("GOLD "), Just("DISPLAY\n"), Just("ERROR "), Just(""),
                    ],
                    "[ -~\n\0é0-9A-Z]{0,12}",
                ),
                0..20,
            ),
        ) {
            let mut screen = Screen::new(Role::Player);
            let now = Instant::now();
            for (word, rest) in datagrams {
                hear(&mut screen, &format!("{word}{rest}"), now);
                prop_assert!(!screen.status().contains('\n'));
                if let Some(size) = screen.size() {
                    prop_assert!(screen.rows().len() <= usize::from(size.rows));
                }
            }
        }
    }
}
