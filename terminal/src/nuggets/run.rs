//! The loop that ties keys, network, session and screen together.

use std::io::{self, Read as _, stdin};
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt as _;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use ratatui::crossterm::terminal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGWINCH};
use signal_hook::iterator::Signals;
use thiserror::Error;

use super::args::Args;
use super::draw::Drawing;
use super::input::LEAVE;
use super::link::{Link, LinkError};
use super::session::{Ending, Event, Session, Step, Window};
use super::wire::ClientMessage;
use crate::colour;
use crate::keys::Decoder;
use crate::stage::Stage;

/// How many events may wait. Whoever has more to tell waits too; the network then drops datagrams, as it may.
const QUEUE: usize = 64;

/// How many events at most go into one picture, so that a flood of them does not keep the screen from changing.
const BATCH: usize = QUEUE;

/// How many bytes of input to take at once.
const INPUT_BYTES: usize = 1024;

/// Why the program can't go on.
#[derive(Debug, Error)]
pub enum Failure {
    /// The server can't be reached at all.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The network stopped to work.
    #[error("the network fails: {0}")]
    Network(io::Error),
    /// The terminal can't be drawn on.
    #[error("the terminal fails: {0}")]
    Terminal(#[from] io::Error),
}

/// What the threads tell.
type Told = Result<Event, Failure>;

/// Joins, plays, leaves. The terminal is as it was afterwards.
///
/// # Errors
///
/// Address, network or terminal don't work.
pub fn run(args: &Args) -> Result<Ending, Failure> {
    let link = Arc::new(Link::open(&args.host, args.port)?);
    let (tell, events) = sync_channel(QUEUE);
    let mut stage = Stage::open()?;
    tell_of_signals(tell.clone())?;
    tell_of_datagrams(Arc::clone(&link), tell.clone());
    tell_of_keys(tell);

    let join = ClientMessage::join(args.name.as_ref().map(|name| name.as_bytes()));
    let session = Session::new(args.server(), join, window()?, Instant::now());
    let ending = play(session, &mut stage, &link, &events);
    if !matches!(ending, Ok(Ending::Quit(_) | Ending::Unanswered)) {
        // So that nobody stays on the map who is gone. There is no time to hear whether it arrived.
        let _ = link.send(&ClientMessage::Key(LEAVE));
    }
    ending
}

fn play(
    mut session: Session,
    stage: &mut Stage,
    link: &Link,
    events: &Receiver<Told>,
) -> Result<Ending, Failure> {
    let colour = colour::wanted();
    loop {
        if let Some(step) = session.tick(Instant::now())
            && let ControlFlow::Break(ending) = perform(step, link, &mut session)
        {
            return Ok(ending);
        }
        stage.draw(Drawing { picture: session.picture(), colour })?;
        let Some(first) = wait(events, session.wakes_at()) else { continue };
        for told in std::iter::once(first).chain(events.try_iter()).take(BATCH) {
            if let Some(step) = session.handle(told?, Instant::now())
                && let ControlFlow::Break(ending) = perform(step, link, &mut session)
            {
                return Ok(ending);
            }
        }
    }
}

/// The next that is told, unless `until` comes first.
fn wait(events: &Receiver<Told>, until: Option<Instant>) -> Option<Told> {
    let told = match until {
        Some(until) => events.recv_timeout(until.saturating_duration_since(Instant::now())),
        None => events.recv().map_err(RecvTimeoutError::from),
    };
    match told {
        Ok(told) => Some(told),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => unreachable!("the thread of signals never ends"),
    }
}

fn perform(step: Step, link: &Link, session: &mut Session) -> ControlFlow<Ending> {
    match step {
        Step::Send(message) => {
            if let Err(error) = link.send(&message) {
                // Networks come back.
                session.notify(format!("can't send: {error}"), Instant::now());
            }
            ControlFlow::Continue(())
        }
        Step::Leave(ending) => ControlFlow::Break(ending),
    }
}

fn window() -> io::Result<Window> {
    let (columns, rows) = terminal::size()?;
    Ok(Window { columns, rows })
}

/// Tells of signals from a thread of its own: a new window size, and requests to end. Ctrl-C in a terminal whose keys
/// we don't read comes as a signal and asks for the same as the key.
fn tell_of_signals(tell: SyncSender<Told>) -> io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM, SIGWINCH])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let told = match signal {
                SIGWINCH => window().map(Event::Resized).map_err(Failure::Terminal),
                SIGINT => Ok(Event::InputEnded),
                signal => Ok(Event::Stopped { signal: u8::try_from(signal).unwrap_or_default() }),
            };
            if tell.send(told).is_err() {
                return;
            }
        }
    });
    Ok(())
}

fn tell_of_datagrams(link: Arc<Link>, tell: SyncSender<Told>) {
    thread::spawn(move || {
        let heard = link.listen(|message| match tell.send(Ok(Event::Heard(message))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        });
        if let Err(error) = heard {
            // Nobody to tell: the program is ending already.
            let _ = tell.send(Err(Failure::Network(error)));
        }
    });
}

fn tell_of_keys(tell: SyncSender<Told>) {
    thread::spawn(move || {
        let mut decoder = Decoder::default();
        let mut buffer = [0; INPUT_BYTES];
        loop {
            let bytes = match stdin().read(&mut buffer) {
                // A terminal that is gone reads as an error.
                Ok(0) | Err(_) => break,
                Ok(length) => &buffer[..length],
            };
            for key in decoder.feed(bytes, Instant::now()) {
                if tell.send(Ok(Event::Typed(key))).is_err() {
                    return;
                }
            }
        }
        let _ = tell.send(Ok(Event::InputEnded));
    });
}
