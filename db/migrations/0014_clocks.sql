-- A table has a clock with a bank for each seat, in place of the hours that a turn may take.

ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT '72h+24h';
ALTER TABLE games ADD COLUMN late TEXT NOT NULL DEFAULT 'ask'
    CHECK (late IN ('nothing', 'ask', 'turn', 'seat'));
ALTER TABLE games ADD COLUMN absence TEXT NOT NULL DEFAULT 'stop'
    CHECK (absence IN ('stop', 'computer'));
ALTER TABLE games ADD COLUMN warned_at INTEGER;
ALTER TABLE games ADD COLUMN warned_news INTEGER;
ALTER TABLE games ADD COLUMN expired_at INTEGER;
UPDATE games SET clock = patience || 'h';
ALTER TABLE games DROP COLUMN patience;

ALTER TABLE leagues ADD COLUMN clock TEXT NOT NULL DEFAULT '72h+24h';
UPDATE leagues SET clock = patience || 'h';
ALTER TABLE leagues DROP COLUMN patience;

ALTER TABLE seats ADD COLUMN bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0);

CREATE TABLE pauses (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    seat INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    until_at INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('stop', 'away', 'turn', 'seat')),
    PRIMARY KEY (game_id, seat, began_at)
) WITHOUT ROWID, STRICT;

INSERT INTO pauses (game_id, seat, began_at, until_at, kind)
    SELECT game_id, seat, games.begun_at, NULL, 'away' FROM seats JOIN games USING (game_id)
    WHERE status = 'away' AND games.begun_at IS NOT NULL;

CREATE TABLE outages (
    began_at INTEGER PRIMARY KEY,
    ended_at INTEGER NOT NULL
) STRICT;
