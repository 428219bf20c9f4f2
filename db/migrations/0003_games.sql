-- A game is called a game.

DROP INDEX tables_by_state;
ALTER TABLE tables RENAME TO games;
ALTER TABLE games RENAME COLUMN id TO game_id;
ALTER TABLE seats RENAME COLUMN table_id TO game_id;
ALTER TABLE log RENAME COLUMN table_id TO game_id;
ALTER TABLE messages RENAME COLUMN table_id TO game_id;
ALTER TABLE votes RENAME COLUMN table_id TO game_id;
ALTER TABLE notes RENAME COLUMN table_id TO game_id;
ALTER TABLE prepared RENAME COLUMN table_id TO game_id;
CREATE INDEX games_by_state ON games (state, guild_id);
