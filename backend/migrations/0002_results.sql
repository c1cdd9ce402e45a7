-- What came of every match that was played out, for each person who sat in it.

CREATE TABLE results (
    -- Counts up in the order in which matches ended.
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    -- 'people' if anybody else sat there, else the level of the strongest bot, or 'nobody'.
    opponents TEXT NOT NULL,
    -- Null where nobody else played: that is neither won nor lost.
    verdict TEXT CHECK (verdict IN ('won', 'lost', 'drawn')),
    -- In the unit of the game; null where there is none.
    score INTEGER,
    UNIQUE (match_id, seat),
    CHECK ((verdict IS NULL) = (opponents = 'nobody'))
) STRICT;

CREATE INDEX results_of_a_user ON results (user_id, game);

-- Matches that ended before: all is known of them but the score.
INSERT INTO results (match_id, seat, user_id, game, opponents, verdict)
SELECT
    match_id, seat, user_id, game, opponents,
    CASE
        WHEN opponents = 'nobody' THEN NULL
        WHEN winners = '[]' THEN 'drawn'
        WHEN seat IN (SELECT value FROM json_each(winners)) THEN 'won'
        ELSE 'lost'
    END
FROM (
    SELECT
        own.match_id, own.seat, own.user_id, ended.game, ended.ended_at,
        ended.outcome -> '$.decided.winners' AS winners,
        CASE
            WHEN count(other.user_id) > 0 THEN 'people'
            WHEN count(other.bot) = 0 THEN 'nobody'
            WHEN sum(other.bot = 'hard') > 0 THEN 'hard'
            WHEN sum(other.bot = 'medium') > 0 THEN 'medium'
            ELSE 'easy'
        END AS opponents
    FROM (
        SELECT id, game, outcome, (SELECT max(at) FROM entries WHERE match_id = id) AS ended_at
        FROM matches
        WHERE CASE WHEN json_valid(outcome) THEN json_type(outcome, '$.decided.winners') = 'array' END
    ) AS ended
    JOIN seats AS own ON own.match_id = ended.id
    LEFT JOIN seats AS other ON other.match_id = own.match_id AND other.seat <> own.seat
    WHERE own.user_id IS NOT NULL
    GROUP BY own.match_id, own.seat
)
ORDER BY ended_at, match_id, seat;
