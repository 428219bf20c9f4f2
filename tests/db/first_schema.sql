-- The schema of version 1 as it was. Migrations lead from here to today's, and a test sees that they do.

PRAGMA application_id = 1095912260;

CREATE TABLE editions (  -- by which games began; a game needs no file of its edition
    fingerprint TEXT PRIMARY KEY,
    text TEXT NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE games (
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
    help TEXT NOT NULL CHECK (help IN ('all', 'completions', 'none')),
    language TEXT NOT NULL,
    theme TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    begun_at INTEGER,
    ended_at INTEGER,
    news INTEGER NOT NULL CHECK (news >= 0),
    shown INTEGER NOT NULL CHECK (shown BETWEEN 0 AND news),
    lot TEXT,
    deck TEXT,
    rules_version INTEGER,
    fingerprint TEXT,
    leaving_counts INTEGER NOT NULL DEFAULT 0 CHECK (leaving_counts IN (0, 1)),
    rematch_of INTEGER REFERENCES games (game_id),
    series INTEGER NOT NULL DEFAULT 1 CHECK (series > 0),
    begins_full INTEGER NOT NULL DEFAULT 0 CHECK (begins_full IN (0, 1)),
    calls INTEGER NOT NULL DEFAULT 0 CHECK (calls >= 0),
    closing_at INTEGER,
    clock TEXT NOT NULL DEFAULT '72h+24h',
    late TEXT NOT NULL DEFAULT 'ask'
        CHECK (late IN ('nothing', 'ask', 'turn', 'seat')),
    absence TEXT NOT NULL DEFAULT 'stop'
        CHECK (absence IN ('stop', 'computer')),
    warned_at INTEGER,
    warned_news INTEGER,
    expired_at INTEGER,
    begun_in INTEGER REFERENCES games (game_id),
    begun_turn INTEGER CHECK (begun_turn > 0),
    invited_only INTEGER NOT NULL DEFAULT 0 CHECK (invited_only IN (0, 1)),
    quiet TEXT,
    at_once INTEGER NOT NULL DEFAULT 0 CHECK (at_once IN (0, 1)),  -- prepared turns may be played
    CHECK ((begun_at IS NULL) = (lot IS NULL) AND (begun_at IS NULL) = (deck IS NULL)),
    CHECK ((begun_at IS NULL) = (rules_version IS NULL)),
    CHECK ((begun_at IS NULL) = (fingerprint IS NULL)),
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

CREATE INDEX games_by_state ON games (state, guild_id);

CREATE INDEX games_by_channel ON games (channel_id, state, game_id);

CREATE INDEX games_by_thread ON games (thread_id, state, game_id);

CREATE INDEX games_by_end ON games (guild_id, ended_at);

CREATE UNIQUE INDEX rematches ON games (rematch_of) WHERE state NOT IN ('cancelled', 'closed');

CREATE TABLE invited (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX invited_by_user ON invited (user_id);

CREATE TABLE seats (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER,
    name TEXT NOT NULL,
    colour TEXT,
    status TEXT NOT NULL CHECK (status IN ('playing', 'away', 'resigned')),
    level TEXT,
    won INTEGER NOT NULL DEFAULT 0 CHECK (won >= 0),
    bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0),
    left_turn INTEGER CHECK (left_turn > 0),
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, user_id),
    CHECK ((level IS NULL) = (status = 'playing') OR (user_id IS NULL AND level IS NOT NULL))
) WITHOUT ROWID, STRICT;

CREATE INDEX seats_by_user ON seats (user_id);

CREATE TABLE log (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    entry TEXT NOT NULL,
    author INTEGER,
    at INTEGER NOT NULL,
    advised INTEGER NOT NULL DEFAULT 0 CHECK (advised IN (0, 1)),
    PRIMARY KEY (game_id, seq)
) WITHOUT ROWID, STRICT;

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

CREATE TABLE votes (
    game_id INTEGER NOT NULL,
    about TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, about, user_id),
    FOREIGN KEY (game_id, user_id) REFERENCES seats (game_id, user_id) ON DELETE CASCADE
) WITHOUT ROWID, STRICT;

