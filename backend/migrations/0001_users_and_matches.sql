-- Users, matches and their records. Times are milliseconds since 1970-01-01 UTC.

CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
    id TEXT NOT NULL PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    -- 64 hexadecimal digits.
    seed TEXT NOT NULL,
    public INTEGER NOT NULL CHECK (public IN (0, 1)),
    creator TEXT NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL,
    -- Null keys don't equal each other, so matches without one are not limited.
    idempotency_key TEXT,
    -- Null while the match is live.
    outcome TEXT,
    UNIQUE (creator, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX live_matches ON matches (id) WHERE outcome IS NULL;

CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    user_id TEXT REFERENCES users (id),
    bot TEXT,
    name TEXT NOT NULL,
    PRIMARY KEY (match_id, seat),
    CHECK ((user_id IS NULL) <> (bot IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (
    match_id TEXT NOT NULL REFERENCES matches (id),
    idx INTEGER NOT NULL,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL,
    -- Of a player's numbered action: whose, and its number.
    seat INTEGER,
    n INTEGER,
    PRIMARY KEY (match_id, idx),
    CHECK ((seat IS NULL) = (n IS NULL))
) STRICT, WITHOUT ROWID;

-- One row, counted up by every check of whether the store can write.
CREATE TABLE probe (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    count INTEGER NOT NULL
) STRICT;
