//! What is asked for: a game, its options, and the strength of each player of the house. Written as the request that
//! would make such a match at a server, and as an address that can be passed on.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use shared::api::NewMatch;
use shared::catalogue::{GameFacts, GameId, OptionFacts, OptionRange};

/// Players of the house unless another number is chosen, where a match has room for several.
pub const HOUSE: usize = 3;

/// The option that says how many sit at a table, in games that have it.
const PLAYERS: &str = "players";

/// How many players of the house come along unless a number is chosen.
pub fn usual_house(game: &GameFacts) -> usize {
    HOUSE.min(most_house(game)).max(1)
}

/// Most players of the house beside one person.
pub fn most_house(game: &GameFacts) -> usize {
    usize::from(game.most_seats.saturating_sub(1))
}

/// Most players of the house in practice. Nuggets has seats for more; each of them acts several times a second, and the
/// whole match has to fit into the browser's storage.
pub fn most_practised(game: &GameFacts) -> usize {
    const MOST: usize = 9;
    most_house(game).min(MOST)
}

/// How many of `number` players of the house can come. Where the number of seats can be chosen and was not, there are as
/// many as it takes.
pub fn seat_house(game: &GameFacts, options: &mut Value, number: usize) -> usize {
    let (Some(chosen), true) =
        (options.as_object_mut(), game.options.iter().any(|option| option.field == PLAYERS))
    else {
        return number;
    };
    let seats = chosen.entry(PLAYERS).or_insert_with(|| {
        let wanted = u8::try_from(number + 1).unwrap_or(u8::MAX);
        wanted.clamp(game.least_seats, game.most_seats).into()
    });
    let seats = seats.as_u64().and_then(|seats| usize::try_from(seats).ok()).unwrap_or_default();
    number.min(seats.saturating_sub(1))
}

/// What the query of an address asks for; what it leaves out is as usual.
///
/// # Errors
/// With a sentence about the first part of it that can't be.
pub fn from_query(game: &GameFacts, asked: impl Fn(&str) -> Option<String>) -> Result<NewMatch, String> {
    let level = asked("level").or_else(|| usual_level(game)).unwrap_or_default();
    if !game.bots.contains(&level) {
        return Err(format!("There is no player “{level}”. There are: {}.", game.bots.join(", ")));
    }
    let mut options = Map::new();
    for option in &game.options {
        if let Some(typed) = asked(&option.field) {
            options.insert(option.field.clone(), value(option, typed.trim())?);
        }
    }
    let mut options = Value::Object(options);
    let house = match asked("house") {
        None => usual_house(game),
        Some(typed) => {
            typed.trim().parse().ok().filter(|house| (1..=most_practised(game)).contains(house)).ok_or_else(
                || format!("Players of the house: a number from 1 to {}.", most_practised(game)),
            )?
        }
    };
    let house = seat_house(game, &mut options, house);
    let mut wish = NewMatch { game: game.id, options, bots: vec![level; house], public: false };
    settle(game, &mut wish.options);
    Ok(wish)
}

fn usual_level(game: &GameFacts) -> Option<String> {
    game.bots.get(game.bots.len().saturating_sub(1) / 2).cloned()
}

fn value(option: &OptionFacts, typed: &str) -> Result<Value, String> {
    match &option.range {
        OptionRange::Integer { .. } => {
            let number: u64 = typed.parse().map_err(|_| format!("{}: a whole number.", option.label))?;
            Ok(number.into())
        }
        OptionRange::Map { bundled, .. } => {
            if bundled.iter().any(|map| map.name == typed) {
                return Ok(json!({"kind": "bundled", "name": typed}));
            }
            let size = typed
                .split_once('x')
                .and_then(|(rows, columns)| Some((rows.parse::<u16>().ok()?, columns.parse::<u16>().ok()?)));
            let (rows, columns) =
                size.ok_or_else(|| format!("{}: there is no map “{typed}”.", option.label))?;
            Ok(json!({"kind": "generated", "rows": rows, "columns": columns}))
        }
    }
}

/// Leaves only options that say something: neither `null` nor what is chosen anyway.
pub fn settle(game: &GameFacts, options: &mut Value) {
    let Some(options) = options.as_object_mut() else { return };
    options.retain(|field, value| {
        !value.is_null()
            && game.options.iter().any(|option| option.field == *field && option.default != *value)
    });
}

