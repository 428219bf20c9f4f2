-- The whole schema as it is today; a new file is made from it. A file of an older version becomes
-- the same by migrations/, one numbered script for each version. Times are milliseconds since
-- 1970 in UTC, ids of people and places are Discord's.

PRAGMA application_id = 1095912260;  -- 'ARKD'

CREATE TABLE editions (  -- by which games began; a game needs no file of its edition
    fingerprint TEXT PRIMARY KEY,
    text TEXT NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE games (
    game_id INTEGER PRIMARY KEY AUTOINCREMENT,  -- its number, shown to people, never used again
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    thread_id INTEGER,
    host_id INTEGER,  -- NULL once the host was forgotten
    state TEXT NOT NULL
        CHECK (state IN ('lobby', 'running', 'finished', 'cancelled', 'closed', 'aside')),
    reason TEXT,  -- why it was cancelled, closed or set aside
    edition TEXT NOT NULL,
    setup TEXT NOT NULL,
    mirror INTEGER NOT NULL CHECK (mirror IN (0, 1)),
    seat_limit INTEGER NOT NULL CHECK (seat_limit > 0),
    help TEXT NOT NULL CHECK (help IN ('all', 'completions', 'none')),  -- agreed among its people
    language TEXT NOT NULL,
    theme TEXT NOT NULL,  -- of its pictures
    created_at INTEGER NOT NULL,
    begun_at INTEGER,
    ended_at INTEGER,
    news INTEGER NOT NULL CHECK (news >= 0),  -- how much there was to show in public so far
    shown INTEGER NOT NULL CHECK (shown BETWEEN 0 AND news),  -- how much of it was shown
    lot TEXT,
    deck TEXT,  -- hidden from everybody while the game runs
    rules_version INTEGER,  -- of the rules by which it began
    fingerprint TEXT,  -- of the edition by which it began
    leaving_counts INTEGER NOT NULL DEFAULT 0 CHECK (leaving_counts IN (0, 1)),  -- as a loss
    rematch_of INTEGER REFERENCES games (game_id),  -- the game that it repeats
    series INTEGER NOT NULL DEFAULT 1 CHECK (series > 0),  -- which game of a series it is
    begins_full INTEGER NOT NULL DEFAULT 0 CHECK (begins_full IN (0, 1)),  -- by itself, when full
    calls INTEGER NOT NULL DEFAULT 0 CHECK (calls >= 0),  -- how often its host was to be notified
    closing_at INTEGER,  -- when a lobby closes that nobody comes to, once that was told
    clock TEXT NOT NULL DEFAULT '72h+24h',  -- how long turns may take
    late TEXT NOT NULL DEFAULT 'ask'  -- what happens when somebody's time is up
        CHECK (late IN ('nothing', 'ask', 'turn', 'seat')),
    absence TEXT NOT NULL DEFAULT 'stop'  -- the clock of people away, or a computer plays
        CHECK (absence IN ('stop', 'computer')),
    warned_at INTEGER,  -- when it was told that the time for the turn is nearly up
    warned_news INTEGER,  -- the count of news with which that, or the question to the others, was told
    expired_at INTEGER,  -- when the others were asked, because the time was up
    begun_in INTEGER REFERENCES games (game_id),  -- the game in the middle of which it began
    begun_turn INTEGER CHECK (begun_turn > 0),  -- the turn of that game with which it began
    invited_only INTEGER NOT NULL DEFAULT 0 CHECK (invited_only IN (0, 1)),  -- who may join
    quiet TEXT,  -- the quiet hours that its running turn began with; NULL for none
    at_once INTEGER NOT NULL DEFAULT 0 CHECK (at_once IN (0, 1)),  -- prepared turns may be played
    CHECK ((begun_at IS NULL) = (lot IS NULL) AND (begun_at IS NULL) = (deck IS NULL)),
    CHECK ((begun_at IS NULL) = (rules_version IS NULL)),
    CHECK ((begun_at IS NULL) = (fingerprint IS NULL)),
    CHECK (CASE state
        WHEN 'lobby' THEN begun_at IS NULL
        WHEN 'running' THEN begun_at IS NOT NULL
        WHEN 'finished' THEN begun_at IS NOT NULL
        WHEN 'aside' THEN begun_at IS NOT NULL
        ELSE TRUE END),
    CHECK (CASE state
        WHEN 'lobby' THEN ended_at IS NULL
        WHEN 'running' THEN ended_at IS NULL
        WHEN 'aside' THEN TRUE  -- when it had ended, it had been finished
        ELSE ended_at IS NOT NULL END)
) STRICT;

CREATE INDEX games_by_state ON games (state, guild_id);

CREATE INDEX games_by_channel ON games (channel_id, state, game_id);

CREATE INDEX games_by_thread ON games (thread_id, state, game_id);

CREATE INDEX games_by_end ON games (guild_id, ended_at);

CREATE UNIQUE INDEX rematches ON games (rematch_of) WHERE state NOT IN ('cancelled', 'closed');

CREATE TABLE invited (  -- for whom a seat in a lobby is kept
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX invited_by_user ON invited (user_id);

CREATE TABLE seats (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    seat INTEGER NOT NULL CHECK (seat >= 0),  -- the turn order once the game has begun
    user_id INTEGER,  -- whose seat it is; NULL for a computer player or a person forgotten
    name TEXT NOT NULL,
    colour TEXT,
    status TEXT NOT NULL CHECK (status IN ('playing', 'away', 'resigned')),
    level TEXT,  -- of the computer player that plays the seat; NULL while a person does
    won INTEGER NOT NULL DEFAULT 0 CHECK (won >= 0),  -- games of the series before this one
    bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0),  -- milliseconds besides those of each turn
    left_turn INTEGER CHECK (left_turn > 0),  -- the turn in which its person left the others for good
    left_id INTEGER,  -- that person, once another one plays on in the seat; NULL when forgotten
    left_name TEXT,
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, user_id),
    CHECK ((level IS NULL) = (status = 'playing') OR (user_id IS NULL AND level IS NOT NULL))
) WITHOUT ROWID, STRICT;

