//! Logs written by hand, for what no change of a sound log would ask the judge: cards that the rules don't allow, turns
//! that go the wrong way, and draws of the wrong size.

use crate::judge::{Fault, judge_beginning};

/// The name of a card in a log, from a short one such as `QH`.
fn name(short: &str) -> String {
    let (rank, suit) = short.split_at(short.len() - 1);
    let suit = match suit {
        "S" => "Spades",
        "H" => "Hearts",
        "D" => "Diamonds",
        _ => "Clubs",
    };
    let rank = match rank {
        "J" => "Jack",
        "Q" => "Queen",
        "K" => "King",
        "A" => "Ace",
        pip => pip,
    };
    format!("{suit} {rank}")
}

fn names(short: &str) -> String {
    short.split_whitespace().map(name).collect::<Vec<_>>().join(", ")
}

/// The head of a log of four players with three cards each; player 1 leads. What is not named is in the stock.
fn head(hands: [&str; 4], first: &str, stock: &str) -> String {
    let order = "4S 5S 6S 8S";
    let mut rest: Vec<String> = Vec::new();
    for suit in ["S", "H", "D", "C"] {
        for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"] {
            rest.extend([format!("{rank}{suit}"), format!("{rank}{suit}")]);
        }
    }
    let named = [hands[0], hands[1], hands[2], hands[3], order, first, stock].join(" ");
    for card in named.split_whitespace() {
        let place = rest.iter().position(|held| held == card).expect("there are two of each");
        rest.remove(place);
    }
    let shuffle = names(&format!("{named} {}", rest.join(" ")));
    let mut log = vec![
        "---- Initial setup ----\nNumber of rounds: 1\nNumber of decks: 2\nNumber of players: 4".to_owned(),
        format!("Initial cards: 3\nSeed: 1\nShuffle result: {shuffle}"),
    ];
    log.extend((1..).zip(hands).map(|(number, hand)| format!("Player {number}: {}", names(hand))));
    log.push("Determining the playing order:".to_owned());
    let order = (1..).zip(order.split_whitespace());
    log.extend(order.map(|(number, card)| format!("Player {number}: {}", name(card))));
    log.push(format!("The game starts with player 1\n---- Game start ----\nFirst card: {}", name(first)));
    log.join("\n") + "\n"
}

/// Steps such as `1 plays QH: 2S 3S` or `2 draws 4H 5H: …`, the hand behind the colon.
fn judged(head: &str, steps: &[&str]) -> Result<(), Fault> {
    let lines = steps.iter().map(|step| {
        let (what, hand) = step.split_once(':').unwrap();
        let (who, what) = what.split_once(' ').unwrap();
        let (does, cards) = what.split_once(' ').unwrap();
        format!("Player {who} {does}: {}\nPlayer {who} cards: {}\n", names(cards), names(hand))
    });
    let log: String = [head.to_owned()].into_iter().chain(lines).collect();
    judge_beginning(&log).map(drop)
}

/// All but the last step are in order, and what is done in the last one is not.
fn refused(head: &str, steps: &[&str]) {
    let (last, before) = steps.split_last().unwrap();
    assert_eq!(judged(head, before), Ok(()));
    let line = judged(head, steps).expect_err(last).line;
    assert_eq!(line, head.lines().count() + 2 * before.len() + 1, "{last}");
}

#[test]
fn a_card_must_match() {
    let head = head(["9S 5H KD", "4H 4D 4C", "6H 6D 6C", "8H 8D 8C"], "9H", "");
    assert_eq!(judged(&head, &["1 plays 9S: 5H KD"]), Ok(()));
    assert_eq!(judged(&head, &["1 plays 5H: 9S KD"]), Ok(()));
    refused(&head, &["1 plays KD: 9S 5H"]);
}

