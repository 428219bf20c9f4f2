-- What one function said of a whole game stands in the table, as SQLite has it.
DROP FUNCTION is_right CASCADE;

ALTER TABLE games RESET (fillfactor);

ALTER TABLE games
    ADD CHECK (state IN ('lobby', 'running', 'finished', 'cancelled', 'closed', 'aside')),
    ADD CHECK (seat_limit > 0),
    ADD CHECK (help IN ('all', 'completions', 'none')),
    ADD CHECK (news >= 0),
    ADD CHECK (shown BETWEEN 0 AND news),
    ADD CHECK (series > 0),
    ADD CHECK (calls >= 0),
    ADD CHECK (late IN ('nothing', 'ask', 'turn', 'seat')),
    ADD CHECK (absence IN ('stop', 'computer')),
    ADD CHECK (begun_turn > 0),
    ADD CHECK ((begun_at IS NULL) = (lot IS NULL) AND (begun_at IS NULL) = (deck IS NULL)),
    ADD CHECK ((begun_at IS NULL) = (rules_version IS NULL)),
    ADD CHECK ((begun_at IS NULL) = (fingerprint IS NULL)),
    ADD CHECK (CASE state
        WHEN 'lobby' THEN begun_at IS NULL
        WHEN 'running' THEN begun_at IS NOT NULL
        WHEN 'finished' THEN begun_at IS NOT NULL
        WHEN 'aside' THEN begun_at IS NOT NULL
        ELSE TRUE END),
    ADD CHECK (CASE state
        WHEN 'lobby' THEN ended_at IS NULL
        WHEN 'running' THEN ended_at IS NULL
        WHEN 'aside' THEN TRUE
        ELSE ended_at IS NOT NULL END);

-- Made anew by what follows, in the words that are made of SQLite's.
DROP FUNCTION log_grows_by_one, log_keeps_its_words, log_keeps_its_entries CASCADE;

CREATE TRIGGER log_grows_by_one BEFORE INSERT ON log
WHEN NEW.seq <> (SELECT coalesce(max(seq) + 1, 0) FROM log WHERE game_id = NEW.game_id)
BEGIN
    SELECT RAISE(ABORT, 'the log only grows at its end');
END;

CREATE TRIGGER log_keeps_its_words BEFORE UPDATE ON log
WHEN NEW.author IS NOT NULL
    OR NEW.game_id IS NOT OLD.game_id OR NEW.seq IS NOT OLD.seq
    OR NEW.entry IS NOT OLD.entry OR NEW.at IS NOT OLD.at OR NEW.advised IS NOT OLD.advised
    OR NOT EXISTS (SELECT 1 FROM erasing WHERE person = OLD.author)
BEGIN
    SELECT RAISE(ABORT, 'the log is never changed');
END;

CREATE TRIGGER log_keeps_its_entries BEFORE DELETE ON log
WHEN NOT EXISTS (
    SELECT 1 FROM games JOIN erasing ON erasing.guild = games.guild_id
    WHERE games.game_id = OLD.game_id
)
BEGIN
    SELECT RAISE(ABORT, 'the log is never shortened');
END;

-- What follows renames the table.
ALTER TABLE ledger RENAME CONSTRAINT ledger_pkey TO usage_pkey;

ALTER TABLE ledger RENAME CONSTRAINT ledger_kind_check TO usage_kind_check;

ALTER SEQUENCE ledger_act_id_seq RENAME TO usage_usage_id_seq;
