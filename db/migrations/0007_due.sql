-- What is to be done at a time stands in one table, whatever it is.

CREATE TABLE due (
    guild_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game_id, user_id, kind)
) WITHOUT ROWID, STRICT;

CREATE INDEX due_by_time ON due (at);
