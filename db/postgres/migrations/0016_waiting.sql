-- People are reminded of games that wait for them.

CREATE TABLE waiting (
    game_id bigint PRIMARY KEY REFERENCES games (game_id),
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    turn bigint NOT NULL,
    since bigint NOT NULL,
    called boolean NOT NULL,
    reminded bigint NOT NULL CHECK (reminded >= 0),
    reminded_at bigint,
    trying_at bigint,
    channel_id bigint,
    message_id bigint
);

CREATE INDEX waiting_by_user ON waiting (user_id);
