-- Newcomers are given tips in their first turns, until they want none.

ALTER TABLE preferences ADD COLUMN tips INTEGER NOT NULL DEFAULT 1 CHECK (tips IN (0, 1));
ALTER TABLE preferences ADD COLUMN tips_had TEXT NOT NULL DEFAULT '';
