-- A server may have it told once a week in a channel what went on.

CREATE TABLE digests (  -- where servers want to read once a week what went on
    guild_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    language TEXT NOT NULL,
    told_at INTEGER NOT NULL,  -- until when it was told
    message_id INTEGER  -- of the one that was told last
) STRICT;