CREATE INDEX seats_by_user ON seats (user_id);

CREATE TABLE log (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    entry TEXT NOT NULL,
    author INTEGER,  -- NULL for a computer player
    at INTEGER NOT NULL,
    advised INTEGER NOT NULL DEFAULT 0 CHECK (advised IN (0, 1)),  -- by a hint
    PRIMARY KEY (game_id, seq)
) WITHOUT ROWID, STRICT;

-- The log only grows, and without gaps. Two things alone may take something from it: a person is
-- forgotten, which leaves the entries without their author, and a server is, which takes its games.
-- The transaction that does so names them in ``erasing`` and takes that back at its end. The first
-- trigger also stops INSERT OR REPLACE, which would take a row away without asking the third.

CREATE TABLE erasing (
    person INTEGER,
    guild INTEGER,
    CHECK ((person IS NULL) <> (guild IS NULL))
) STRICT;

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

CREATE TABLE messages (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    kind TEXT NOT NULL CHECK (kind IN ('lobby', 'turn', 'final', 'notice')),
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    turn INTEGER,
    PRIMARY KEY (game_id, kind)
) WITHOUT ROWID, STRICT;

CREATE TABLE votes (  -- who agrees to what, in words that the store does not read
    game_id INTEGER NOT NULL,
    about TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, about, user_id),
    FOREIGN KEY (game_id, user_id) REFERENCES seats (game_id, user_id) ON DELETE CASCADE
) WITHOUT ROWID, STRICT;

CREATE TABLE features (  -- that have tables here, loaded or not, with what is to be done to people in them
    name TEXT PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version > 0),  -- of its tables
    schema TEXT NOT NULL,  -- its tables, as SQLite is told to make them
    data TEXT NOT NULL  -- its statements about people and servers, as JSON
) WITHOUT ROWID, STRICT;

CREATE TABLE settings (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, key)
) WITHOUT ROWID, STRICT;