/// Takes the clocks off: nobody waits in practice.
pub fn without_clocks(game: &GameFacts, options: &mut Value) {
    let Some(options) = options.as_object_mut() else { return };
    for option in &game.options {
        let seconds = matches!(&option.range, OptionRange::Integer { unit, .. } if unit == "seconds");
        if seconds && option.none.is_some() {
            options.insert(option.field.clone(), Value::Null);
        }
    }
}

/// Where a game is practised.
pub fn place(game: GameId) -> String {
    format!("/practice/{game}")
}

/// The address of a wish that was settled. A map of one's own doesn't fit: then the address says nothing, and means the
/// match that is kept here.
pub fn address(wish: &NewMatch) -> String {
    let mut address = place(wish.game);
    let mut mark = '?';
    let mut add = |name: &str, value: &str| {
        // Writing to a string can't fail.
        let _ = write!(address, "{mark}{name}={value}");
        mark = '&';
    };
    if let Some(level) = wish.bots.first() {
        add("level", level);
    }
    add("house", &wish.bots.len().to_string());
    for (field, value) in wish.options.as_object().into_iter().flatten() {
        match query_value(value) {
            Some(value) => add(field, &value),
            None => return place(wish.game),
        }
    }
    address
}

fn query_value(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::Object(map) => match map.get("kind")?.as_str()? {
            "bundled" => map.get("name")?.as_str().map(str::to_owned),
            "generated" => Some(format!("{}x{}", map.get("rows")?, map.get("columns")?)),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use shared::accordion::Accordion;
    use shared::nuggets::Nuggets;
    use shared::onecard::OneCard;
    use shared::sea_battle::SeaBattle;

    use super::*;

    fn read(game: &GameFacts, query: &str) -> Result<NewMatch, String> {
        let pairs: Vec<(&str, &str)> = query.split('&').filter_map(|pair| pair.split_once('=')).collect();
        from_query(game, |name| {
            pairs.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn an_address_that_says_nothing_asks_for_what_is_usual() {
        let wish = read(&SeaBattle::facts(), "").unwrap();
        assert_eq!((wish.bots, wish.options), (vec!["medium".to_owned()], json!({})));
        let wish = read(&OneCard::facts(), "").unwrap();
        assert_eq!(wish.bots.len(), HOUSE);
        assert_eq!(read(&Accordion::facts(), "").unwrap().bots, ["steady"]);
    }

    #[test]
    fn a_wish_survives_its_address() {
        let deals = "level=strong&house=1&deal=9007199254740991";
        for (game, query) in [
            (SeaBattle::facts(), "level=hard&house=1&starter=0"),
            (OneCard::facts(), "level=easy&house=5&players=6&rounds=2"),
            (Nuggets::facts(), "level=hard&house=2&gold=40&map=12x30"),
            (Nuggets::facts(), "level=easy&house=1&map=cellar"),
            (Accordion::facts(), deals),
        ] {
            let wish = read(&game, query).unwrap();
            let address = address(&wish);
            let (_, again) = address.split_once('?').unwrap();
            assert_eq!(read(&game, again), Ok(wish), "{address}");
        }
        assert_eq!(
            address(&read(&Accordion::facts(), deals).unwrap()),
            format!("/practice/accordion?{deals}")
        );
    }

    #[test]
    fn what_can_not_be_is_named() {
        assert!(read(&SeaBattle::facts(), "level=strong").unwrap_err().contains("easy, medium, hard"));
        assert!(read(&OneCard::facts(), "rounds=many").unwrap_err().contains("whole number"));
        assert!(read(&OneCard::facts(), "house=40").unwrap_err().contains("from 1 to 9"));
        assert!(read(&Nuggets::facts(), "house=25").unwrap_err().contains("from 1 to 9"));
        assert!(read(&Nuggets::facts(), "map=nowhere").unwrap_err().contains("nowhere"));
    }

    #[test]
    fn a_map_of_ones_own_has_no_address() {
        let mut wish = read(&Nuggets::facts(), "").unwrap();
        wish.options = json!({"map": {"kind": "text", "text": "..."}});
        assert_eq!(address(&wish), "/practice/nuggets");
    }

    #[test]
    fn all_clocks_that_can_be_off_are() {
        let mut options = json!({"shot_seconds": 30});
        without_clocks(&SeaBattle::facts(), &mut options);
        assert_eq!(options.get("shot_seconds"), Some(&Value::Null));
        assert_eq!(options.get("placement_seconds"), Some(&Value::Null));
    }
}
