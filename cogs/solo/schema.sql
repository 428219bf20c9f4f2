-- The newest games of people who play alone against computer players. Such a game is in no channel
-- and on no server, so there is no column for either.
CREATE TABLE solo_games (
    game_id INTEGER PRIMARY KEY AUTOINCREMENT,  -- its number, never used again
    user_id INTEGER NOT NULL,
    seat INTEGER NOT NULL CHECK (seat >= 0),  -- the person's; all others are computer players'
    level TEXT NOT NULL,  -- of the computer players
    start TEXT NOT NULL,  -- as a record without actions; hidden from everybody while it runs
    log TEXT NOT NULL,  -- its entries, a line each
    version INTEGER NOT NULL CHECK (version >= 0),  -- how many these are
    played_at INTEGER NOT NULL,  -- when the last of them was made
    over INTEGER NOT NULL CHECK (over IN (0, 1))
) STRICT;

CREATE INDEX solo_games_by_user ON solo_games (user_id, played_at);
