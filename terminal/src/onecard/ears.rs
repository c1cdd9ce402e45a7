//! Threads that read lines and signals, and tell one listener.

use std::io::{self, BufRead, Read as _, stdin};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::screen::Heard;

/// How much may wait to be heard. Whoever has more to tell waits too.
const QUEUE: usize = 16;

/// How much of a line is of interest, in bytes: more than any number of a card has digits. The rest of a longer line is
/// read and dropped, so that an endless one takes no memory.
const LINE_BYTES: u64 = 64;

/// Hears the lines of standard input, and the signals that ask to end.
pub struct Ears(Receiver<Heard>);

impl Ears {
    /// Starts to listen.
    ///
    /// # Errors
    /// Signals can't be had.
    pub fn open() -> io::Result<Self> {
        let (tell, heard) = sync_channel(QUEUE);
        tell_of_signals(tell.clone())?;
        thread::spawn(move || {
            // An input that fails is one that ends.
            let _ = tell_of_lines(stdin().lock(), &tell);
            let _ = tell.send(Heard::Ended);
        });
        Ok(Self(heard))
    }

    /// Waits for the next that is heard.
    pub fn hear(&self) -> Heard {
        self.0.recv().unwrap_or(Heard::Ended)
    }
}

fn tell_of_signals(tell: SyncSender<Heard>) -> io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let signal = u8::try_from(signal).unwrap_or_default();
            if tell.send(Heard::Stopped { signal }).is_err() {
                return;
            }
        }
    });
    Ok(())
}

fn tell_of_lines(mut input: impl BufRead, tell: &SyncSender<Heard>) -> io::Result<()> {
    while let Some(line) = read_line(&mut input)? {
        if tell.send(Heard::Line(line)).is_err() {
            break;
        }
    }
    Ok(())
}

/// The next line or the first part of it, without what ends it; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<String> {
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_come_without_their_ends() {
        assert_eq!(lines(b"1\n\n23"), ["1", "", "23"]);
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"\xff\n"), ["\u{fffd}"]);
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        let long = [vec![b'7'; 100_000], b"\n8\n".to_vec()].concat();
        let most = "7".repeat(LINE_BYTES.try_into().unwrap());
        assert_eq!(lines(&long), [most.as_str(), "8"]);
        // A line that just fits does not swallow the next one.
        let fits = [vec![b'7'; 63], b"\n8\n".to_vec()].concat();
        assert_eq!(lines(&fits), [&most[..63], "8"]);
        assert_eq!(lines(&[vec![b'7'; 64], b"\n8\n".to_vec()].concat()), [most.as_str(), "8"]);
    }
}
