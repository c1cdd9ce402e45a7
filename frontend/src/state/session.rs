//! Who plays: a name from the first moment, a user of the server from the first time one is needed.

use leptos::prelude::*;
use shared::api;

use crate::browser;
use crate::browser::storage::{self, Keep};
use crate::net::api as calls;
use crate::net::trouble::Trouble;
use crate::state::seats;

const NAME: &str = "parlour.name";
const TOKEN: &str = "parlour.user";
const TOLD: &str = "parlour.told";

/// Who plays on this browser.
#[derive(Clone, Copy)]
pub struct Session {
    name: RwSignal<String>,
    user_token: StoredValue<Option<String>>,
}

/// Provides the session.
pub fn provide() -> Session {
    let name = kept(NAME).and_then(|name| api::name(&name)).unwrap_or_else(|| {
        let name = guest_name(browser::random());
        keep(NAME, &name);
        name
    });
    let session = Session { name: RwSignal::new(name), user_token: StoredValue::new(kept(TOKEN)) };
    provide_context(session);
    session
}

/// The session of this page.
pub fn use_session() -> Session {
    // Provided once, around all pages.
    use_context().unwrap_or_else(provide)
}

fn kept(key: &str) -> Option<String> {
    storage::get_json(Keep::ForGood, key)
}

fn keep(key: &str, text: &str) {
    storage::set_json(Keep::ForGood, key, &text);
}

fn guest_name(random: f64) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 10 to 99
    let number = (10.0 + random.clamp(0.0, 0.999) * 90.0) as u32;
    format!("Guest {number}")
}

impl Session {
    /// The name to show.
    pub fn name(self) -> Signal<String> {
        self.name.into()
    }

    /// The user token, if this browser has one.
    pub fn user_token(self) -> Option<String> {
        self.user_token.get_value()
    }

    /// The user token, of a user with the name of now; makes a guest of the server if there is none yet.
    ///
    /// # Errors
    /// When that fails.
    pub async fn ensure(self) -> Result<String, Trouble> {
        let name = self.name.get_untracked();
        if let Some(token) = self.user_token() {
            // Whoever has just changed his name wants to sit down under the new one.
            if kept(TOLD).as_ref() != Some(&name) {
                calls::rename(&token, &name).await?;
                keep(TOLD, &name);
            }
            return Ok(token);
        }
        let guest = calls::new_guest(&name).await?;
        self.set_token(Some(guest.user_token.clone()));
        keep(TOLD, &name);
        Ok(guest.user_token)
    }

    /// The server no longer knows this user: the next one is a new guest, and without the seats of the old one.
    pub fn forget_user(self) {
        self.set_token(None);
        seats::forget_all();
    }

    /// Takes another name, here and on the server. `false` if it can't be a name.
    ///
    /// # Errors
    /// When the server could not be told; the name is kept here all the same and told before the next match.
    pub async fn rename(self, wanted: &str) -> Result<bool, Trouble> {
        let Some(name) = api::name(wanted) else { return Ok(false) };
        if name == self.name.get_untracked() {
            return Ok(true);
        }
        keep(NAME, &name);
        self.name.set(name.clone());
        if self.user_token().is_some() {
            match self.ensure().await {
                Err(trouble) if trouble.kind() == Some(api::ProblemKind::Unauthorized) => self.forget_user(),
                Err(trouble) => return Err(trouble),
                Ok(_) => {}
            }
        }
        Ok(true)
    }

    fn set_token(self, token: Option<String>) {
        match &token {
            Some(token) => keep(TOKEN, token),
            None => storage::remove(Keep::ForGood, TOKEN),
        }
        self.user_token.set_value(token);
    }
}

/// Calls with a user token. A token the server no longer knows is replaced by a new guest's, once.
///
/// # Errors
/// When the call fails.
pub async fn as_user<T, F>(session: Session, call: impl Fn(String) -> F) -> Result<T, Trouble>
where
    F: Future<Output = Result<T, Trouble>>,
{
    let answer = match session.ensure().await {
        Ok(token) => call(token).await,
        Err(trouble) => Err(trouble),
    };
    match answer {
        Err(trouble) if trouble.kind() == Some(api::ProblemKind::Unauthorized) => {
            session.forget_user();
            call(session.ensure().await?).await
        }
        answer => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_has_a_name_the_server_takes() {
        for random in [0.0, 0.5, 0.999_999, 1.0] {
            let name = guest_name(random);
            assert_eq!(api::name(&name), Some(name.clone()));
            assert_eq!(name.len(), "Guest 27".len());
        }
    }
}
