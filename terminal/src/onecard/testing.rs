//! Ends that fail, for tests.

use std::io::{self, ErrorKind, Write};

/// Takes nothing.
pub struct Closed(pub ErrorKind);

impl Write for Closed {
    fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
