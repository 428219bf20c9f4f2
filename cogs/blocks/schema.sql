-- The people with whom somebody does not want to sit down, by the server on which they were named.
CREATE TABLE blocks (
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    other_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, guild_id, other_id)
) STRICT;

CREATE INDEX blocks_by_other ON blocks (other_id);
CREATE INDEX blocks_by_server ON blocks (guild_id);
