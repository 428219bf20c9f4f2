-- The whole schema as it is today; a new file is made from it. A file of an older version becomes
-- the same by migrations/, one numbered script for each version. Times are milliseconds since
-- 1970 in UTC, ids of people and places are Discord's.

PRAGMA application_id = 1095912260;  -- 'ARKD'

CREATE TABLE tables (
    id INTEGER PRIMARY KEY,  -- the number of the game, shown to people
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    thread_id INTEGER,
    host_id INTEGER NOT NULL,
    state TEXT NOT NULL
        CHECK (state IN ('lobby', 'running', 'finished', 'cancelled', 'closed', 'aside')),
    reason TEXT,  -- why it was cancelled, closed or set aside
    edition TEXT NOT NULL,
    setup TEXT NOT NULL,
    mirror INTEGER NOT NULL CHECK (mirror IN (0, 1)),
    seat_limit INTEGER NOT NULL CHECK (seat_limit > 0),
    hints INTEGER NOT NULL DEFAULT 1 CHECK (hints IN (0, 1)),  -- whether people may ask for advice
    patience INTEGER NOT NULL DEFAULT 72 CHECK (patience > 0),  -- hours a turn may take
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    begun_at INTEGER,
    ended_at INTEGER,
    news INTEGER NOT NULL CHECK (news >= 0),  -- how much there was to show in public so far
    shown INTEGER NOT NULL CHECK (shown BETWEEN 0 AND news),  -- how much of it was shown
    lot TEXT,
    deck TEXT,  -- hidden from everybody while the game runs
    theme TEXT NOT NULL DEFAULT 'dark' CHECK (theme IN ('dark', 'light')),  -- of its pictures
    CHECK ((begun_at IS NULL) = (lot IS NULL) AND (begun_at IS NULL) = (deck IS NULL)),
    CHECK (CASE state
        WHEN 'lobby' THEN begun_at IS NULL
        WHEN 'running' THEN begun_at IS NOT NULL
        WHEN 'finished' THEN begun_at IS NOT NULL
        WHEN 'aside' THEN begun_at IS NOT NULL
        ELSE 1 END),
    CHECK ((ended_at IS NULL) = (state IN ('lobby', 'running', 'aside')))
) STRICT;

CREATE INDEX tables_by_state ON tables (state, guild_id);

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),  -- the turn order once the game has begun
    user_id INTEGER,  -- whose seat it is; NULL for a computer player
    name TEXT NOT NULL,
    colour TEXT,
    status TEXT NOT NULL CHECK (status IN ('playing', 'away', 'resigned')),
    level TEXT,  -- of the computer player that plays the seat; NULL while a person does
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, user_id),
    CHECK (CASE WHEN user_id IS NULL THEN level IS NOT NULL AND status = 'playing'
        ELSE (level IS NULL) = (status = 'playing') END)
) WITHOUT ROWID, STRICT;

CREATE INDEX seats_by_user ON seats (user_id);

CREATE TABLE log (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    entry TEXT NOT NULL,
    author INTEGER,  -- NULL for a computer player
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID, STRICT;

-- The log only grows, and without gaps. The first trigger also stops INSERT OR REPLACE, which
-- would take a row away without asking the third.

CREATE TRIGGER log_grows_by_one BEFORE INSERT ON log
WHEN NEW.seq <> (SELECT coalesce(max(seq) + 1, 0) FROM log WHERE table_id = NEW.table_id)
BEGIN
    SELECT RAISE(ABORT, 'the log only grows at its end');
END;

CREATE TRIGGER log_keeps_its_words BEFORE UPDATE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is never changed');
END;

CREATE TRIGGER log_keeps_its_entries BEFORE DELETE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is never shortened');
END;

CREATE TABLE messages (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL CHECK (kind IN ('lobby', 'turn', 'final', 'notice')),
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    turn INTEGER,
    PRIMARY KEY (table_id, kind)
) WITHOUT ROWID, STRICT;

CREATE TABLE votes (  -- who agrees to what, in words that the store does not read
    table_id INTEGER NOT NULL,
    about TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, about, user_id),
    FOREIGN KEY (table_id, user_id) REFERENCES seats (table_id, user_id) ON DELETE CASCADE
) WITHOUT ROWID, STRICT;

CREATE TABLE settings (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, key)
) WITHOUT ROWID, STRICT;

CREATE TABLE preferences (  -- of people who changed any
    user_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL CHECK (theme IN ('dark', 'light')),  -- of the pictures only they see
    confirm INTEGER NOT NULL CHECK (confirm IN (0, 1)),  -- whether commands ask before they act
    mention INTEGER NOT NULL CHECK (mention IN (0, 1)),  -- whether they are notified of their turn
    language TEXT  -- NULL for the one their Discord has
) STRICT;

CREATE TABLE notes (  -- seen by their writers alone
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE prepared (  -- what people would like to do in their next turn; hidden from others
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    turn INTEGER NOT NULL,  -- the turn that was being played when it was prepared
    entry TEXT NOT NULL,
    PRIMARY KEY (table_id, user_id)
) WITHOUT ROWID, STRICT;
