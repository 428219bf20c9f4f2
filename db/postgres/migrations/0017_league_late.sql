-- A league says what happens in its games when somebody's time is up.

ALTER TABLE leagues ADD COLUMN late text NOT NULL DEFAULT 'ask'
    CHECK (late IN ('nothing', 'ask', 'turn', 'seat'));
