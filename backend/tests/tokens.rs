//! Tokens: good ones say what they were made of, all others are refused for the right reason.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use backend::clock::{Clock, Millis};
use backend::ids::{MatchId, UserId};
use backend::token::{
    GAME_TOKEN_LIFE, GameClaims, KeyError, TokenError, Tokens, USER_TOKEN_LIFE, UserClaims,
};
use shared::game::{Audience, Seat};

const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const OTHER_KEY: &str = "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const START: Millis = 1_750_000_000_000;

#[derive(Default)]
struct SetClock(AtomicU64);

impl SetClock {
    fn at(now: Millis) -> Arc<Self> {
        Arc::new(Self(AtomicU64::new(now)))
    }

    fn set(&self, now: Millis) {
        self.0.store(now, Ordering::Relaxed);
    }
}

impl Clock for SetClock {
    fn now(&self) -> Millis {
        self.0.load(Ordering::Relaxed)
    }
}

fn tokens(key: &str) -> Tokens {
    Tokens::from_key_hex(key, SetClock::at(START)).unwrap()
}

fn user() -> UserId {
    UserId("ada".to_owned())
}

fn millis(life: std::time::Duration) -> Millis {
    u64::try_from(life.as_millis()).unwrap()
}

fn game_token(tokens: &Tokens, audience: Audience) -> String {
    tokens.issue_game(&MatchId("m".to_owned()), &user(), audience)
}

#[test]
fn a_user_token_says_who() {
    let tokens = tokens(KEY);
    let claims = tokens.user(&tokens.issue_user(&user()));
    assert_eq!(claims, Ok(UserClaims { user: user(), expires_at: START + millis(USER_TOKEN_LIFE) }));
}

#[test]
fn a_game_token_says_who_where_and_as_what() {
    let tokens = tokens(KEY);
    for audience in [Audience::Seat(Seat(0)), Audience::Seat(Seat(255)), Audience::Spectator] {
        let claims = tokens.game(&game_token(&tokens, audience));
        let expires_at = START + millis(GAME_TOKEN_LIFE);
        assert_eq!(
            claims,
            Ok(GameClaims { match_id: MatchId("m".to_owned()), user: user(), audience, expires_at })
        );
    }
}

#[test]
fn a_token_is_good_until_the_millisecond_it_expires() {
    let clock = SetClock::at(START);
    let tokens = Tokens::from_key_hex(KEY, clock.clone()).unwrap();
    let (of_user, of_game) = (tokens.issue_user(&user()), game_token(&tokens, Audience::Spectator));

    clock.set(START + millis(GAME_TOKEN_LIFE) - 1);
    assert!(tokens.game(&of_game).is_ok());
    clock.set(START + millis(GAME_TOKEN_LIFE));
    assert_eq!(tokens.game(&of_game), Err(TokenError::Expired));

    clock.set(START + millis(USER_TOKEN_LIFE) - 1);
    assert!(tokens.user(&of_user).is_ok());
    clock.set(START + millis(USER_TOKEN_LIFE));
    assert_eq!(tokens.user(&of_user), Err(TokenError::Expired));
}

#[test]
fn one_kind_does_not_pass_for_the_other() {
    let tokens = tokens(KEY);
    assert_eq!(tokens.game(&tokens.issue_user(&user())), Err(TokenError::Malformed));
    assert_eq!(tokens.user(&game_token(&tokens, Audience::Spectator)), Err(TokenError::Malformed));
}

#[test]
fn a_token_with_any_letter_changed_is_refused() {
    let tokens = tokens(KEY);
    let token = game_token(&tokens, Audience::Seat(Seat(1)));
    for at in 0..token.len() {
        for letter in ['A', 'b', '0', '_', '.'] {
            let mut forged = token.clone();
            forged.replace_range(at..=at, &letter.to_string());
            if forged != token {
                assert!(tokens.game(&forged).is_err(), "letter {at} changed to {letter}: {forged}");
            }
        }
    }
    for len in 0..token.len() {
        assert!(tokens.game(&token[..len]).is_err(), "cut after {len}");
    }
}

#[test]
fn a_token_of_another_server_is_told_from_a_forged_one() {
    let (here, there) = (tokens(KEY), tokens(OTHER_KEY));
    assert_ne!(here.server_id(), there.server_id());
    assert_eq!(here.game(&game_token(&there, Audience::Spectator)), Err(TokenError::OtherServer));
    assert_eq!(here.user(&there.issue_user(&user())), Err(TokenError::OtherServer));

    // Made with another key, but with this server's name on it.
    let foreign = there.issue_user(&user());
    let own = here.issue_user(&user());
    let renamed = format!("{}.{}", foreign.rsplit_once('.').unwrap().0, own.rsplit_once('.').unwrap().1);
    assert_eq!(here.user(&renamed), Err(TokenError::Malformed));
}

#[test]
fn what_is_no_token_is_refused() {
    let tokens = tokens(KEY);
    let long = "v4.local.".to_owned() + &"A".repeat(64 * 1024);
    let public = tokens.issue_user(&user()).replace("local", "public");
    for text in ["", ".", "v4.local.", "v4.local..", "v4.local.AAAA", "ünïcödé", "\0", &long, &public] {
        assert_eq!(tokens.user(text), Err(TokenError::Malformed), "{text:.40}");
        assert_eq!(tokens.game(text), Err(TokenError::Malformed), "{text:.40}");
    }
}

#[test]
fn two_tokens_for_the_same_are_not_the_same() {
    let tokens = tokens(KEY);
    assert_ne!(tokens.issue_user(&user()), tokens.issue_user(&user()));
}

#[test]
fn the_first_start_draws_a_key_and_the_next_finds_it() {
    let dir = tempfile::tempdir().unwrap();
    let first = Tokens::open(dir.path(), SetClock::at(START)).unwrap();
    let token = first.issue_user(&user());
    let again = Tokens::open(dir.path(), SetClock::at(START)).unwrap();
    assert_eq!(again.user(&token).unwrap().user, user());
    assert_eq!(first.server_id(), again.server_id());

    let files: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|file| file.unwrap()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert_eq!(files[0].metadata().unwrap().permissions().mode() & 0o777, 0o600);

    let elsewhere = tempfile::tempdir().unwrap();
    let other = Tokens::open(elsewhere.path(), SetClock::at(START)).unwrap();
    assert_eq!(other.user(&token), Err(TokenError::OtherServer));
}

#[test]
fn a_damaged_key_file_is_an_error_and_is_left_alone() {
    for damaged in ["", "abc", &KEY[1..], &format!("{KEY}00"), &KEY.replace('0', "g")] {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("token.key"), damaged).unwrap();
        assert!(matches!(Tokens::open(dir.path(), SetClock::at(START)), Err(KeyError::NoKey)), "{damaged}");
        assert_eq!(fs::read_to_string(dir.path().join("token.key")).unwrap(), damaged);
    }
}

#[test]
fn debug_shows_neither_key_nor_token() {
    let shown = format!("{:?}", tokens(KEY));
    assert!(!shown.contains("000102") && !shown.contains("[0, 1, 2"), "{shown}");
}