CREATE TABLE settings (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, key)
) WITHOUT ROWID, STRICT;

CREATE TABLE preferences (
    user_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL,
    confirm INTEGER NOT NULL CHECK (confirm IN (0, 1)),
    mention INTEGER NOT NULL CHECK (mention IN (0, 1)),
    language TEXT,
    lesson TEXT,
    learned INTEGER NOT NULL DEFAULT 0 CHECK (learned IN (0, 1)),
    remind TEXT NOT NULL DEFAULT 'once' CHECK (remind IN ('never', 'once', 'daily')),
    remind_after INTEGER NOT NULL DEFAULT 24 CHECK (remind_after > 0),
    remind_in TEXT NOT NULL DEFAULT 'game' CHECK (remind_in IN ('game', 'message')),
    tell_end INTEGER NOT NULL DEFAULT 1 CHECK (tell_end IN (0, 1)),
    zone TEXT,
    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439),
    quiet_weekend INTEGER NOT NULL DEFAULT 0 CHECK (quiet_weekend IN (0, 1)),
    quiet_turns INTEGER NOT NULL DEFAULT 0 CHECK (quiet_turns IN (0, 1)),
    tips INTEGER NOT NULL DEFAULT 1 CHECK (tips IN (0, 1)),
    tips_had TEXT NOT NULL DEFAULT '',
    help TEXT CHECK (help IN ('all', 'completions', 'none')),
    invites TEXT NOT NULL DEFAULT 'anyone'
        CHECK (invites IN ('anyone', 'met', 'nobody')),
    nudges INTEGER NOT NULL DEFAULT 1 CHECK (nudges IN (0, 1))
) STRICT;

