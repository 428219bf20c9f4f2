-- Moderators may keep people from opening games on their server.

CREATE TABLE blocked (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;
