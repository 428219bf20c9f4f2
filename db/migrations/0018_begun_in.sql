-- Games may begin in the middle of others, to be tried again.

ALTER TABLE games ADD COLUMN begun_in INTEGER REFERENCES games (game_id);
ALTER TABLE games ADD COLUMN begun_turn INTEGER CHECK (begun_turn > 0);
