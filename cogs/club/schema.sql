CREATE TABLE standings (  -- what a person's counted games of a server came to so far
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,  -- in the last of those games
    figures TEXT NOT NULL,  -- that people read
    memory TEXT NOT NULL,  -- from which the next game's figures are made
    games INTEGER NOT NULL DEFAULT 0 CHECK (games >= 0),  -- how many of them were against people
    unlisted INTEGER NOT NULL DEFAULT 0 CHECK (unlisted >= 0),  -- how many were over when the ranking began to list all
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX standings_by_user ON standings (user_id);

CREATE TABLE ranked (  -- people who chose whether the ranking of a server shows them
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    shown INTEGER NOT NULL DEFAULT 1 CHECK (shown IN (0, 1)),
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE records (  -- of the games of each server among people
    guild_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('highest', 'closest', 'longest')),
    value INTEGER NOT NULL CHECK (value >= 0),
    earlier INTEGER CHECK (earlier >= 0),  -- the record before it; NULL for the first game
    game_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, kind)
) WITHOUT ROWID, STRICT;
