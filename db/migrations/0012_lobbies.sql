-- Games may be repeated by the same people, and their wins are counted. Lobbies keep seats for
-- people, begin by themselves, call their host, close when nobody comes, and are announced.

ALTER TABLE games ADD COLUMN rematch_of INTEGER REFERENCES games (game_id);
ALTER TABLE games ADD COLUMN series INTEGER NOT NULL DEFAULT 1 CHECK (series > 0);
ALTER TABLE games ADD COLUMN begins_full INTEGER NOT NULL DEFAULT 0 CHECK (begins_full IN (0, 1));
ALTER TABLE games ADD COLUMN calls INTEGER NOT NULL DEFAULT 0 CHECK (calls >= 0);
ALTER TABLE games ADD COLUMN closing_at INTEGER;
ALTER TABLE seats ADD COLUMN won INTEGER NOT NULL DEFAULT 0 CHECK (won >= 0);

CREATE UNIQUE INDEX rematches ON games (rematch_of) WHERE state NOT IN ('cancelled', 'closed');

CREATE TABLE invited (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX invited_by_user ON invited (user_id);

CREATE TABLE new_messages (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    kind TEXT NOT NULL CHECK (kind IN ('lobby', 'turn', 'final', 'notice', 'announcement')),
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    turn INTEGER,
    PRIMARY KEY (game_id, kind)
) WITHOUT ROWID, STRICT;

INSERT INTO new_messages (game_id, kind, channel_id, message_id, turn)
SELECT game_id, kind, channel_id, message_id, turn FROM messages;
DROP TABLE messages;
ALTER TABLE new_messages RENAME TO messages;
