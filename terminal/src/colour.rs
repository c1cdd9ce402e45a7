//! Whether colours are wanted.

use std::env;

/// False if the environment variable `NO_COLOR` is set to anything but nothing (<https://no-color.org>).
pub fn wanted() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
