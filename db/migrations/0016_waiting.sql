-- People are reminded of games that wait for them.

CREATE TABLE waiting (  -- whom running games wait for, and what those people have been told
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    since INTEGER NOT NULL,
    called INTEGER NOT NULL CHECK (called IN (0, 1)),  -- whether they were told that it is theirs
    reminded INTEGER NOT NULL CHECK (reminded >= 0),  -- how often they were reminded of it
    reminded_at INTEGER,
    trying_at INTEGER,  -- when it was begun to tell them what is not noted as told
    channel_id INTEGER,
    message_id INTEGER  -- the message that reminded them last
) STRICT;

CREATE INDEX waiting_by_user ON waiting (user_id);
