//! Nuggets before the laws.

use shared::game::{Audience, Cause, Entry, Game as _, Seat};
use shared::nuggets::sight::Sight;
use shared::nuggets::{Key, Map, MapChoice, Nuggets, Options, Point, View, letter};
use shared::seed::{Rng, Seed};

use crate::support::{Paper, Sample};

/// Rooms, a corridor with a bend, a pillar, spots on the rim.
const MAP: &str = "\
+------+   .##  +----+
|......|     #  |....|
|.....*|     #  |..+.|
|......#######  |....|
+---#--+     ####....|
    #           |....|
....#           +-#--+
.##..             #   
..................#...
";

impl Sample for Nuggets {
    const TRIES: usize = 120;

    fn sample_options(rng: &mut Rng) -> Options {
        let map = match rng.below(4) {
            0 => MapChoice::Generated { rows: 10, columns: 20 },
            1 => MapChoice::Generated { rows: 12, columns: 70 },
            2 => MapChoice::Bundled { name: "cellar".to_owned() },
            _ => MapChoice::Text { text: MAP.replace('*', ".") },
        };
        let least_piles = 1 + rng.below(10);
        Options {
            map,
            gold: 1 + rng.below(60),
            least_piles,
            most_piles: least_piles + rng.below(5),
            join_seconds: rng.chance(1, 2).then(|| 10 + rng.below(3_000)),
        }
    }

    fn sample_entry(&self, rng: &mut Rng) -> Entry<Key> {
        let come = self.view(Audience::Spectator).players.len();
        let next = Seat(u8::try_from(come).unwrap());
        let somebody = |rng: &mut Rng| match rng.below(20) {
            0 => Seat(rng.bits().to_le_bytes()[0]),
            _ => Seat(u8::try_from(rng.below(1 + u32::from(next.0))).unwrap()),
        };
        match rng.below(100) {
            0 => Entry::Closed {
                cause: *rng.pick(&[Cause::NoShow, Cause::Aborted, Cause::Abandoned]).unwrap(),
            },
            1..4 => Entry::Left { seat: somebody(rng) },
            4..6 => Entry::TimedOut { seat: somebody(rng) },
            6..30 => Entry::Sat { seat: next, name: "Zoë <b> of the hill".to_owned() },
            30..34 => Entry::Sat { seat: somebody(rng), name: "Somebody else".to_owned() },
            34..38 => Entry::Started,
            _ => Entry::Acted { seat: somebody(rng), action: any_key(rng) },
        }
    }

    /// People come, one or several, and it starts; a few bots play.
    fn useful_entry(&self, _: &Options, rng: &mut Rng) -> Option<Entry<Key>> {
        let come = self.view(Audience::Spectator).players.len();
        if !self.started() {
            let seat = Seat(u8::try_from(come).ok()?);
            let sits = come == 0 || (come < 4 && rng.chance(2, 3));
            return Some(if sits {
                Entry::Sat { seat, name: format!("Player {seat}") }
            } else {
                Entry::Started
            });
        }
        let waiting = self.waiting_for().seats;
        let seat = rng.pick(&waiting)?.seat;
        let level = *rng.pick(<Self as shared::game::Bot>::LEVELS)?;
        let key = <Self as shared::game::Bot>::decide(&self.view(Audience::Seat(seat)), level, rng)?;
        Some(Entry::Acted { seat, action: key })
    }

