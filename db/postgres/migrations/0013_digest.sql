-- A server may have it told once a week in a channel what went on.

CREATE TABLE digests (
    guild_id bigint PRIMARY KEY,
    channel_id bigint NOT NULL,
    language text NOT NULL,
    told_at bigint NOT NULL,
    message_id bigint
);