#[test]
fn attacks_add_up_and_are_drawn_as_a_whole() {
    let head = head(["2H KD KC", "2D 4D 4C", "3D 6D 6C", "8H 8D 8C"], "9H", "9S 9S 10S 10S JS QS KS AS");
    let attacks = ["1 plays 2H: KD KC", "2 plays 2D: 4D 4C", "3 plays 3D: 6D 6C"];
    let drawn = "4 draws 9S 9S 10S 10S JS QS KS: 9S 9S 10S 10S JS QS KS 8H 8D 8C";
    let fewer = "4 draws 9S 9S 10S 10S JS QS: 9S 9S 10S 10S JS QS 8H 8D 8C";
    let more = "4 draws 9S 9S 10S 10S JS QS KS AS: 9S 9S 10S 10S JS QS KS AS 8H 8D 8C";
    let with = |last| [&attacks[..], &[last]].concat();
    // The attack is over, and the next card matches the Three.
    assert_eq!(judged(&head, &[&with(drawn)[..], &["1 plays KD: KC"]].concat()), Ok(()));
    refused(&head, &with(fewer));
    refused(&head, &with(more));
    refused(&head, &with("4 plays 8D: 8H 8C"));
}

#[test]
fn a_seven_ends_an_attack_if_it_matches() {
    let head = head(["2H KD KC", "7H 7D 4C", "9D JH 6C", "8H 8D 8C"], "9H", "");
    assert_eq!(judged(&head, &["1 plays 2H: KD KC", "2 plays 7H: 7D 4C", "3 plays JH: 9D 6C"]), Ok(()));
    refused(&head, &["1 plays 2H: KD KC", "2 plays 7D: 7H 4C"]);
}

#[test]
fn a_queen_sends_an_attack_back_and_the_turn_stays_reversed() {
    let head = head(["2H QC KD", "QH 4D 4C", "6H 6D 6C", "KH 8D 8C"], "9H", "9S 9S 10S");
    let redirect = ["1 plays 2H: KD QC", "2 plays QH: 4D 4C"];
    let with = |rest: &[&'static str]| [&redirect[..], rest].concat();
    assert_eq!(judged(&head, &with(&["1 draws 9S 9S: 9S 9S KD QC", "4 plays KH: 8D 8C"])), Ok(()));
    refused(&head, &with(&["3 draws 9S 9S: 9S 9S 6H 6D 6C"]));
    refused(&head, &with(&["1 draws 9S: 9S KD QC"]));
    // The rank alone redirects nothing.
    refused(&head, &with(&["1 plays QC: KD"]));
    refused(&head, &with(&["1 draws 9S 9S: 9S 9S KD QC", "2 draws 10S: 10S 4D 4C"]));
}

#[test]
fn a_jack_sends_an_attack_over_the_next_player() {
    let head = head(["2H QC KD", "JH 4D 4C", "6H 6D 6C", "QH 8D 8C"], "9H", "9S 9S 10S");
    let redirect = ["1 plays 2H: KD QC", "2 plays JH: 4D 4C"];
    let with = |rest: &[&'static str]| [&redirect[..], rest].concat();
    assert_eq!(judged(&head, &with(&["4 draws 9S 9S: 9S 9S QH 8D 8C"])), Ok(()));
    // A Queen of the suit of the Jack passes it on, now the other way.
    assert_eq!(judged(&head, &with(&["4 plays QH: 8D 8C", "3 draws 9S 9S: 9S 9S 6H 6D 6C"])), Ok(()));
    refused(&head, &with(&["3 draws 9S 9S: 9S 9S 6H 6D 6C"]));
}

#[test]
fn without_an_attack_a_jack_skips_and_a_queen_reverses() {
    let jack = head(["JH QC KD", "5H 4D 4C", "6H 6D 6C", "QH 8D 8C"], "9H", "");
    assert_eq!(judged(&jack, &["1 plays JH: KD QC", "3 plays 6H: 6D 6C"]), Ok(()));
    refused(&jack, &["1 plays JH: KD QC", "2 plays 5H: 4D 4C"]);
    let queen = head(["QH QC KD", "5H 4D 4C", "6H 6D 6C", "JH 8D 8C"], "9H", "");
    assert_eq!(judged(&queen, &["1 plays QH: KD QC", "4 plays JH: 8D 8C", "2 plays 5H: 4D 4C"]), Ok(()));
    refused(&queen, &["1 plays QH: KD QC", "2 plays 5H: 4D 4C"]);
}

#[test]
fn a_drawn_card_is_not_played_in_the_same_turn() {
    let head = head(["10S JS KS", "5H 4D 4C", "6H 6D 6C", "JH 8D 8C"], "9H", "AH");
    refused(&head, &["1 draws AH: 10S JS KS AH", "1 plays AH: 10S JS KS"]);
}
