//! The seed of a match and the one seeded generator.
//!
//! A seed is 32 bytes, drawn by the server when a match is made. Its SHA-256 is public from the start and the seed
//! itself after the end, so that anybody can check that nothing was changed in between. Draws never touch the
//! `rand` crate's distributions: their results may differ between versions, and a replay must not.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// All the chance of one match: 32 bytes, written as 64 hexadecimal digits.
///
/// `Debug` shows the public hash only, so that a stray log line can't give a match away.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = String))]
pub struct Seed([u8; 32]);

impl Seed {
    /// Takes 32 bytes from a source the caller trusts; a server uses the operating system's.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A seed made of a number, for tests and for programs that take a seed on the command line.
    pub fn from_number(number: u64) -> Self {
        Self(Sha256::digest(number.to_be_bytes()).into())
    }

    /// SHA-256 of the bytes, as hexadecimal: public from the start of the match.
    pub fn public_hash(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// A generator for one purpose. Purposes don't share a stream, so a new draw in one place leaves all others
    /// as they were.
    pub fn rng(&self, purpose: &str) -> Rng {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(purpose.as_bytes());
        Rng(ChaCha12Rng::from_seed(hash.finalize().into()))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed(sha256 {})", self.public_hash())
    }
}

/// A text that is no seed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a seed is 64 hexadecimal digits")]
pub struct BadSeed;

impl FromStr for Seed {
    type Err = BadSeed;

    fn from_str(text: &str) -> Result<Self, BadSeed> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| BadSeed)?;
        Ok(Self(bytes))
    }
}

impl TryFrom<String> for Seed {
    type Error = BadSeed;

    fn try_from(text: String) -> Result<Self, BadSeed> {
        text.parse()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        seed.to_string()
    }
}

/// The seeded generator (ChaCha with 12 rounds): the same draws on every platform and in every version.
#[derive(Clone)]
pub struct Rng(ChaCha12Rng);

/// Nothing of its state, which would give coming draws away.
impl fmt::Debug for Rng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rng")
    }
}

impl Rng {
    /// The next 32 bits of the stream.
    pub fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number from 0 to `bound` − 1, each equally likely (rejection, not remainder).
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "nothing to draw from");
        // The largest multiple of `bound` that fits; draws at or above it would favour small results.
        let fair = u32::MAX - (u32::MAX % bound + 1) % bound;
        loop {
            let bits = self.bits();
            if bits <= fair {
                return bits % bound;
            }
        }
    }

    /// An index into a list of `len` elements; `None` of an empty one.
    pub fn index(&mut self, len: usize) -> Option<usize> {
        let bound = u32::try_from(len).ok().filter(|&len| len > 0)?;
        Some(self.below(bound) as usize)
    }

    /// One element of a list; `None` of an empty one.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        self.index(list.len()).and_then(|at| list.get(at))
    }

    /// True in `parts` of `whole` draws.
    ///
    /// # Panics
    /// If `whole` is 0.
    pub fn chance(&mut self, parts: u32, whole: u32) -> bool {
        self.below(whole) < parts
    }

    /// Puts a list in a random order, each order equally likely (Fisher–Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            if let Some(other) = self.index(last + 1) {
                list.swap(last, other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_survives_its_text() {
        let seed = Seed::from_number(42);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert_eq!("42".parse::<Seed>(), Err(BadSeed));
    }

    /// FIPS 180-4: SHA-256 of 32 zero bytes.
    #[test]
    fn the_public_hash_is_sha_256_of_the_bytes() {
        assert_eq!(
            Seed::from_bytes([0; 32]).public_hash(),
            "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        );
    }

    #[test]
    fn debug_does_not_show_the_seed() {
        let seed = Seed::from_number(7);
        assert!(!format!("{seed:?}").contains(&seed.to_string()));
    }

    /// These numbers are part of every stored record: if they change, old matches replay to another state. They were
    /// checked against a second implementation: ChaCha12 of the key SHA-256(seed, "test"), little-endian words.
    #[test]
    fn the_stream_never_changes() {
        let mut rng = Seed::from_number(1).rng("test");
        let drawn: Vec<u32> = (0..8).map(|_| rng.below(100)).collect();
        assert_eq!(drawn, [9, 66, 96, 73, 55, 38, 93, 8]);
    }

    #[test]
    fn purposes_have_streams_of_their_own() {
        let seed = Seed::from_number(1);
        assert_ne!(seed.rng("a").bits(), seed.rng("b").bits());
    }

    #[test]
    fn below_reaches_every_value_evenly() {
        let mut rng = Seed::from_number(3).rng("even");
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7) as usize] += 1;
        }
        // 10,000 each; five standard deviations are about 460.
        assert!(seen.iter().all(|n| n.abs_diff(10_000) < 460), "{seen:?}");
    }
}
