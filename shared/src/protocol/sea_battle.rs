//! Messages of Sea Battle. Opcodes 5 and 10 to 19.

use crate::game::Seat;
use crate::protocol::codec::{ActionNumber, Arg, DecodeError, Reader, Writer};
use crate::protocol::macros::messages;
use crate::sea_battle::{Plan, SHIPS, ShipPlan, other};

messages! {
    /// What a player of Sea Battle says.
    pub enum ClientMessage from "C" {
        /// The fleet: for each ship, in the order of sizes 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, whether it stands upright (`true`
        /// extends to +y, `false` to +x), and its first cell. The first fleet that is accepted is final.
        5 PLACE_SHIPS => PlaceShips { plan: Plan },
        /// A shot at column `x`, row `y`.
        10 SHOOT => Shoot { n: ActionNumber, x: i64, y: i64 },
    }
}

messages! {
    /// What the server says in Sea Battle.
    pub enum ServerMessage from "S" {
        /// A shot fell. `by` is `true` if the receiver fired it, and for spectators the seat that did; `result` is 0 miss,
        /// 1 hit, 2 sunk.
        11 SHOT => Shot { seq: u64, by: Whose, x: u8, y: u8, result: u8 },
        /// A whole fleet, as in PLACE_SHIPS: the opponent's (`false`) before the end, one's own (`true`) when the server
        /// placed it. Spectators get the seat number.
        12 FLEET => Fleet { seq: u64, of: Whose, plan: Plan },
    }
}

impl ServerMessage {
    /// The sequence number.
    pub fn seq(&self) -> u64 {
        match self {
            Self::Shot { seq, .. } | Self::Fleet { seq, .. } => *seq,
        }
    }
}

/// Whose shot or fleet: for a player "mine or not", for a spectator the seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum Whose {
    /// The receiver's own, or the opponent's.
    Mine(bool),
    /// That seat's.
    Seat(Seat),
}

impl Whose {
    /// The seat that is meant, for a receiver in `own` seat (`None`: a spectator).
    pub fn seat(self, own: Option<Seat>) -> Option<Seat> {
        match self {
            Self::Mine(true) => own,
            Self::Mine(false) => own.map(other),
            Self::Seat(seat) => (seat.0 <= 1).then_some(seat),
        }
    }
}

impl Arg for Whose {
    const TYPE: &'static str = "a boolean, or a seat";

    fn read(from: &mut Reader<'_, '_>) -> Result<Self, DecodeError> {
        from.one(Self::TYPE)
    }

    fn write(&self, to: &mut Writer) {
        to.one(self);
    }
}

impl Arg for Plan {
    const TYPE: &'static str = "ten times a boolean and two integers";

    fn shape(_: &str) -> String {
        "o0, x0, y0, … o9, x9, y9".to_owned()
    }

    fn read(from: &mut Reader<'_, '_>) -> Result<Self, DecodeError> {
        let mut ships = [ShipPlan::default(); SHIPS];
        for ship in &mut ships {
            ship.upright = from.one("a boolean")?;
            ship.x = from.one("an integer")?;
            ship.y = from.one("an integer")?;
        }
        Ok(Self(ships))
    }

    fn write(&self, to: &mut Writer) {
        for ship in &self.0 {
            to.one(&ship.upright);
            to.one(&ship.x);
            to.one(&ship.y);
        }
    }
}
