-- What finished games came to is kept beside them, and who wants to be in the ranking of a server.
-- A table may say that leaving counts as a loss there.

ALTER TABLE games ADD COLUMN leaving_counts INTEGER NOT NULL DEFAULT 0 CHECK (leaving_counts IN (0, 1));

CREATE TABLE results (  -- what finished games came to: made from their logs, and anew if missing
    game_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    gold INTEGER NOT NULL,
    sale INTEGER NOT NULL,  -- the most that one sale with a banner brought
    turns TEXT NOT NULL,  -- how long each turn of the seat's person took
    buildings TEXT NOT NULL,  -- the forms it built
    PRIMARY KEY (game_id, seat),
    FOREIGN KEY (game_id, seat) REFERENCES seats (game_id, seat) ON DELETE CASCADE
) WITHOUT ROWID, STRICT;

CREATE TABLE ranked (  -- people who chose to be in the ranking of a server
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;
