//! The tables of PROTOCOL.md, made of the declarations of the messages.

use std::fmt::Write as _;

use crate::game::RefusalKind;
use crate::protocol::macros::Group as _;
use crate::protocol::{accordion, close, nuggets, onecard, sea_battle, session, social, wire};

/// One message, for PROTOCOL.md.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The opcode.
    pub op: i64,
    /// The name in capitals.
    pub title: &'static str,
    /// `C` from the client, `S` from the server.
    pub direction: &'static str,
    /// Name and type of each argument.
    pub fields: Vec<(String, &'static str)>,
    /// What it means.
    pub meaning: String,
}

/// Every table of PROTOCOL.md, by the name of its marker.
pub fn tables() -> Vec<(&'static str, String)> {
    let session = [session::ClientMessage::rows(), session::ServerMessage::rows()].concat();
    let social = [social::ClientMessage::rows(), social::ServerMessage::rows()].concat();
    let sea_battle = [sea_battle::ClientMessage::rows(), sea_battle::ServerMessage::rows()].concat();
    let nuggets = [nuggets::ClientMessage::rows(), nuggets::ServerMessage::rows()].concat();
    let onecard = [onecard::ClientMessage::rows(), onecard::ServerMessage::rows()].concat();
    let accordion = [accordion::ClientMessage::rows(), accordion::ServerMessage::rows()].concat();
    vec![
        ("session", messages(session)),
        ("social", messages(social)),
        ("sea-battle", messages(sea_battle)),
        ("nuggets", messages(nuggets)),
        ("onecard", messages(onecard)),
        ("accordion", messages(accordion)),
        ("refusals", refusals(wire::REFUSALS)),
        ("sea-battle-refusals", refusals(crate::sea_battle::REFUSALS)),
        ("nuggets-refusals", refusals(crate::nuggets::REFUSALS)),
        ("onecard-refusals", refusals(crate::onecard::REFUSALS)),
        ("accordion-refusals", refusals(crate::accordion::REFUSALS)),
        ("close-codes", closes()),
    ]
}

fn messages(mut rows: Vec<Row>) -> String {
    rows.sort_by_key(|row| row.op);
    let mut table = String::from("| op | dir | array | arguments | meaning |\n|---|---|---|---|---|\n");
    for Row { op, title, direction, fields, meaning } in rows {
        let array = fields.iter().fold(op.to_string(), |array, (name, _)| array + ", " + name);
        let types: Vec<String> = fields.iter().map(|(name, kind)| format!("{name}: {kind}")).collect();
        let _ = writeln!(
            table,
            "| {op} {title} | {direction} | `[{array}]` | {} | {meaning} |",
            types.join("; ")
        );
    }
    table
}

fn refusals(kinds: &[RefusalKind]) -> String {
    let mut table = String::from("| code | when |\n|---|---|\n");
    for RefusalKind { code, when } in kinds {
        let _ = writeln!(table, "| `{code}` | {when} |");
    }
    table
}

fn closes() -> String {
    let mut table = String::from("| code | meaning | the client |\n|---|---|---|\n");
    for close in close::ALL {
        let then = if close.come_back { "comes back, with growing, random delay" } else { "stays away" };
        let _ = writeln!(table, "| {} | {} | {then} |", close.code, close.reason);
    }
    table
}
