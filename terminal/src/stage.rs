//! The screen of the terminal: taken over at the start, given back at the end, whatever the end is.

use std::io::{self, BufWriter, IsTerminal as _, Stdout, stdin, stdout};
use std::panic;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::widgets::Widget;

/// The exit code of a Rust program that panicked.
const PANICKED: i32 = 101;

/// Room for a frame, so that one is written at once.
const FRAME_BYTES: usize = 64 * 1024;

/// Whether there is something to give back. A terminal belongs to the process, and a panic has no other way to ask.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The screen, as long as it is ours.
pub struct Stage {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
}

impl Stage {
    /// Takes the screen over: the alternate one, without echo and without line editing. From here on a panic, in
    /// whichever thread, gives it back and ends the process.
    ///
    /// # Errors
    ///
    /// Standard output is no terminal, or the terminal does not take part.
    pub fn open() -> io::Result<Self> {
        if !stdout().is_terminal() {
            return Err(io::Error::other("standard output is not a terminal"));
        }
        give_back_on_panic();
        TAKEN.store(true, Ordering::SeqCst);
        match Self::take() {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    fn take() -> io::Result<Terminal<CrosstermBackend<BufWriter<Stdout>>>> {
        // Keys may come from a file or a pipe, which has no modes.
        if stdin().is_terminal() {
            enable_raw_mode()?;
        }
        let mut out = BufWriter::with_capacity(FRAME_BYTES, stdout());
        execute!(out, EnterAlternateScreen)?;
        Terminal::new(CrosstermBackend::new(out))
    }

    /// Draws `picture` on the whole screen. Only what differs from the last one is written.
    ///
    /// # Errors
    ///
    /// The terminal is gone.
    pub fn draw(&mut self, picture: impl Widget) -> io::Result<()> {
        self.terminal.draw(|frame| frame.render_widget(picture, frame.area()))?;
        Ok(())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        give_back();
    }
}

/// The screen for text that is read page by page, as long as it is ours: the alternate one, so that nobody can scroll
/// back to a page. Lines are typed with the terminal's own echo and editing.
pub struct Pages(());

impl Pages {
    /// Takes the screen over. From here on a panic, in whichever thread, gives it back and ends the process.
    ///
    /// # Errors
    ///
    /// The terminal does not take part.
    pub fn open() -> io::Result<Self> {
        give_back_on_panic();
        TAKEN.store(true, Ordering::SeqCst);
        let pages = Self(());
        execute!(stdout(), EnterAlternateScreen)?;
        Ok(pages)
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        give_back();
    }
}

fn give_back_on_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        give_back();
        before(info);
        // A panic of a thread that only reads would otherwise go unseen.
        process::exit(PANICKED);
    }));
}

/// Does nothing the second time. A terminal that is gone needs nothing back, so failures are of no interest.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(stdout(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
