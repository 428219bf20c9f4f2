-- Games may begin in the middle of others, to be tried again.

ALTER TABLE games ADD COLUMN begun_in bigint REFERENCES games (game_id);
ALTER TABLE games ADD COLUMN begun_turn bigint CHECK (begun_turn > 0);
