-- What is to be done to messages stands in the outbox, and when to try again with what is due.

CREATE TABLE outbox (
    kind text NOT NULL,
    guild_id bigint NOT NULL,
    subject_id bigint NOT NULL,
    message_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    since bigint NOT NULL,
    news bigint NOT NULL CHECK (news >= 0),
    shown bigint NOT NULL CHECK (shown BETWEEN 0 AND news),
    stands_id bigint NOT NULL,
    stands_in bigint NOT NULL,
    attempts bigint NOT NULL CHECK (attempts >= 0),
    PRIMARY KEY (kind, guild_id, subject_id, message_id)
);

CREATE INDEX outbox_by_subject ON outbox (guild_id, subject_id);

INSERT INTO outbox SELECT what, guild_id, game_id, message_id, chores.channel_id, 0, 1, 0, 0, 0, 0
    FROM chores JOIN games USING (game_id);

DROP TABLE chores;

ALTER TABLE games DROP COLUMN retry_at;

ALTER TABLE due ADD COLUMN attempts bigint NOT NULL DEFAULT 0 CHECK (attempts >= 0);
