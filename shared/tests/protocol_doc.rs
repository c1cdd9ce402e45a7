//! PROTOCOL.md says what the code does: each table between `<!-- table: NAME -->` and `<!-- end -->` is the one that the
//! declarations of the messages give. `UPDATE_DOCS=1 cargo test -p shared --test protocol_doc` writes them anew.
#![cfg(not(target_arch = "wasm32"))]

use std::path::Path;
use std::{env, fs};

use shared::protocol::social::EMOTES;
use shared::protocol::table::tables;

const END: &str = "<!-- end -->";

/// The page with `table` between its markers.
fn with_table(page: &str, name: &str, table: &str) -> String {
    let marker = format!("<!-- table: {name} -->\n");
    let (before, rest) = page.split_once(&marker).unwrap_or_else(|| panic!("PROTOCOL.md lacks {marker}"));
    let (_, after) = rest.split_once(END).unwrap_or_else(|| panic!("the table {name} has no {END}"));
    format!("{before}{marker}{table}{END}{after}")
}

#[test]
fn the_tables_are_those_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../PROTOCOL.md");
    let page = fs::read_to_string(&path).expect("PROTOCOL.md lies in the root");
    let tables = tables();
    assert_eq!(
        page.matches("<!-- table: ").count(),
        tables.len(),
        "a table of the page is not one of the code's"
    );

    let expected = tables.iter().fold(page.clone(), |page, (name, table)| with_table(&page, name, table));
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, expected).expect("PROTOCOL.md can be written");
    } else {
        assert_eq!(
            page, expected,
            "PROTOCOL.md is out of date; run this test with UPDATE_DOCS=1 and look at the diff"
        );
    }
}

#[test]
fn the_gestures_are_those_of_the_code() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../PROTOCOL.md")).expect("as above");
    for (number, gesture) in EMOTES.iter().enumerate() {
        assert!(page.contains(&format!("{number} {gesture}")), "{gesture}");
    }
}
