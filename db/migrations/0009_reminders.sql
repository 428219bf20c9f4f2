-- People choose when they are reminded and when they are left alone.

ALTER TABLE preferences ADD COLUMN remind TEXT NOT NULL DEFAULT 'once'
    CHECK (remind IN ('never', 'once', 'daily'));
ALTER TABLE preferences ADD COLUMN remind_after INTEGER NOT NULL DEFAULT 24
    CHECK (remind_after > 0);
ALTER TABLE preferences ADD COLUMN remind_in TEXT NOT NULL DEFAULT 'game'
    CHECK (remind_in IN ('game', 'message'));
ALTER TABLE preferences ADD COLUMN tell_end INTEGER NOT NULL DEFAULT 1
    CHECK (tell_end IN (0, 1));
ALTER TABLE preferences ADD COLUMN zone TEXT;
ALTER TABLE preferences ADD COLUMN quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439);
ALTER TABLE preferences ADD COLUMN quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439);
ALTER TABLE preferences ADD COLUMN quiet_weekend INTEGER NOT NULL DEFAULT 0
    CHECK (quiet_weekend IN (0, 1));
ALTER TABLE preferences ADD COLUMN quiet_turns INTEGER NOT NULL DEFAULT 0
    CHECK (quiet_turns IN (0, 1));
