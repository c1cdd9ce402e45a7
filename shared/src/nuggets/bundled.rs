//! The maps that come with the program.

/// A map of ours.
pub struct Bundled {
    /// The word in options.
    pub name: &'static str,
    /// What people read.
    pub title: &'static str,
    /// What it is like, in half a sentence.
    pub about: &'static str,
    /// Its lines.
    pub text: &'static str,
}

/// The map of a match that chooses none.
pub const FIRST: &str = "manor";

macro_rules! maps {
    ($($name:literal $title:literal $about:literal;)*) => {
        /// All of them, in the order of the menu.
        pub const ALL: &[Bundled] = &[$(Bundled {
            name: $name,
            title: $title,
            about: $about,
            text: include_str!(concat!("../../../maps/", $name, ".txt")),
        }),*];
    };
}

maps! {
    "manor" "Manor" "rooms and passages, as it has always been played";
    "cellar" "Cellar" "small, for a quick hunt";
    "colonnade" "Colonnade" "one hall full of pillars to hide behind";
    "rim" "Rim" "rooms that run off the edge of the world";
    "burrow" "Burrow" "tiny dens and nothing but passages";
    "spiral" "Spiral" "one long way in";
    "lighthouse" "Lighthouse" "an island, its tower and what the waves left";
    "garden" "Garden" "hedges, courts and a fountain";
    "catacombs" "Catacombs" "vast and dark, for many";
}

/// The map of that name.
pub fn find(name: &str) -> Option<&'static Bundled> {
    ALL.iter().find(|map| map.name == name)
}

/// Their names, for people.
pub fn names() -> String {
    ALL.iter().map(|map| map.name).collect::<Vec<_>>().join(", ")
}