CREATE TABLE notes (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    user_id INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE prepared (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    user_id INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    entry TEXT NOT NULL,
    rests TEXT NOT NULL DEFAULT '',  -- the squares that it rests on
    otherwise TEXT,  -- the second choice
    otherwise_rests TEXT NOT NULL DEFAULT '',
    at_once INTEGER NOT NULL DEFAULT 0 CHECK (at_once IN (0, 1)),  -- it waits for nobody
    played INTEGER NOT NULL DEFAULT 0 CHECK (played BETWEEN 0 AND 2),  -- which choice was played
    PRIMARY KEY (game_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE outbox (
    kind TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    subject_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    news INTEGER NOT NULL CHECK (news >= 0),
    shown INTEGER NOT NULL CHECK (shown BETWEEN 0 AND news),
    stands_id INTEGER NOT NULL,
    stands_in INTEGER NOT NULL,
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    PRIMARY KEY (kind, guild_id, subject_id, message_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX outbox_by_subject ON outbox (guild_id, subject_id);

CREATE INDEX outbox_unsaid ON outbox (kind, guild_id, subject_id) WHERE shown < news;

CREATE TABLE acts (
    key TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT
) WITHOUT ROWID, STRICT;

CREATE INDEX acts_by_time ON acts (at);

CREATE INDEX acts_by_user ON acts (user_id);

CREATE TABLE visits (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('session', 'used', 'closed')),
    user_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    language TEXT NOT NULL,
    until_at INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE INDEX visits_by_user ON visits (user_id);

CREATE INDEX visits_by_time ON visits (until_at);

CREATE TABLE left_guilds (
    guild_id INTEGER PRIMARY KEY,
    left_at INTEGER NOT NULL
) STRICT;

CREATE TABLE blocked (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE ledger (
    act_id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL
        CHECK (kind IN (
            'game', 'thread', 'post', 'invitation', 'ping', 'call', 'role', 'direct', 'nudge'
        )),
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    target_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX ledger_by_user ON ledger (user_id, kind, at);

CREATE INDEX ledger_by_guild ON ledger (guild_id, kind, at);

CREATE INDEX ledger_by_target ON ledger (target_id, kind, at);

CREATE INDEX ledger_by_game ON ledger (game_id, kind);

CREATE INDEX ledger_by_time ON ledger (at);

CREATE TABLE due (
    guild_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    since INTEGER NOT NULL DEFAULT 0,
    why TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (guild_id, game_id, user_id, kind)
) WITHOUT ROWID, STRICT;

CREATE INDEX due_by_time ON due (at);

CREATE INDEX due_failed ON due (kind, why) WHERE why <> '';

CREATE TABLE results (
    game_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    gold INTEGER NOT NULL,
    sale INTEGER NOT NULL,
    turns TEXT NOT NULL,
    buildings TEXT NOT NULL,
    stood INTEGER NOT NULL DEFAULT 0 CHECK (stood >= 0),
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    feats TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game_id, seat),
    FOREIGN KEY (game_id, seat) REFERENCES seats (game_id, seat) ON DELETE CASCADE
) WITHOUT ROWID, STRICT;

CREATE TABLE archive (
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    setup TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, guild_id, channel_id, setup, ended_at, game_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE endings (
    guild_id INTEGER NOT NULL,
    state TEXT NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    PRIMARY KEY (guild_id, state)
) WITHOUT ROWID, STRICT;

CREATE TABLE untold (
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id)
) STRICT;

CREATE TABLE uncounted (
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    guild_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL
) STRICT;

CREATE INDEX uncounted_by_guild ON uncounted (guild_id, ended_at);

CREATE TABLE early_ends (
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    guild_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL
) STRICT;

CREATE INDEX early_ends_by_guild ON early_ends (guild_id, ended_at);

CREATE TABLE standings (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    figures TEXT NOT NULL,
    memory TEXT NOT NULL,
    games INTEGER NOT NULL DEFAULT 0 CHECK (games >= 0),
    unlisted INTEGER NOT NULL DEFAULT 0 CHECK (unlisted >= 0),
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX standings_by_user ON standings (user_id);

CREATE TABLE recounts (
    guild_id INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE ranked (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    shown INTEGER NOT NULL DEFAULT 1 CHECK (shown IN (0, 1)),
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE pauses (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    seat INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    until_at INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('stop', 'away', 'turn', 'seat')),
    PRIMARY KEY (game_id, seat, began_at)
) WITHOUT ROWID, STRICT;

CREATE TABLE outages (
    shard INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    PRIMARY KEY (shard, began_at)
) WITHOUT ROWID, STRICT;

CREATE TABLE leagues (
    league_id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER,
    name TEXT NOT NULL,
    seats INTEGER NOT NULL CHECK (seats > 1),
    rounds INTEGER NOT NULL CHECK (rounds > 0),
    seed TEXT NOT NULL,
    edition TEXT NOT NULL,
    setup TEXT NOT NULL,
    mirror INTEGER NOT NULL CHECK (mirror IN (0, 1)),
    help TEXT NOT NULL CHECK (help IN ('all', 'completions', 'none')),
    language TEXT NOT NULL,
    theme TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'finished', 'cancelled')),
    round INTEGER NOT NULL CHECK (round BETWEEN 0 AND rounds),
    created_at INTEGER NOT NULL,
    begun_at INTEGER,
    ended_at INTEGER,
    clock TEXT NOT NULL DEFAULT '72h+24h',
    late TEXT NOT NULL DEFAULT 'ask' CHECK (late IN ('nothing', 'ask', 'turn', 'seat')),
    CHECK ((begun_at IS NULL) = (round = 0)),
    CHECK (CASE state
        WHEN 'open' THEN begun_at IS NULL AND ended_at IS NULL
        WHEN 'running' THEN begun_at IS NOT NULL AND ended_at IS NULL
        WHEN 'finished' THEN begun_at IS NOT NULL AND ended_at IS NOT NULL
        ELSE ended_at IS NOT NULL END)
) STRICT;

CREATE INDEX leagues_by_guild ON leagues (guild_id, state);

CREATE TABLE entrants (
    league_id INTEGER NOT NULL REFERENCES leagues (league_id),
    entrant INTEGER NOT NULL CHECK (entrant > 0),
    user_id INTEGER,
    name TEXT NOT NULL,
    left_round INTEGER CHECK (left_round > 1),
    PRIMARY KEY (league_id, entrant),
    UNIQUE (league_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX entrants_by_user ON entrants (user_id);

CREATE TABLE league_tables (
    league_id INTEGER NOT NULL REFERENCES leagues (league_id),
    round INTEGER NOT NULL CHECK (round > 0),
    number INTEGER NOT NULL CHECK (number > 0),
    game_id INTEGER UNIQUE REFERENCES games (game_id),
    over_at INTEGER,
    PRIMARY KEY (league_id, round, number),
    CHECK (over_at IS NULL OR game_id IS NOT NULL)
) WITHOUT ROWID, STRICT;

CREATE TABLE league_seats (
    league_id INTEGER NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    entrant INTEGER NOT NULL,
    gold INTEGER,
    resigned INTEGER NOT NULL CHECK (resigned IN (0, 1)),
    PRIMARY KEY (league_id, round, number, seat),
    UNIQUE (league_id, round, entrant),
    FOREIGN KEY (league_id, round, number) REFERENCES league_tables (league_id, round, number),
    FOREIGN KEY (league_id, entrant) REFERENCES entrants (league_id, entrant)
) WITHOUT ROWID, STRICT;

CREATE TABLE records (
    guild_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('highest', 'closest', 'longest')),
    value INTEGER NOT NULL CHECK (value >= 0),
    earlier INTEGER CHECK (earlier >= 0),
    game_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, kind)
) WITHOUT ROWID, STRICT;

CREATE TABLE channels (
    kind TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    language TEXT NOT NULL,
    chosen_at INTEGER NOT NULL,
    PRIMARY KEY (kind, guild_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE daily_positions (  -- positions of the day that were made here
    day INTEGER PRIMARY KEY,  -- since the first of January 1970
    line TEXT NOT NULL  -- as it would stand in the file that every clone has
) STRICT;

CREATE TABLE daily_answers (  -- the first answer of each person to the position of each day
    user_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    choice TEXT NOT NULL,
    found INTEGER NOT NULL CHECK (found IN (0, 1)),  -- whether it is the best
    timely INTEGER NOT NULL CHECK (timely IN (0, 1)),  -- whether given on that day
    counted INTEGER NOT NULL CHECK (counted IN (0, 1)),  -- in ratings and what others are shown
    answered_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, day)
) WITHOUT ROWID, STRICT;

CREATE INDEX daily_answers_by_day ON daily_answers (day, answered_at);

CREATE TABLE daily_people (  -- how well people find the best answers
    user_id INTEGER PRIMARY KEY,
    mu INTEGER NOT NULL,  -- thousandths, as is the next
    sigma INTEGER NOT NULL CHECK (sigma >= 0),
    answers INTEGER NOT NULL CHECK (answers >= 0)
) STRICT;

CREATE TABLE daily_ratings (  -- how hard positions are, by the people who answered them
    day INTEGER PRIMARY KEY,
    mu INTEGER NOT NULL,
    sigma INTEGER NOT NULL CHECK (sigma >= 0),
    answers INTEGER NOT NULL CHECK (answers >= 0)
) STRICT;

CREATE TABLE waiting (
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    since INTEGER NOT NULL,
    called INTEGER NOT NULL CHECK (called IN (0, 1)),
    reminded INTEGER NOT NULL CHECK (reminded >= 0),
    reminded_at INTEGER,
    trying_at INTEGER,
    channel_id INTEGER,
    message_id INTEGER,
    nudged_by INTEGER,
    nudged_at INTEGER
) STRICT;

CREATE INDEX waiting_by_user ON waiting (user_id);

CREATE TABLE history (
    shard INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL,
    commits INTEGER NOT NULL CHECK (commits >= 0),
    cluster TEXT NOT NULL
) STRICT;

CREATE TABLE recalls (
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    news INTEGER NOT NULL CHECK (news >= 0),
    since INTEGER NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
) STRICT;
