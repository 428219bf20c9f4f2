-- The place of each seat in a league's game, by which its points go where a computer stood in.
ALTER TABLE league_seats ADD COLUMN place INTEGER;
