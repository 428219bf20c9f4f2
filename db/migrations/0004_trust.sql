-- What a game began by; people forgotten and servers left; finished games aside; what is to be done
-- to messages.

CREATE TABLE erasing (
    person INTEGER,
    guild INTEGER,
    CHECK ((person IS NULL) <> (guild IS NULL))
) STRICT;

DROP TRIGGER log_keeps_its_words;
DROP TRIGGER log_keeps_its_entries;

CREATE TABLE new_games (
    game_id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    thread_id INTEGER,
    host_id INTEGER,
    state TEXT NOT NULL
        CHECK (state IN ('lobby', 'running', 'finished', 'cancelled', 'closed', 'aside')),
    reason TEXT,
    edition TEXT NOT NULL,
    setup TEXT NOT NULL,
    mirror INTEGER NOT NULL CHECK (mirror IN (0, 1)),
    seat_limit INTEGER NOT NULL CHECK (seat_limit > 0),
    hints INTEGER NOT NULL CHECK (hints IN (0, 1)),
    patience INTEGER NOT NULL CHECK (patience > 0),
    language TEXT NOT NULL,
    theme TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    begun_at INTEGER,
    ended_at INTEGER,
    news INTEGER NOT NULL CHECK (news >= 0),
    shown INTEGER NOT NULL CHECK (shown BETWEEN 0 AND news),
    retry_at INTEGER,
    lot TEXT,
    deck TEXT,
    rules_version INTEGER,
    fingerprint TEXT,
    CHECK ((begun_at IS NULL) = (lot IS NULL) AND (begun_at IS NULL) = (deck IS NULL)),
    CHECK ((rules_version IS NULL) = (fingerprint IS NULL)),
    CHECK (begun_at IS NOT NULL OR fingerprint IS NULL),
    CHECK (CASE state
        WHEN 'lobby' THEN begun_at IS NULL
        WHEN 'running' THEN begun_at IS NOT NULL
        WHEN 'finished' THEN begun_at IS NOT NULL
        WHEN 'aside' THEN begun_at IS NOT NULL
        ELSE 1 END),
    CHECK (CASE state
        WHEN 'lobby' THEN ended_at IS NULL
        WHEN 'running' THEN ended_at IS NULL
        WHEN 'aside' THEN 1
        ELSE ended_at IS NOT NULL END)
) STRICT;

INSERT INTO new_games (
    game_id, guild_id, channel_id, thread_id, host_id, state, reason, edition, setup, mirror,
    seat_limit, hints, patience, language, theme, created_at, begun_at, ended_at, news, shown, lot, deck
)
SELECT
    game_id, guild_id, channel_id, thread_id, host_id, state, reason, edition, setup, mirror,
    seat_limit, hints, patience, language, theme, created_at, begun_at, ended_at, news, shown, lot, deck
FROM games;
DROP TABLE games;
ALTER TABLE new_games RENAME TO games;
CREATE INDEX games_by_state ON games (state, guild_id);

CREATE TABLE new_seats (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER,
    name TEXT NOT NULL,
    colour TEXT,
    status TEXT NOT NULL CHECK (status IN ('playing', 'away', 'resigned')),
    level TEXT,
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, user_id),
    CHECK ((level IS NULL) = (status = 'playing') OR (user_id IS NULL AND level IS NOT NULL))
) WITHOUT ROWID, STRICT;

INSERT INTO new_seats (game_id, seat, user_id, name, colour, status, level)
SELECT game_id, seat, user_id, name, colour, status, level FROM seats;
DROP TABLE seats;
ALTER TABLE new_seats RENAME TO seats;
CREATE INDEX seats_by_user ON seats (user_id);

CREATE TRIGGER log_keeps_its_words BEFORE UPDATE ON log
WHEN NEW.author IS NOT NULL
    OR NEW.game_id IS NOT OLD.game_id OR NEW.seq IS NOT OLD.seq
    OR NEW.entry IS NOT OLD.entry OR NEW.at IS NOT OLD.at
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

CREATE TABLE chores (
    message_id INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('strip', 'edit', 'delete')),
    channel_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    retry_at INTEGER,
    PRIMARY KEY (message_id, what)
) WITHOUT ROWID, STRICT;

CREATE INDEX chores_by_game ON chores (game_id);

CREATE TABLE left_guilds (
    guild_id INTEGER PRIMARY KEY,
    left_at INTEGER NOT NULL
) STRICT;

-- Which themes there are is for who draws to say.

CREATE TABLE new_preferences (
    user_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL,
    confirm INTEGER NOT NULL CHECK (confirm IN (0, 1)),
    mention INTEGER NOT NULL CHECK (mention IN (0, 1)),
    language TEXT
) STRICT;

INSERT INTO new_preferences (user_id, theme, confirm, mention, language)
SELECT user_id, theme, confirm, mention, language FROM preferences;
DROP TABLE preferences;
ALTER TABLE new_preferences RENAME TO preferences;