CREATE TABLE preferences (  -- of people who changed any
    user_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL,  -- of the pictures only they see
    confirm INTEGER NOT NULL CHECK (confirm IN (0, 1)),  -- whether commands ask before they act
    mention INTEGER NOT NULL CHECK (mention IN (0, 1)),  -- whether they are notified of their turn
    language TEXT,  -- NULL for the one their Discord has
    remind TEXT NOT NULL DEFAULT 'once' CHECK (remind IN ('never', 'once', 'daily')),
    remind_after INTEGER NOT NULL DEFAULT 24 CHECK (remind_after > 0),  -- hours
    remind_in TEXT NOT NULL DEFAULT 'game' CHECK (remind_in IN ('game', 'message')),
    tell_end INTEGER NOT NULL DEFAULT 1 CHECK (tell_end IN (0, 1)),  -- whether a game's end pings
    zone TEXT,  -- of their clock; NULL for UTC
    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),  -- minutes of their day
    quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439),
    quiet_weekend INTEGER NOT NULL DEFAULT 0 CHECK (quiet_weekend IN (0, 1)),
    quiet_turns INTEGER NOT NULL DEFAULT 0 CHECK (quiet_turns IN (0, 1)),  -- whether turns ping then
    help TEXT CHECK (help IN ('all', 'completions', 'none')),  -- NULL for what each game offers
    invites TEXT NOT NULL DEFAULT 'anyone'  -- from whom seats are kept for them
        CHECK (invites IN ('anyone', 'met', 'nobody'))
) STRICT;

CREATE TABLE feature_values (  -- what people chose of features, and what these know of them
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, name)
) WITHOUT ROWID, STRICT;

