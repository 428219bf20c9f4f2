-- The lesson is taken up where a person left it, and knows who came to its end.

ALTER TABLE preferences ADD COLUMN lesson TEXT;
ALTER TABLE preferences ADD COLUMN learned INTEGER NOT NULL DEFAULT 0 CHECK (learned IN (0, 1));
