//! User tokens and game tokens.
//!
//! Both are PASETO v4.local: encrypted and authenticated with a key that only this server has, so a client can
//! neither read nor change them. The footer, which anybody can read, names the server; the kind is an implicit
//! assertion, so that a token of one kind never passes for the other. Whoever holds a token is who it says, so
//! tokens belong in no log and no address.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pasetors::Local;
use pasetors::keys::SymmetricKey;
use pasetors::token::UntrustedToken;
use pasetors::version4::{LocalToken, V4};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use shared::game::Audience;

use crate::clock::{Millis, SharedClock};
use crate::ids::{MatchId, UserId, random_bytes};

/// How long a user token is good for.
pub const USER_TOKEN_LIFE: Duration = Duration::from_hours(90 * 24);

/// How long a game token is good for.
pub const GAME_TOKEN_LIFE: Duration = Duration::from_hours(7 * 24);

/// No token of ours is longer, so nothing longer is worth decoding.
const LONGEST: usize = 1024;

/// What a user token says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserClaims {
    /// Who holds it.
    pub user: UserId,
    /// The first millisecond at which it is no good any more.
    pub expires_at: Millis,
}

/// What a game token says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameClaims {
    /// Which match it opens.
    pub match_id: MatchId,
    /// Who holds it.
    pub user: UserId,
    /// What the holder may see, and in which seat they act.
    pub audience: Audience,
    /// The first millisecond at which it is no good any more.
    pub expires_at: Millis,
}

/// Why a token is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is no token of this kind, or somebody changed it.
    #[error("that is not a valid token")]
    Malformed,
    /// Its time is over.
    #[error("the token has expired")]
    Expired,
    /// It says that another server made it. That much is readable without a key, so it is a hint, not a proof.
    #[error("the token belongs to another server")]
    OtherServer,
}

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The key file can't be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
    /// What should be a key is none.
    #[error("a token key is 64 hexadecimal digits")]
    NoKey,
}

/// Makes and checks tokens.
pub struct Tokens {
    key: SymmetricKey<V4>,
    server_id: String,
    clock: SharedClock,
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokens").field("server_id", &self.server_id).finish_non_exhaustive()
    }
}

impl Tokens {
    /// With the key in `token.key` of a data directory that exists. The first start draws one.
    ///
    /// # Errors
    /// If the file can't be read or made, or holds no key.
    pub fn open(data_dir: &Path, clock: SharedClock) -> Result<Self, KeyError> {
        let path = data_dir.join("token.key");
        let key = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => draw_key(&path),
            read => read,
        };
        Self::from_key_hex(key.map_err(|error| KeyError::File { path, error })?.trim_end(), clock)
    }

    /// With a key of 64 hexadecimal digits.
    ///
    /// # Errors
    /// If it is none.
    pub fn from_key_hex(hex: &str, clock: SharedClock) -> Result<Self, KeyError> {
        let mut key = [0; 32];
        hex::decode_to_slice(hex, &mut key).map_err(|_| KeyError::NoKey)?;
        let hash = Sha256::new().chain_update("parlour server").chain_update(key).finalize();
        let server_id = hex::encode(&hash[..8]);
        let key = SymmetricKey::from(&key).map_err(|_| KeyError::NoKey)?;
        Ok(Self { key, server_id, clock })
    }

    /// Sixteen hexadecimal digits that name this server: they follow from its key.
    pub fn server_id(&self) -> &str {
        &self.server_id
    }

    /// A token for a user.
    pub fn issue_user(&self, user: &UserId) -> String {
        self.seal(Kind::User, &UserClaims { user: user.clone(), expires_at: self.expiry(USER_TOKEN_LIFE) })
    }

    /// A token with which a user enters a match.
    pub fn issue_game(&self, match_id: &MatchId, user: &UserId, audience: Audience) -> String {
        let claims = GameClaims {
            match_id: match_id.clone(),
            user: user.clone(),
            audience,
            expires_at: self.expiry(GAME_TOKEN_LIFE),
        };
        self.seal(Kind::Game, &claims)
    }

    /// What a user token says.
    ///
    /// # Errors
    /// If it is no good.
    pub fn user(&self, token: &str) -> Result<UserClaims, TokenError> {
        let claims: UserClaims = self.unseal(Kind::User, token)?;
        self.not_expired(claims.expires_at)?;
        Ok(claims)
    }

    /// What a game token says.
    ///
    /// # Errors
    /// If it is no good.
    pub fn game(&self, token: &str) -> Result<GameClaims, TokenError> {
        let claims: GameClaims = self.unseal(Kind::Game, token)?;
        self.not_expired(claims.expires_at)?;
        Ok(claims)
    }

    fn expiry(&self, life: Duration) -> Millis {
        self.clock.now().saturating_add(u64::try_from(life.as_millis()).unwrap_or(Millis::MAX))
    }

    fn not_expired(&self, expires_at: Millis) -> Result<(), TokenError> {
        if self.clock.now() < expires_at { Ok(()) } else { Err(TokenError::Expired) }
    }

    fn seal(&self, kind: Kind, claims: &impl Serialize) -> String {
        let claims = serde_json::to_vec(claims).expect("claims are plain data");
        LocalToken::encrypt(&self.key, &claims, Some(self.server_id.as_bytes()), Some(kind.assertion()))
            .expect("the key and the claims have the sizes that encryption wants")
    }

    fn unseal<C: DeserializeOwned>(&self, kind: Kind, token: &str) -> Result<C, TokenError> {
        if token.len() > LONGEST {
            return Err(TokenError::Malformed);
        }
        let sealed = UntrustedToken::<Local, V4>::try_from(token).map_err(|_| TokenError::Malformed)?;
        if is_server_id(sealed.untrusted_footer()) && sealed.untrusted_footer() != self.server_id.as_bytes() {
            return Err(TokenError::OtherServer);
        }
        let footer = Some(self.server_id.as_bytes());
        let opened = LocalToken::decrypt(&self.key, &sealed, footer, Some(kind.assertion()))
            .map_err(|_| TokenError::Malformed)?;
        serde_json::from_str(opened.payload()).map_err(|_| TokenError::Malformed)
    }
}

#[derive(Clone, Copy)]
enum Kind {
    User,
    Game,
}

impl Kind {
    const fn assertion(self) -> &'static [u8] {
        match self {
            Self::User => b"user",
            Self::Game => b"game",
        }
    }
}

fn is_server_id(footer: &[u8]) -> bool {
    footer.len() == 16 && footer.iter().all(u8::is_ascii_hexdigit)
}

/// Draws a key and writes it down. Written aside and then renamed, so that a crash leaves no half a key behind.
fn draw_key(path: &Path) -> io::Result<String> {
    let key = hex::encode(random_bytes::<32>());
    let aside = path.with_extension("key.new");
    let mut file = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&aside)?;
    writeln!(file, "{key}")?;
    file.sync_all()?;
    fs::rename(&aside, path)?;
    Ok(key)
}
