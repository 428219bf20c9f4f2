-- Games may be repeated by the same people, and their wins are counted. Lobbies keep seats for
-- people, begin by themselves, call their host, close when nobody comes, and are announced.

ALTER TABLE games ADD COLUMN rematch_of bigint REFERENCES games (game_id);
ALTER TABLE games ADD COLUMN series bigint NOT NULL DEFAULT 1 CHECK (series > 0);
ALTER TABLE games ADD COLUMN begins_full boolean NOT NULL DEFAULT FALSE;
ALTER TABLE games ADD COLUMN calls bigint NOT NULL DEFAULT 0 CHECK (calls >= 0);
ALTER TABLE games ADD COLUMN closing_at bigint;
ALTER TABLE seats ADD COLUMN won bigint NOT NULL DEFAULT 0 CHECK (won >= 0);

CREATE UNIQUE INDEX rematches ON games (rematch_of) WHERE state NOT IN ('cancelled', 'closed');

CREATE TABLE invited (
    game_id bigint NOT NULL REFERENCES games (game_id),
    user_id bigint NOT NULL,
    PRIMARY KEY (game_id, user_id)
);

CREATE INDEX invited_by_user ON invited (user_id);

ALTER TABLE messages DROP CONSTRAINT messages_kind_check;
ALTER TABLE messages ADD CONSTRAINT messages_kind_check
    CHECK (kind IN ('lobby', 'turn', 'final', 'notice', 'announcement'));
