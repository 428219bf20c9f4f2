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

-- Whether a person was told that a game waits for them.
ALTER TABLE waiting RENAME COLUMN called TO notified;

ALTER TABLE outbox RENAME COLUMN stands_id TO posted_id;

ALTER TABLE outbox RENAME COLUMN stands_in TO posted_in;

-- What limits count has the word of those who limit things.
ALTER TABLE ledger RENAME TO usage;

ALTER TABLE usage RENAME COLUMN act_id TO usage_id;

DROP INDEX ledger_by_user;

DROP INDEX ledger_by_guild;

DROP INDEX ledger_by_target;

DROP INDEX ledger_by_game;

DROP INDEX ledger_by_time;

CREATE INDEX usage_by_user ON usage (user_id, kind, at);

CREATE INDEX usage_by_guild ON usage (guild_id, kind, at);

CREATE INDEX usage_by_target ON usage (target_id, kind, at);

CREATE INDEX usage_by_game ON usage (game_id, kind);

CREATE INDEX usage_by_time ON usage (at);
