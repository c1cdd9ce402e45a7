//! Names of things: matches, users, connections; and codes that people say aloud.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Letters and digits that can't be mistaken for each other (Crockford's base 32, lower case).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident;)*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// A new one: 80 bits of chance.
            pub fn random() -> Self {
                Self(random_word(16))
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

ids! {
    /// Which match.
    MatchId;
    /// Which user, a guest or later an account.
    UserId;
}

/// What people tell each other to find a match: six letters, consonant and vowel in turn, in capitals.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Code(pub String);

impl Code {
    /// A new one, of 512,000. The store refuses one that is in use, and the caller draws again.
    pub fn random() -> Self {
        const CONSONANTS: &[u8] = b"BDFGKLMNPRSTVZJH";
        const VOWELS: &[u8] = b"AEIOU";
        let text = random_bytes::<6>()
            .into_iter()
            .enumerate()
            .map(|(at, byte)| {
                let letters = if at % 2 == 0 { CONSONANTS } else { VOWELS };
                char::from(letters[usize::from(byte) % letters.len()])
            })
            .collect();
        Self(text)
    }

    /// The code a person typed, however they wrote it.
    pub fn typed(text: &str) -> Self {
        Self(text.trim().to_ascii_uppercase())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Bytes from the operating system.
///
/// # Panics
/// If the operating system has none, which leaves nothing to do: no token or seed could be trusted.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bytes");
    bytes
}

fn random_word(letters: usize) -> String {
    random_bytes::<32>()
        .into_iter()
        .take(letters)
        .map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_can_be_said_aloud() {
        for _ in 0..200 {
            let Code(code) = Code::random();
            assert_eq!(code.len(), 6);
            assert!(
                code.chars().enumerate().all(|(at, letter)| (at % 2 == 1) == "AEIOU".contains(letter)),
                "{code}"
            );
        }
    }

    #[test]
    fn a_code_is_found_however_it_is_typed() {
        assert_eq!(Code::typed(" bekota\n"), Code("BEKOTA".to_owned()));
    }
}
