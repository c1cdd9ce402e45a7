//! A program in a terminal of its own, and what its screen shows.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::{Parser, Screen};

/// How long a test waits for the screen before it fails.
const DEADLINE: Duration = Duration::from_secs(20);

pub struct Program(CommandBuilder);

impl Program {
    pub fn new(path: impl AsRef<OsStr>) -> Self {
        let mut command = CommandBuilder::new(path);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        Self(command)
    }

    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.0.arg(arg);
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.0.env(name, value);
        self
    }

    pub fn current_dir(mut self, folder: impl AsRef<OsStr>) -> Self {
        self.0.cwd(folder);
        self
    }

    pub fn start(self, (columns, rows): (u16, u16)) -> Tty {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let child = pair.slave.spawn_command(self.0).unwrap();
        // Otherwise the master never sees the end.
        drop(pair.slave);
        let output = Arc::new(Output::new(rows, columns));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let feed = Arc::clone(&output);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Linux reports the end as an error.
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                feed.change(|state| {
                    state.parser.process(&buffer[..length]);
                    state.bytes += length;
                });
            }
            feed.change(|state| state.closed = true);
        });
        let keyboard = pair.master.take_writer().unwrap();
        Tty { child, master: pair.master, keyboard, output }
    }
}

struct Output {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    parser: Parser,
    /// How many bytes were written to the terminal.
    bytes: usize,
    closed: bool,
}

impl Output {
    fn new(rows: u16, columns: u16) -> Self {
        let parser = Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0);
        Self { state: Mutex::new(State { parser, bytes: 0, closed: false }), changed: Condvar::new() }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
        self.changed.notify_all();
    }

    /// Waits until the state is as wanted.
    fn wait(&self, what: &str, mut wanted: impl FnMut(&State) -> bool) -> MutexGuard<'_, State> {
        let until = Instant::now() + DEADLINE;
        let mut state = self.state.lock().unwrap();
        while !wanted(&state) {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let contents = state.parser.screen().contents();
                drop(state);
                panic!("{what}; the screen shows:\n{contents}");
            }
            state = self.changed.wait_timeout(state, left).unwrap().0;
        }
        state
    }
}

pub struct Tty {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    output: Arc<Output>,
}

impl Tty {
    /// Waits until the screen shows `text`, wrapped or not.
    pub fn shows(&self, text: &str) {
        self.until(&format!("waited for {text:?}"), |screen| {
            screen.contents().replace('\n', " ").contains(text)
        });
    }

    /// Waits until the screen is as wanted.
    pub fn until(&self, what: &str, wanted: impl Fn(&Screen) -> bool) {
        drop(self.output.wait(what, |state| wanted(state.parser.screen())));
    }

    /// Waits until the screen shows these lines, and nothing else.
    pub fn shows_exactly(&self, lines: &[&str]) {
        self.until(&format!("waited for {lines:#?}"), |screen| {
            screen.contents().lines().map(str::trim_end).eq(lines.iter().copied())
        });
    }

    /// Waits until more than `bytes` were written and the line with the cursor is one of `questions`: which one. `None`
    /// if the program ends instead.
    pub fn asks(&self, questions: &[&str], bytes: usize) -> Option<usize> {
        let asked = |state: &State| {
            let screen = state.parser.screen();
            let (row, _) = screen.cursor_position();
            let line = screen.rows(0, u16::MAX).nth(row.into()).unwrap_or_default();
            let asked = questions.iter().position(|question| line.trim_end() == question.trim_end());
            asked.filter(|_| state.bytes > bytes)
        };
        let state = self.output.wait("waited for a question", |state| state.closed || asked(state).is_some());
        asked(&state)
    }

    /// How many bytes the program has written.
    pub fn bytes(&self) -> usize {
        self.output.state.lock().unwrap().bytes
    }

    pub fn types(&mut self, keys: impl AsRef<[u8]>) {
        self.keyboard.write_all(keys.as_ref()).unwrap();
        self.keyboard.flush().unwrap();
    }

    pub fn resize(&self, (columns, rows): (u16, u16)) {
        let (height, width) = (rows.try_into().unwrap(), columns.try_into().unwrap());
        self.output.change(|state| state.parser.screen_mut().set_size(height, width));
        self.master.resize(PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }).unwrap();
    }

    /// Sends the program a signal, by its name.
    pub fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// Waits for the end of the program: its exit code and what it leaves on the ordinary screen. Checks that the
    /// terminal is as it was.
    pub fn ends(&mut self) -> (u32, String) {
        let state = self.output.wait("waited for the end", |state| state.closed);
        let code = self.child.wait().unwrap().exit_code();
        let screen = state.parser.screen();
        assert!(!screen.alternate_screen(), "the alternate screen is left");
        assert!(!screen.hide_cursor(), "the cursor is back");
        (code, screen.contents())
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        // Already over, unless the test failed.
        let _ = self.child.kill();
    }
}
