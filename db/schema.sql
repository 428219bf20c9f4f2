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
        ELSE 1 END),
    CHECK (CASE state
        WHEN 'lobby' THEN ended_at IS NULL
        WHEN 'running' THEN ended_at IS NULL
        WHEN 'aside' THEN 1  -- when it had ended, it had been finished
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
    lesson TEXT,  -- the step of the lesson at which they are
    learned INTEGER NOT NULL DEFAULT 0 CHECK (learned IN (0, 1)),  -- whether they came to its end
    remind TEXT NOT NULL DEFAULT 'once' CHECK (remind IN ('never', 'once', 'daily')),
    remind_after INTEGER NOT NULL DEFAULT 24 CHECK (remind_after > 0),  -- hours
    remind_in TEXT NOT NULL DEFAULT 'game' CHECK (remind_in IN ('game', 'message')),
    tell_end INTEGER NOT NULL DEFAULT 1 CHECK (tell_end IN (0, 1)),  -- whether a game's end pings
    zone TEXT,  -- of their clock; NULL for UTC
    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),  -- minutes of their day
    quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439),
    quiet_weekend INTEGER NOT NULL DEFAULT 0 CHECK (quiet_weekend IN (0, 1)),
    quiet_turns INTEGER NOT NULL DEFAULT 0 CHECK (quiet_turns IN (0, 1)),  -- whether turns ping then
    tips INTEGER NOT NULL DEFAULT 1 CHECK (tips IN (0, 1)),  -- whether they are given any
    tips_had TEXT NOT NULL DEFAULT '',  -- in which turns, and what about
    help TEXT CHECK (help IN ('all', 'completions', 'none')),  -- NULL for what each game offers
    invites TEXT NOT NULL DEFAULT 'anyone'  -- from whom seats are kept for them
        CHECK (invites IN ('anyone', 'met', 'nobody')),
    nudges INTEGER NOT NULL DEFAULT 1 CHECK (nudges IN (0, 1))  -- whether others may nudge them
) STRICT;

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
    stands_id INTEGER NOT NULL,  -- the message that says it; 0 for none
    stands_in INTEGER NOT NULL,  -- its channel
    attempts INTEGER NOT NULL CHECK (attempts >= 0),  -- how often it failed so far
    PRIMARY KEY (kind, guild_id, subject_id, message_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX outbox_by_subject ON outbox (guild_id, subject_id);

CREATE INDEX outbox_unsaid ON outbox (kind, guild_id, subject_id) WHERE shown < news;

CREATE TABLE acts (  -- what was asked for by its key, and what came of it; for an hour
    key TEXT PRIMARY KEY,  -- such as an interaction's id; the store does not read it
    user_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,  -- that it is about; 0 for none, and it may be gone
    at INTEGER NOT NULL,
    outcome TEXT  -- what the person was answered; NULL if they may not have been
) WITHOUT ROWID, STRICT;

CREATE INDEX acts_by_time ON acts (at);

CREATE INDEX acts_by_user ON acts (user_id);

CREATE TABLE visits (  -- sessions of people on pages, and what links are no longer good for
    hash TEXT PRIMARY KEY,  -- of the cookie or the link, which are kept nowhere
    kind TEXT NOT NULL CHECK (kind IN ('session', 'used', 'closed')),
    user_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,  -- the only one of the session, which may be gone; 0 for all
    language TEXT NOT NULL,
    until_at INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE INDEX visits_by_user ON visits (user_id);

CREATE INDEX visits_by_time ON visits (until_at);

CREATE TABLE left_guilds (  -- servers with games that the bot is no longer in
    guild_id INTEGER PRIMARY KEY,
    left_at INTEGER NOT NULL
) STRICT;

CREATE TABLE blocked (  -- people who may not open games on a server, by its moderators' decision
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE ledger (  -- what people did lately that notified others or created something
    act_id INTEGER PRIMARY KEY AUTOINCREMENT,
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

CREATE INDEX ledger_by_user ON ledger (user_id, kind, at);

CREATE INDEX ledger_by_guild ON ledger (guild_id, kind, at);

CREATE INDEX ledger_by_target ON ledger (target_id, kind, at);

CREATE INDEX ledger_by_game ON ledger (game_id, kind);

CREATE INDEX ledger_by_time ON ledger (at);

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

CREATE TABLE standings (  -- what a person's counted games of a server came to so far
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,  -- in the last of those games
    figures TEXT NOT NULL,  -- that people read
    memory TEXT NOT NULL,  -- from which the next game's figures are made
    games INTEGER NOT NULL DEFAULT 0 CHECK (games >= 0),  -- how many of them were against people
    unlisted INTEGER NOT NULL DEFAULT 0 CHECK (unlisted >= 0),  -- how many were over when the ranking began to list all
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX standings_by_user ON standings (user_id);

CREATE TABLE recounts (  -- servers whose standings are to be made anew from all results
    guild_id INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE ranked (  -- people who chose whether the ranking of a server shows them
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    shown INTEGER NOT NULL DEFAULT 1 CHECK (shown IN (0, 1)),
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;

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

CREATE TABLE leagues (
    league_id INTEGER PRIMARY KEY AUTOINCREMENT,  -- its number, never used again
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER,  -- NULL once the host was forgotten
    name TEXT NOT NULL,
    seats INTEGER NOT NULL CHECK (seats > 1),  -- of each table
    rounds INTEGER NOT NULL CHECK (rounds > 0),
    seed TEXT NOT NULL,  -- of the draw; told to nobody until the league begins
    edition TEXT NOT NULL,
    setup TEXT NOT NULL,
    mirror INTEGER NOT NULL CHECK (mirror IN (0, 1)),
    help TEXT NOT NULL CHECK (help IN ('all', 'completions', 'none')),
    language TEXT NOT NULL,
    theme TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'finished', 'cancelled')),
    round INTEGER NOT NULL CHECK (round BETWEEN 0 AND rounds),  -- 0 before the league has begun
    created_at INTEGER NOT NULL,
    begun_at INTEGER,
    ended_at INTEGER,
    clock TEXT NOT NULL DEFAULT '72h+24h',  -- of its games
    late TEXT NOT NULL DEFAULT 'ask' CHECK (late IN ('nothing', 'ask', 'turn', 'seat')),
    CHECK ((begun_at IS NULL) = (round = 0)),
    CHECK (CASE state
        WHEN 'open' THEN begun_at IS NULL AND ended_at IS NULL
        WHEN 'running' THEN begun_at IS NOT NULL AND ended_at IS NULL
        WHEN 'finished' THEN begun_at IS NOT NULL AND ended_at IS NOT NULL
        ELSE ended_at IS NOT NULL END)
) STRICT;

CREATE INDEX leagues_by_guild ON leagues (guild_id, state);

CREATE TABLE entrants (  -- the people of leagues
    league_id INTEGER NOT NULL REFERENCES leagues (league_id),
    entrant INTEGER NOT NULL CHECK (entrant > 0),
    user_id INTEGER,  -- NULL once the person was forgotten
    name TEXT NOT NULL,
    left_round INTEGER CHECK (left_round > 1),  -- the first round without the person
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
    gold INTEGER,  -- when the game has ended with a result
    resigned INTEGER NOT NULL CHECK (resigned IN (0, 1)),  -- whether the person had left the game
    place INTEGER,  -- in the ranking
    PRIMARY KEY (league_id, round, number, seat),
    UNIQUE (league_id, round, entrant),
    FOREIGN KEY (league_id, round, number) REFERENCES league_tables (league_id, round, number),
    FOREIGN KEY (league_id, entrant) REFERENCES entrants (league_id, entrant)
) WITHOUT ROWID, STRICT;

CREATE TABLE records (  -- of the games of each server among people
    guild_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('highest', 'closest', 'longest')),
    value INTEGER NOT NULL CHECK (value >= 0),
    earlier INTEGER CHECK (earlier >= 0),  -- the record before it; NULL for the first game
    game_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, kind)
) WITHOUT ROWID, STRICT;

CREATE TABLE channels (  -- where servers want to be told something regularly, such as a digest
    kind TEXT NOT NULL,  -- of the notice
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    language TEXT NOT NULL,
    chosen_at INTEGER NOT NULL,  -- from when on
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

CREATE TABLE waiting (  -- whom running games wait for, and what those people have been told
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    since INTEGER NOT NULL,
    called INTEGER NOT NULL CHECK (called IN (0, 1)),  -- whether they were told that it is theirs
    reminded INTEGER NOT NULL CHECK (reminded >= 0),  -- how often they were reminded of it
    reminded_at INTEGER,
    trying_at INTEGER,  -- when it was begun to tell them what is not noted as told
    channel_id INTEGER,
    message_id INTEGER,  -- the message that reminded them last
    nudged_by INTEGER,  -- the opponent; 0 once forgotten
    nudged_at INTEGER  -- NULL while it is to be sent
) STRICT;

CREATE INDEX waiting_by_user ON waiting (user_id);

CREATE TABLE history (  -- how often each process has written, by which it notices a loss
    shard INTEGER PRIMARY KEY,  -- the first of the process
    epoch INTEGER NOT NULL,  -- the second in which it began; another one begins with each loss
    commits INTEGER NOT NULL CHECK (commits >= 0),
    cluster TEXT NOT NULL  -- of the server that holds it; empty for a file
) STRICT;

CREATE TABLE recalls (  -- games whose messages may tell of turns that were lost with history
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    news INTEGER NOT NULL CHECK (news >= 0),  -- how much there is to tell of what was not lost
    since INTEGER NOT NULL,  -- when the loss was found
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))  -- whether such messages were found
) STRICT;