CREATE TABLE notes (  -- seen by their writers alone
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    user_id INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE prepared (  -- what people would like to do in their next turn; hidden from others
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    user_id INTEGER NOT NULL,
    turn INTEGER NOT NULL,  -- the turn that was being played when it was prepared
    entry TEXT NOT NULL,
    rests TEXT NOT NULL DEFAULT '',  -- the squares that it rests on
    otherwise TEXT,  -- the second choice
    otherwise_rests TEXT NOT NULL DEFAULT '',
    at_once INTEGER NOT NULL DEFAULT 0 CHECK (at_once IN (0, 1)),  -- it waits for nobody
    played INTEGER NOT NULL DEFAULT 0 CHECK (played BETWEEN 0 AND 2),  -- which choice was played
    PRIMARY KEY (game_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE outbox (  -- what is to be said, what of it stands, what is to be done to messages
    kind TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    subject_id INTEGER NOT NULL,  -- the game or league that it is about; 0 for the server itself
    message_id INTEGER NOT NULL,  -- to which something is to be done; 0 of a notice
    channel_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    news INTEGER NOT NULL CHECK (news >= 0),  -- how much there was to say so far
    shown INTEGER NOT NULL CHECK (shown BETWEEN 0 AND news),  -- how much of it was said
    posted_id INTEGER NOT NULL,  -- the message that says it; 0 for none
    posted_in INTEGER NOT NULL,  -- its channel
    attempts INTEGER NOT NULL CHECK (attempts >= 0),  -- how often it failed so far
    PRIMARY KEY (kind, guild_id, subject_id, message_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX outbox_by_subject ON outbox (guild_id, subject_id);

CREATE INDEX outbox_unsaid ON outbox (kind, guild_id, subject_id) WHERE shown < news;

CREATE TABLE asked (  -- the keys of what was created in the last hour, so that one creates once
    key TEXT PRIMARY KEY,  -- such as an interaction's id; the store does not read it
    at INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE INDEX asked_by_time ON asked (at);

CREATE TABLE left_guilds (  -- servers with games that the bot is no longer in
    guild_id INTEGER PRIMARY KEY,
    left_at INTEGER NOT NULL
) STRICT;

CREATE TABLE blocked (  -- people who may not open games on a server, by its moderators' decision
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE usage (  -- what people did lately that notified others or created something
    usage_id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL
        CHECK (kind IN (
            'game', 'thread', 'post', 'invitation', 'ping', 'call', 'role', 'direct', 'nudge'
        )),
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,  -- who did it; below 0 a keyed hash, once the person was forgotten
    target_id INTEGER NOT NULL,  -- the person whom it reached, likewise; 0 for none
    game_id INTEGER NOT NULL,  -- 0 for none
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX usage_by_user ON usage (user_id, kind, at);

CREATE INDEX usage_by_guild ON usage (guild_id, kind, at);

CREATE INDEX usage_by_target ON usage (target_id, kind, at);

CREATE INDEX usage_by_game ON usage (game_id, kind);

CREATE INDEX usage_by_time ON usage (at);

CREATE TABLE due (  -- what is to be done at a time, each thing once; an id that does not matter is 0
    guild_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),  -- how often it failed so far
    since INTEGER NOT NULL DEFAULT 0,  -- when it failed first; 0 if it did not
    why TEXT NOT NULL DEFAULT '',  -- the reason of the last failure; empty without one
    PRIMARY KEY (guild_id, game_id, user_id, kind)
) WITHOUT ROWID, STRICT;

CREATE INDEX due_by_time ON due (at);

CREATE INDEX due_failed ON due (kind, why) WHERE why <> '';

CREATE TABLE results (  -- what finished games came to: made from their logs, and anew if missing
    game_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    gold INTEGER NOT NULL,
    sale INTEGER NOT NULL,  -- the most that one sale with a banner brought
    turns TEXT NOT NULL,  -- how long each turn of the seat's person took
    buildings TEXT NOT NULL,  -- the forms it built
    stood INTEGER NOT NULL DEFAULT 0 CHECK (stood >= 0),  -- its rank when a computer took it over
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),  -- whether its person abandoned it
    feats TEXT NOT NULL DEFAULT '',  -- that its person did
    PRIMARY KEY (game_id, seat),
    FOREIGN KEY (game_id, seat) REFERENCES seats (game_id, seat) ON DELETE CASCADE
) WITHOUT ROWID, STRICT;

CREATE TABLE archive (  -- finished games, for everybody (user_id is 0) and for each of their people
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    setup TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, guild_id, channel_id, setup, ended_at, game_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE endings (  -- how many games of a server came to each end
    guild_id INTEGER NOT NULL,
    state TEXT NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    PRIMARY KEY (guild_id, state)
) WITHOUT ROWID, STRICT;

CREATE TABLE untold (  -- games that ended, and whose end is not shown yet
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id)
) STRICT;

CREATE TABLE uncounted (  -- finished games that are not in the standings yet
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    guild_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL
) STRICT;

CREATE INDEX uncounted_by_guild ON uncounted (guild_id, ended_at);

CREATE TABLE early_ends (  -- games that counted, and that people left or cancelled: some of them ended early
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    guild_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL
) STRICT;

CREATE INDEX early_ends_by_guild ON early_ends (guild_id, ended_at);

CREATE TABLE recounts (  -- servers whose standings are to be made anew from all results
    guild_id INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE pauses (  -- when a seat's clock does not run
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    seat INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    until_at INTEGER,  -- NULL until its owner is back
    kind TEXT NOT NULL CHECK (kind IN ('stop', 'away', 'turn', 'seat')),
    PRIMARY KEY (game_id, seat, began_at)
) WITHOUT ROWID, STRICT;

CREATE TABLE outages (  -- when the bot was not there, which counts for no clock
    shard INTEGER NOT NULL,  -- whose servers it was not there for; -1 for all
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    PRIMARY KEY (shard, began_at)
) WITHOUT ROWID, STRICT;

CREATE TABLE channels (  -- where servers want to be told something regularly, such as a digest
    kind TEXT NOT NULL,  -- of the notice
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    language TEXT NOT NULL,
    chosen_at INTEGER NOT NULL,  -- from when on
    PRIMARY KEY (kind, guild_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE waiting (  -- whom running games wait for, and what those people have been told
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    since INTEGER NOT NULL,
    notified INTEGER NOT NULL CHECK (notified IN (0, 1)),  -- whether they were told that it is theirs
    reminded INTEGER NOT NULL CHECK (reminded >= 0),  -- how often they were reminded of it
    reminded_at INTEGER,
    channel_id INTEGER,
    message_id INTEGER,  -- the message that reminded them last
    nudged_by INTEGER,  -- the opponent; 0 once forgotten
    nudged_at INTEGER  -- NULL while it is to be sent
) STRICT;

CREATE INDEX waiting_by_user ON waiting (user_id);