    /// What an explorer can't know: rooms and passages it has never seen, the gold and the people there. The map is
    /// changed where it was never seen by anybody whose doings it was shown, and nothing it was told may differ.
    fn vary(paper: &Paper<Self>, audience: Audience, rng: &mut Rng) -> Option<Paper<Self>> {
        let seat = audience.seat()?;
        let MapChoice::Text { text } = &paper.options.map else { return vary_seed(paper, audience, rng) };
        let last = history(paper, audience)?.pop()?;
        let map = Map::parse(text).ok()?;
        let sights: Vec<Sight> = last.trodden.iter().map(|eye| Sight::from(&map, eye)).collect();
        // Turn a spot that this audience never saw into rock, or rock into a spot.
        let mut lines: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
        for _ in 0..40 {
            let row = rng.index(lines.len())?;
            let column = rng.index(lines[row].len())?;
            let point = Point { row: u16::try_from(row).ok()?, column: u16::try_from(column).ok()? };
            if sights.iter().any(|sight| sight.contains(point)) {
                continue;
            }
            let before = lines[row][column];
            lines[row][column] = match before {
                b'#' | b'-' | b'|' | b'+' => b' ',
                b' ' => b'#',
                kept => kept,
            };
            let map = lines.iter().map(|line| String::from_utf8_lossy(line) + "\n").collect::<String>();
            let varied = Paper {
                options: Options { map: MapChoice::Text { text: map }, ..paper.options.clone() },
                ..paper.clone()
            };
            if same_course(&varied, paper, seat) {
                return Some(varied);
            }
            lines[row][column] = before;
        }
        None
    }
}

/// Another seed that happens to put this audience on the same spot and its gold out of sight.
fn vary_seed(paper: &Paper<Nuggets>, audience: Audience, rng: &mut Rng) -> Option<Paper<Nuggets>> {
    let MapChoice::Bundled { .. } = paper.options.map else { return None };
    (0..16).find_map(|_| {
        let varied = Paper { seed: Seed::from_number(rng.bits().into()), ..paper.clone() };
        same_course(&varied, paper, audience.seat()?).then_some(varied)
    })
}

/// True if both can be folded, nobody's position that this seat ever saw differs, and neither does any entry's effect on
/// it that the rules make public: the purses, and that an entry was accepted.
fn same_course(one: &Paper<Nuggets>, two: &Paper<Nuggets>, seat: Seat) -> bool {
    let (Some(a), Some(b)) = (course(one, seat), course(two, seat)) else { return false };
    a == b
}

/// Where a seat was, what everybody had found, and the things in its sight.
type Moment = (Option<Point>, Vec<u32>, Vec<(Point, u8)>);

/// Where this seat was and who was in its sight after each entry, and what everybody had found.
fn course(paper: &Paper<Nuggets>, seat: Seat) -> Option<Vec<Moment>> {
    history(paper, Audience::Seat(seat)).map(|views| {
        let summary = |view: &View| {
            let purses = view.players.iter().map(|player| player.purse).collect();
            let screen = &view.screen;
            let points = (0..screen.rows())
                .flat_map(|row| (0..screen.columns()).map(move |column| Point { row, column }));
            let things = points
                .map(|point| (point, screen.at(point)))
                .filter(|(_, thing)| *thing == b'*' || thing.is_ascii_uppercase());
            (screen.viewer(), purses, things.collect())
        };
        views.iter().map(summary).collect()
    })
}

/// The views of an audience after each entry; `None` if the paper can't be folded.
fn history(paper: &Paper<Nuggets>, audience: Audience) -> Option<Vec<View>> {
    let mut game = Nuggets::new(&paper.options, &paper.seed).ok()?;
    let mut views = vec![game.view(audience)];
    for entry in &paper.entries {
        game.step(entry).ok()?;
        views.push(game.view(audience));
    }
    Some(views)
}

fn any_key(rng: &mut Rng) -> Key {
    let keys: Vec<Key> = Key::all().collect();
    *rng.pick(&keys).unwrap()
}

#[test]
fn a_varied_match_is_another_match() {
    let mut rng = Seed::from_number(5).rng("vary");
    let options = Options { map: MapChoice::Text { text: MAP.replace('*', ".") }, ..Options::default() };
    let mut paper: Paper<Nuggets> =
        Paper { options, seed: Seed::from_number(1), entries: Vec::new(), start: None };
    paper.entries.push(Entry::Sat { seat: Seat(0), name: "Ann".to_owned() });
    paper.entries.push(Entry::Started);
    let varied = Nuggets::vary(&paper, Audience::Seat(Seat(0)), &mut rng).unwrap();
    assert_ne!(varied.options, paper.options);
    assert_eq!(letter(Seat(0)), 'A');
}

laws!(Nuggets);
