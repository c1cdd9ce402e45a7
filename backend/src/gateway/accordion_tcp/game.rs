//! What a client may say when, and what is answered. Nothing here waits or knows a clock.

use shared::accordion::code::CardCode;
use shared::accordion::deck::{Deck, LARGEST_DEAL, deck};
use shared::accordion::packet::{Fault, MOST_PINGS, Message, check_tableau};
use shared::cards::PACK;

use super::Office;
use super::gids::Gid;
use super::house::Playing;
use crate::ids::random_bytes;

/// What follows from a message.
#[derive(Debug)]
pub(super) enum Answer {
    /// This is said.
    Say(Message),
    /// The game is over, and judged as soon as the house has finished.
    Judge(Verdict),
    /// The client leaves, in its own words; none if all is well.
    Leave(String),
}

/// A game in which only the house's row is missing.
#[derive(Debug)]
pub(super) struct Verdict {
    gid: Gid,
    piles: i8,
    house: Playing,
}

impl Verdict {
    /// The result, once the house has finished; `None` if it broke off.
    pub async fn result(self) -> Option<Message> {
        let house = i8::try_from(self.house.row().await?.len()).ok()?;
        Some(Message::Result { gid: self.gid.number(), difference: self.piles - house })
    }
}

/// One side of a connection: the game that is on, if any.
#[derive(Debug)]
pub(super) struct Client {
    office: Office,
    game: Option<Game>,
    /// Pings in a row.
    pings: u32,
}

#[derive(Debug)]
struct Game {
    gid: Gid,
    deck: Deck,
    dealt: usize,
    /// Plays once the last card is dealt, so that whoever only begins a game costs little.
    house: Option<Playing>,
}

impl Client {
    pub const fn new(office: Office) -> Self {
        Self { office, game: None, pings: 0 }
    }

    /// True while a game is on.
    pub const fn is_playing(&self) -> bool {
        self.game.is_some()
    }

    /// Takes a message.
    ///
    /// # Errors
    /// With what the client has done wrong.
    pub fn hear(&mut self, message: Message) -> Result<Answer, Fault> {
        if !matches!(message, Message::Ping { .. }) {
            self.pings = 0;
        }
        match message {
            Message::Play { .. } => self.play(),
            Message::Deal { gid, .. } => {
                let office = self.office.clone();
                let game = self.game("deal", gid)?;
                let card = *game.deck.get(game.dealt).ok_or(Fault::DeckEmpty)?;
                game.dealt += 1;
                if game.dealt == PACK {
                    game.house = Some(Playing::start(&office, game.deck));
                }
                Ok(Answer::Say(Message::Deal { gid, card: CardCode(card).into() }))
            }
            Message::Ping { gid, data } => {
                self.game("ping", gid)?;
                self.pings += 1;
                if self.pings > MOST_PINGS {
                    return Err(Fault::Pings);
                }
                Ok(Answer::Say(Message::Ping { gid, data }))
            }
            Message::Tableau { gid, piles, cards } => self.finish(gid, piles, &cards),
            Message::Result { .. } => Err(Fault::ResultFromClient),
            Message::Error { text } => Ok(Answer::Leave(text)),
        }
    }

    fn play(&mut self) -> Result<Answer, Fault> {
        if self.game.is_some() {
            return Err(Fault::PlayDuringGame);
        }
        let gid = Gid::new(&self.office);
        let said = Message::Play { gid: gid.number() };
        let deck = deck(u64::from_be_bytes(random_bytes()) & LARGEST_DEAL);
        self.game = Some(Game { gid, deck, dealt: 0, house: None });
        Ok(Answer::Say(said))
    }

    fn finish(&mut self, gid: u32, piles: u8, cards: &[u16]) -> Result<Answer, Fault> {
        let game = self.game("tableau", gid)?;
        let Some(house) = game.house.take() else {
            return Err(Fault::CardsLeft { dealt: game.dealt });
        };
        check_tableau(&game.deck, piles, cards)?;
        // The number stays taken until the result is on its way.
        let Some(Game { gid, .. }) = self.game.take() else { return Err(Fault::BeforePlay("tableau")) };
        // At most 52 piles.
        let piles = i8::try_from(piles).unwrap_or(i8::MAX);
        Ok(Answer::Judge(Verdict { gid, piles, house }))
    }

    /// The game that a message is meant for.
    fn game(&mut self, what: &'static str, gid: u32) -> Result<&mut Game, Fault> {
        let game = self.game.as_mut().ok_or(Fault::BeforePlay(what))?;
        let yours = game.gid.number();
        if gid == yours { Ok(game) } else { Err(Fault::WrongGame { got: gid, yours }) }
    }
}
