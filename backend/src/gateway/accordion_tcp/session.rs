//! One connection: bytes in, answers out, and its timers.
//!
//! Answers to everything that has come are written before more is read, so a client that does not read is not read from,
//! and nothing piles up. Whatever ends a connection with a text shuts the writing side down and reads on for a moment:
//! closing with bytes unread would reset the connection, and the text might never arrive.

use std::io;
use std::time::Duration;

use shared::accordion::packet::{Decoder, Fault, Message};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::time::{Instant, timeout, timeout_at};

use super::Office;
use super::game::{Answer, Client};

/// From connecting to the first play message.
pub const PLAY_WITHIN: Duration = Duration::from_secs(5);
/// From one message of a client to the next.
pub const NEXT_WITHIN: Duration = Duration::from_mins(1);
/// From the beginning of a write to its end; a client that reads nothing for so long is gone.
const WRITE_WITHIN: Duration = Duration::from_mins(1);
/// How long, and how many bytes, a connection that is over is read on.
const DRAIN: (Duration, u64) = (Duration::from_secs(1), 1024 * 1024);
/// Bytes read at once.
const PIECE: usize = 4 * 1024;
/// Bytes of answers that are written together.
const TOGETHER: usize = 8 * 1024;

/// How a connection ended.
#[derive(Debug)]
pub enum Ended {
    /// The client said so, or closed.
    Left,
    /// The client said that something is wrong.
    Complained(String),
    /// The client did something wrong, and was told.
    Fault(Fault),
    /// The program is to stop, and the client was told.
    GoingDown,
    /// The house broke off, and the client was told.
    HouseFailed,
    /// The connection broke.
    Broken(io::Error),
}

impl Ended {
    /// A word for counting.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Complained(_) => "complained",
            Self::Fault(_) => "fault",
            Self::GoingDown => "going-down",
            Self::HouseFailed => "house-failed",
            Self::Broken(_) => "broken",
        }
    }

    /// What the client is told, if anything.
    fn text(&self) -> Option<String> {
        match self {
            Self::Fault(fault) => Some(fault.to_string()),
            Self::GoingDown => Some("the server is going down; try again later".to_owned()),
            Self::HouseFailed => Some("the server could not finish its game; try another".to_owned()),
            Self::Left | Self::Complained(_) | Self::Broken(_) => None,
        }
    }
}

/// Serves a connection to its end.
pub async fn serve<R, W>(mut reader: R, mut writer: W, office: Office) -> Ended
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let going_down = office.0.going_down.clone();
    let talk = talk(&mut reader, &mut writer, office);
    let ended = going_down.run_until_cancelled(talk).await.unwrap_or(Ended::GoingDown);
    if let Some(text) = ended.text() {
        say_goodbye(&mut reader, &mut writer, &text).await;
    }
    ended
}

/// Tells a client for which there is no place.
pub async fn turn_away<R, W>(mut reader: R, mut writer: W)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    say_goodbye(&mut reader, &mut writer, &Fault::Full.to_string()).await;
}

async fn talk<R, W>(reader: &mut R, writer: &mut W, office: Office) -> Ended
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut client = Client::new(office);
    let mut decoder = Decoder::default();
    let mut answers = Vec::new();
    let mut piece = vec![0; PIECE];
    let mut deadline = Instant::now() + PLAY_WITHIN;
    let mut too_late = Fault::NoPlay(PLAY_WITHIN.as_secs());
    loop {
        loop {
            let heard = match decoder.take() {
                Ok(Some(message)) => client.hear(message),
                Ok(None) => break,
                Err(malformed) => Err(malformed.into()),
            };
            let ends = match heard {
                Ok(Answer::Say(message)) => {
                    answers.extend(message.encode());
                    None
                }
                Ok(Answer::Judge(verdict)) => match verdict.result().await {
                    Some(message) => {
                        answers.extend(message.encode());
                        None
                    }
                    None => Some(Ended::HouseFailed),
                },
                Ok(Answer::Leave(text)) if text.is_empty() => Some(Ended::Left),
                Ok(Answer::Leave(text)) => Some(Ended::Complained(text)),
                Err(fault) => Some(Ended::Fault(fault)),
            };
            if (ends.is_some() || answers.len() >= TOGETHER)
                && let Err(error) = write(writer, &mut answers).await
            {
                return Ended::Broken(error);
            }
            if let Some(ended) = ends {
                return ended;
            }
            deadline = Instant::now() + NEXT_WITHIN;
            too_late = Fault::Silent(NEXT_WITHIN.as_secs());
        }
        if let Err(error) = write(writer, &mut answers).await {
            return Ended::Broken(error);
        }
        match timeout_at(deadline, reader.read(&mut piece)).await {
            Err(_) => return Ended::Fault(too_late),
            Ok(Err(error)) => return Ended::Broken(error),
            Ok(Ok(0)) if decoder.is_partial() => return Ended::Fault(Fault::CutOff),
            Ok(Ok(0)) => {
                tracing::debug!(playing = client.is_playing(), "a client has closed its side");
                return Ended::Left;
            }
            Ok(Ok(length)) => decoder.feed(&piece[..length]),
        }
    }
}

async fn write<W: AsyncWrite + Unpin>(writer: &mut W, answers: &mut Vec<u8>) -> io::Result<()> {
    if answers.is_empty() {
        return Ok(());
    }
    let written = timeout(WRITE_WITHIN, async {
        writer.write_all(answers).await?;
        writer.flush().await
    });
    written.await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))?;
    answers.clear();
    Ok(())
}

/// Says why, says no more, and reads on for a moment. A client that has gone misses it.
async fn say_goodbye<R, W>(reader: &mut R, writer: &mut W, text: &str)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let (time, bytes) = DRAIN;
    let goodbye = async {
        writer.write_all(&Message::error(text).encode()).await?;
        writer.shutdown().await?;
        tokio::io::copy(&mut reader.take(bytes), &mut tokio::io::sink()).await
    };
    if let Ok(Err(error)) = timeout(time, goodbye).await {
        tracing::debug!(%error, "a client could not be told why");
    }
}
