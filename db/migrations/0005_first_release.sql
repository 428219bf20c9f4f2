-- An epoch is a setting, and a game that is to be told anew has a count of news that jumped.
INSERT INTO settings (scope, key, value)
SELECT 'history', 'epoch', CAST(epoch AS TEXT) FROM history WHERE epoch > 0 ORDER BY epoch DESC LIMIT 1;

UPDATE games SET news = news + 100000 WHERE game_id IN (SELECT game_id FROM recalls);

DELETE FROM outbox WHERE kind = 'lost';

DELETE FROM due WHERE kind = 'lost';

DROP TABLE recalls;

DROP TABLE history;

-- What was asked for is known by the key of what it created; what people were answered is not kept.
DROP TABLE acts;

CREATE TABLE asked (
    key TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE INDEX asked_by_time ON asked (at);

-- A seat that was left can be taken by another person; its result is still that of who left it.
ALTER TABLE seats ADD COLUMN left_id INTEGER;

ALTER TABLE seats ADD COLUMN left_name TEXT;

-- Whether a reminder was sent that is not noted is seen by when it was due.
ALTER TABLE waiting DROP COLUMN trying_at;
