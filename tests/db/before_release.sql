-- A database as a bot of the last version before 0.1.0 left it, of schema 4: a game that runs, others
-- that are over, a lobby, an open and a running league, clubs, positions of the day, links and sessions.
PRAGMA application_id = 1095912260;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE acts (
    key TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT
) WITHOUT ROWID, STRICT;
INSERT INTO "acts" VALUES('asked by Ada',300000001,4,6000,'It is noted.'),
('asked by Bela',300000002,4,6000,'It is noted.');
CREATE TABLE archive (
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    setup TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, guild_id, channel_id, setup, ended_at, game_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "archive" VALUES(0,10,20,'free',3150,2), (300000001,10,20,'free',3150,2), (300000002,10,20,'free',3150,2);
CREATE TABLE blocked (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "blocked" VALUES(10,300000001);
CREATE TABLE channels (
    kind TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    language TEXT NOT NULL,
    chosen_at INTEGER NOT NULL,
    PRIMARY KEY (kind, guild_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "channels" VALUES('daily',10,21,'de',5500), ('digest',10,20,'en',5000);
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
INSERT INTO "due" VALUES(0,4,300000001,'remind',9000,0,0,''), (0,4,300000002,'remind',9000,0,0,'');
CREATE TABLE early_ends (
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    guild_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL
) STRICT;
CREATE TABLE editions (  -- by which games began; a game needs no file of its edition
    fingerprint TEXT PRIMARY KEY,
    text TEXT NOT NULL
) WITHOUT ROWID, STRICT;
INSERT INTO "editions" VALUES('c2c34bf7d9b18b79b7a5bb049f4881befa93e989dfbdf38761ae0c61256a9081','{"id":"ravensburger-2006","title":"Arkadia (Ravensburger 26 433 9, 2006)","revision":1,"provenance":{"board":{"known":"sourced","source":"three reviews"},"board-way":{"known":"inferred"},"camps":{"known":"one source","source":"a page that errs elsewhere, while a review tells of a few more"},"camp-places":{"known":"reconstructed"},"lot":{"known":"sourced","source":"the rulebooks and reviews"},"courtyard":{"known":"inferred"},"printed-seals":{"known":"sourced","source":"the rulebooks"},"seal-places":{"known":"reconstructed"},"tiles":{"known":"one source","source":"a page in another language"},"tile-sizes":{"known":"sourced","source":"descriptions of the game"},"small-shapes":{"known":"inferred"},"large-shapes":{"known":"reconstructed"},"tile-backs":{"known":"reconstructed"},"cards":{"known":"inferred"},"castle-pieces":{"known":"sourced","source":"the rulebooks"},"seals":{"known":"sourced","source":"the rulebooks"},"change":{"known":"inferred"},"workers":{"known":"sourced","source":"the rulebooks"},"banners":{"known":"sourced","source":"the rulebooks"},"extra-workers":{"known":"sourced","source":"the rulebooks"},"presets":{"known":"sourced","source":"the rulebooks"},"preset-forms":{"known":"inferred"},"preset-places":{"known":"reconstructed"},"preset-colours":{"known":"reconstructed"}},"board":{"columns":16,"rows":12},"camps":["D1","N1","E2","I2","M3","A4","H4","K4","D5","O5","E6","P6","D7","L7","C8","F9","I9","N9","B10","G10","K10","P11","C12","L12"],"lot":{"long":4,"short":3,"ring_seals":["red","black","silver","olive",null,"red","black","silver","olive",null],"ring_order":"clockwise from the top-left corner of the lot as it lies"},"families":["red","olive","black","silver"],"colours":["yellow","orange","green","violet"],"forms":{"house":{"cards_per_family":2,"squares":[[0,0],[1,0]]},"farm":{"cards_per_family":2,"squares":[[0,0],[1,0],[0,1]]},"tavern":{"cards_per_family":2,"squares":[[0,0],[1,0],[2,0]]},"mill":{"cards_per_family":1,"squares":[[0,0],[1,0],[2,0],[1,1]]},"smithy":{"cards_per_family":1,"squares":[[0,0],[1,0],[1,1],[2,1]]},"trade-centre":{"cards_per_family":1,"squares":[[0,0],[1,0],[2,0],[2,1]]},"monastery":{"cards_per_family":1,"squares":[[0,0],[1,0],[2,0],[3,0]]}},"seals_per_family":{"1":20,"5":2},"castle_pieces_per_family":{"floor1":3,"floor2":3,"floor3":1},"workers":{"own":11,"start":3,"per_banner":2,"banners":4,"neutral":24},"hand":4,"face_up":3,"first_game":{"lot":"G5:4x3","extra_neutral":{"2":3,"3":2,"4":1},"buildings":[{"card":"house/red","squares":["I8","I9"]},{"card":"farm/black","squares":["E6","F6","E7"]},{"card":"tavern/silver","squares":["G4","H4","I4"]},{"card":"mill/olive","squares":["F7","E8","F8","F9"]},{"card":"smithy/black","squares":["H8","G9","H9","G10"]},{"card":"trade-centre/silver","squares":["L3","M3","L4","L5"]},{"card":"monastery/olive","squares":["K2","K3","K4","K5"]}]}}');
CREATE TABLE endings (
    guild_id INTEGER NOT NULL,
    state TEXT NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    PRIMARY KEY (guild_id, state)
) WITHOUT ROWID, STRICT;
INSERT INTO "endings" VALUES(10,'closed',1), (10,'finished',1);
CREATE TABLE erasing (
    person INTEGER,
    guild INTEGER,
    CHECK ((person IS NULL) <> (guild IS NULL))
) STRICT;
CREATE TABLE feature_values (
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, name)
) WITHOUT ROWID, STRICT;
INSERT INTO "feature_values" VALUES(300000001,'learned','yes'), (300000001,'lesson','castle|x|0'),
(300000001,'nudges','no'), (300000001,'tips','no'), (300000001,'tips_had','12.3=camp undo=undo'),
(300000001,'told','undo');
CREATE TABLE features (
    name TEXT PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version > 0),
    schema TEXT NOT NULL,
    data TEXT NOT NULL
) WITHOUT ROWID, STRICT;
INSERT INTO "features" VALUES('club',1,'CREATE TABLE standings (  -- what a person''s counted games of a server came to so far
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,  -- in the last of those games
    figures TEXT NOT NULL,  -- that people read
    memory TEXT NOT NULL,  -- from which the next game''s figures are made
    games INTEGER NOT NULL DEFAULT 0 CHECK (games >= 0),  -- how many of them were against people
    unlisted INTEGER NOT NULL DEFAULT 0 CHECK (unlisted >= 0),  -- how many were over when the ranking began to list all
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX standings_by_user ON standings (user_id);

CREATE TABLE ranked (  -- people who chose whether the ranking of a server shows them
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    shown INTEGER NOT NULL DEFAULT 1 CHECK (shown IN (0, 1)),
    PRIMARY KEY (guild_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE records (  -- of the games of each server among people
    guild_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN (''highest'', ''closest'', ''longest'')),
    value INTEGER NOT NULL CHECK (value >= 0),
    earlier INTEGER CHECK (earlier >= 0),  -- the record before it; NULL for the first game
    game_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, kind)
) WITHOUT ROWID, STRICT;
','{"person": {"columns": [["ranked", "user_id"], ["standings", "user_id"]], "forget": ["DELETE FROM ranked WHERE user_id = :person", "DELETE FROM standings WHERE user_id = :person"], "rename": [], "export": {"ranking": "SELECT guild_id, shown FROM ranked WHERE user_id = :person ORDER BY guild_id", "standings": "SELECT guild_id, name, figures, memory, games, unlisted FROM standings WHERE user_id = :person ORDER BY guild_id"}, "veto": [], "leaves": [], "privacy": ["- Whether you want to be in the ranking of a server. Its figures follow from your finished games."]}, "server": {"known": ["SELECT guild_id FROM ranked"], "erase": ["DELETE FROM standings WHERE guild_id = :guild", "DELETE FROM ranked WHERE guild_id = :guild", "DELETE FROM records WHERE guild_id = :guild"]}}');
INSERT INTO "features" VALUES('daily',1,'CREATE TABLE daily_positions (  -- positions of the day that were made here
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
','{"person": {"columns": [["daily_answers", "user_id"], ["daily_people", "user_id"]], "forget": ["DELETE FROM daily_answers WHERE user_id = :person", "DELETE FROM daily_people WHERE user_id = :person"], "rename": [], "export": {"answers": "SELECT day, choice, found, timely, counted, answered_at FROM daily_answers WHERE user_id = :person ORDER BY day DESC", "rating": "SELECT mu, sigma, answers FROM daily_people WHERE user_id = :person"}, "veto": [], "leaves": [], "privacy": ["- Your answers to positions of the day and your rating by them. Others see only what many people chose, in per cent."]}, "server": {"known": [], "erase": []}}');
INSERT INTO "features" VALUES('leagues',1,'CREATE TABLE leagues (
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
    help TEXT NOT NULL CHECK (help IN (''all'', ''completions'', ''none'')),
    language TEXT NOT NULL,
    theme TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN (''open'', ''running'', ''finished'', ''cancelled'')),
    round INTEGER NOT NULL CHECK (round BETWEEN 0 AND rounds),  -- 0 before the league has begun
    created_at INTEGER NOT NULL,
    begun_at INTEGER,
    ended_at INTEGER,
    clock TEXT NOT NULL DEFAULT ''72h+24h'',  -- of its games
    late TEXT NOT NULL DEFAULT ''ask'' CHECK (late IN (''nothing'', ''ask'', ''turn'', ''seat'')),
    CHECK ((begun_at IS NULL) = (round = 0)),
    CHECK (CASE state
        WHEN ''open'' THEN begun_at IS NULL AND ended_at IS NULL
        WHEN ''running'' THEN begun_at IS NOT NULL AND ended_at IS NULL
        WHEN ''finished'' THEN begun_at IS NOT NULL AND ended_at IS NOT NULL
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
','{"person": {"columns": [["entrants", "user_id"], ["leagues", "host_id"]], "forget": ["DELETE FROM entrants WHERE user_id = :person AND league_id IN (SELECT league_id FROM leagues WHERE begun_at IS NULL)", "UPDATE entrants SET user_id = NULL WHERE user_id = :person", "UPDATE leagues SET host_id = NULL WHERE host_id = :person"], "rename": ["UPDATE entrants SET name = :name WHERE user_id = :person AND (:language = '''' OR league_id IN (SELECT league_id FROM leagues WHERE language = :language))"], "export": {"leagues": "SELECT leagues.league_id, guild_id, leagues.name, state, CASE WHEN host_id = :person THEN 1 ELSE 0 END AS hosted, entrant, entrants.name AS entered_as, left_round FROM leagues LEFT JOIN entrants ON entrants.league_id = leagues.league_id AND user_id = :person WHERE host_id = :person OR user_id = :person ORDER BY leagues.league_id", "seats": "SELECT league_id, round, number, entrant, seat, gold, place, resigned FROM league_seats JOIN entrants USING (league_id, entrant) WHERE user_id = :person ORDER BY league_id, round"}, "veto": ["SELECT 1 FROM leagues JOIN entrants USING (league_id) WHERE user_id = :person AND state = ''running'' AND left_round IS NULL", "You are in a league that is not over. Leave it first, or wait for its end."], "leaves": ["SELECT leagues.name FROM leagues JOIN entrants USING (league_id) WHERE user_id = :person AND state IN (''open'', ''running'') AND left_round IS NULL ORDER BY league_id", "- you leave the leagues: {names};"], "privacy": ["- In which leagues you play or played, with your results: so that their games are drawn and their standings shown."]}, "server": {"known": ["SELECT guild_id FROM leagues"], "erase": ["DELETE FROM league_seats WHERE league_id IN (SELECT league_id FROM leagues WHERE guild_id = :guild)", "DELETE FROM league_tables WHERE league_id IN (SELECT league_id FROM leagues WHERE guild_id = :guild)", "DELETE FROM entrants WHERE league_id IN (SELECT league_id FROM leagues WHERE guild_id = :guild)", "DELETE FROM leagues WHERE guild_id = :guild"]}}');
INSERT INTO "features" VALUES('pages',1,'CREATE TABLE visits (  -- sessions of people on pages, and what links are no longer good for
    hash TEXT PRIMARY KEY,  -- of the cookie or the link, which are kept nowhere
    kind TEXT NOT NULL CHECK (kind IN (''session'', ''used'', ''closed'')),
    user_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,  -- the only one of the session, which may be gone; 0 for all
    language TEXT NOT NULL,
    until_at INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE INDEX visits_by_user ON visits (user_id);

CREATE INDEX visits_by_time ON visits (until_at);
','{"person": {"columns": [["visits", "user_id"]], "forget": ["UPDATE visits SET user_id = 0 WHERE kind = ''closed'' AND user_id = :person", "DELETE FROM visits WHERE user_id = :person"], "rename": [], "export": {"visits": "SELECT hash, kind, game_id, language, until_at FROM visits WHERE user_id = :person ORDER BY until_at, hash"}, "veto": [], "leaves": [], "privacy": ["- Browsers you play in, for a week."]}, "server": {"known": [], "erase": []}}');
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
INSERT INTO "games" VALUES(1,10,20,NULL,300000001,'running',NULL,'ravensburger-2006','free',0,4,'completions','en','dark',1000,2000,NULL,3,0,'F6:4x3','tavern/black trade-centre/black mill/olive monastery/red smithy/silver monastery/black tavern/silver mill/black tavern/black trade-centre/red farm/olive tavern/red mill/red farm/silver farm/red house/black house/olive tavern/olive smithy/red house/black farm/red farm/black house/silver house/red monastery/olive tavern/olive trade-centre/silver tavern/red farm/black monastery/silver mill/silver smithy/black tavern/silver house/silver farm/olive house/olive farm/silver smithy/olive house/red trade-centre/olive',1,'c2c34bf7d9b18b79b7a5bb049f4881befa93e989dfbdf38761ae0c61256a9081',1,NULL,1,0,0,NULL,'72h+24h','ask','stop',NULL,NULL,NULL,NULL,NULL,0,NULL,0),
(2,10,20,NULL,300000001,'finished',NULL,'ravensburger-2006','free',0,4,'completions','en','dark',1000,2000,3150,3,0,'H5:3x4','mill/olive house/olive farm/olive house/red house/black mill/silver house/black farm/red tavern/red trade-centre/red smithy/olive tavern/black monastery/silver tavern/black farm/silver tavern/silver farm/olive house/olive tavern/olive monastery/black farm/red farm/silver tavern/silver trade-centre/silver trade-centre/black tavern/olive trade-centre/olive farm/black mill/black monastery/red house/red monastery/olive house/silver farm/black mill/red smithy/black smithy/red smithy/silver house/silver tavern/red',1,'c2c34bf7d9b18b79b7a5bb049f4881befa93e989dfbdf38761ae0c61256a9081',1,NULL,1,0,0,NULL,'72h+24h','ask','stop',NULL,NULL,NULL,NULL,NULL,0,NULL,0),
(3,10,20,NULL,300000001,'running',NULL,'ravensburger-2006','free',1,4,'completions','en','dark',1000,2000,NULL,4,1,'H5:3x4','house/silver monastery/olive house/black house/black house/silver smithy/black tavern/black tavern/black farm/red house/olive smithy/olive farm/silver trade-centre/black tavern/silver tavern/olive trade-centre/silver farm/black trade-centre/olive mill/red mill/black house/red house/red farm/red smithy/red farm/silver tavern/red farm/olive monastery/red trade-centre/red monastery/silver smithy/silver mill/olive mill/silver monastery/black house/olive farm/black tavern/red tavern/olive farm/olive tavern/silver',1,'c2c34bf7d9b18b79b7a5bb049f4881befa93e989dfbdf38761ae0c61256a9081',1,NULL,1,0,0,NULL,'72h+24h','ask','stop',NULL,NULL,NULL,NULL,NULL,0,NULL,0),
(4,10,20,NULL,300000001,'closed',NULL,'ravensburger-2006','free',0,4,'completions','en','dark',1000,2000,5000,4,1,'H5:4x3','farm/black trade-centre/red house/red house/silver house/olive house/black farm/red tavern/black farm/olive farm/olive tavern/olive tavern/olive farm/red mill/silver mill/olive house/olive trade-centre/silver mill/red trade-centre/olive trade-centre/black monastery/silver house/silver monastery/red tavern/black smithy/silver smithy/olive smithy/red mill/black tavern/red farm/silver tavern/silver farm/black farm/silver tavern/red monastery/olive house/red house/black smithy/black monastery/black tavern/silver',1,'c2c34bf7d9b18b79b7a5bb049f4881befa93e989dfbdf38761ae0c61256a9081',1,NULL,1,0,0,NULL,'72h+24h','ask','stop',NULL,NULL,NULL,NULL,NULL,0,NULL,0),
(5,10,20,NULL,300000002,'lobby',NULL,'ravensburger-2006','first-game',1,4,'completions','en','dark',1000,NULL,NULL,1,0,NULL,NULL,NULL,NULL,1,NULL,1,0,0,NULL,'72h+24h','ask','stop',NULL,NULL,NULL,NULL,NULL,0,NULL,0);
CREATE TABLE history (
    shard INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL,
    commits INTEGER NOT NULL CHECK (commits >= 0),
    cluster TEXT NOT NULL
) STRICT;
INSERT INTO "history" VALUES(0,0,57,'');
CREATE TABLE invited (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "invited" VALUES(5,300000001);
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
INSERT INTO "ledger" VALUES(1,'game',10,300000002,0,5,1000), (2,'thread',10,300000002,0,5,1000),
(3,'invitation',10,300000002,300000001,5,1000), (4,'ping',10,300000002,300000001,5,1000),
(5,'post',10,300000001,0,0,1000);
CREATE TABLE left_guilds (
    guild_id INTEGER PRIMARY KEY,
    left_at INTEGER NOT NULL
) STRICT;
INSERT INTO "left_guilds" VALUES(10,1);
CREATE TABLE log (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    entry TEXT NOT NULL,
    author INTEGER,
    at INTEGER NOT NULL,
    advised INTEGER NOT NULL DEFAULT 0 CHECK (advised IN (0, 1)),
    PRIMARY KEY (game_id, seq)
) WITHOUT ROWID, STRICT;
INSERT INTO "log" SELECT 1, key, value, 300000001 + key % 2, 3000 + key, 0 FROM json_each('[
"workers own J6 G9 I9", "banner", "end", "workers own H5", "banner", "end", "workers own F9", "end",
"workers own J7 H9", "banner", "end", "build tavern/black J5 K5 L5 draw tavern/black"
]');
INSERT INTO "log" SELECT 2, key, value, 300000001 + key % 2, 3000 + key, 0 FROM json_each('[
"build house/red K6 K7 draw trade-centre/red", "end", "build house/black G7 G8 draw tavern/red", "end",
"workers own K5 L7 K8", "end", "build farm/red G9 G10 H10 draw tavern/black", "end",
"build mill/olive I10 J10 K10 J11 draw tavern/black", "end", "build mill/silver E11 F11 G11 F12 draw farm/silver",
"end", "build tavern/black I12 J12 K12 draw smithy/olive", "end", "workers own K11", "banner", "end",
"build trade-centre/red M5 N5 M6 M7 draw stack", "banner", "end", "build house/black H3 H4 draw farm/olive", "banner",
"end", "workers own F9 neutral H11", "banner", "end", "workers own J9 K9 I11 neutral I9 L10", "castle silver 9",
"banner sell olive 3", "end", "build house/olive G3 G4 draw monastery/silver", "banner", "end", "workers own H12",
"end", "workers own H2 I3 I4", "castle red 1", "banner sell black 3", "end",
"build tavern/red L12 M12 N12 draw monastery/black", "castle olive 7", "end",
"build smithy/olive H1 I1 I2 J2 draw tavern/silver", "end", "build tavern/black J3 K3 L3 draw stack",
"banner sell olive 1 black 4", "end", "build farm/olive O10 N11 O11 draw farm/red", "end",
"workers own O12 neutral L11", "end", "build tavern/silver C9 D9 E9 draw tavern/olive", "end",
"build monastery/black K2 L2 M2 N2 draw farm/silver", "end", "workers own D10 E10", "end",
"build farm/olive F1 G1 F2 draw stack", "end", "build tavern/olive P9 P10 P11 draw trade-centre/black", "end",
"build trade-centre/olive A9 B9 A10 A11 draw farm/black", "end", "workers own F4 neutral G2", "end",
"build farm/silver D3 E3 E4 draw tavern/olive", "end",
"build trade-centre/black D6 E6 D7 D8 draw trade-centre/silver", "end", "build farm/silver B11 B12 C12 draw stack",
"end", "build house/olive L4 L5 draw stack", "end", "workers own F3 G5", "castle black 2", "end",
"build house/silver M4 N4 draw stack", "end", "workers own C6 E8", "end", "workers own A12", "end",
"build tavern/silver N6 N7 N8 draw stack", "end", "workers neutral J1", "castle black 4", "end",
"build tavern/olive O6 O7 O8 draw mill/black", "end", "workers neutral C10", "end",
"build mill/red N3 O3 P3 O4 draw house/red", "end", "workers neutral H9", "end",
"build farm/black D1 E1 E2 draw smithy/black", "castle red 10", "end", "build farm/black A7 A8 B8 draw monastery/red",
"end", "build mill/black A3 B3 C3 B4 draw smithy/silver", "end",
"build monastery/silver M8 M9 M10 M11 draw smithy/red", "castle black 5", "end",
"build monastery/olive P5 P6 P7 P8 draw tavern/red", "end", "build farm/red N9 O9 N10 draw house/silver",
"castle silver 6", "castle silver 8", "castle red 3", "end", "build house/red M1 N1 draw none", "end",
"build house/silver B7 C7 draw none", "end", "workers neutral O5", "castle olive 4", "end", "workers neutral P4",
"castle black 7", "end", "build smithy/black B1 C1 C2 D2 draw none", "castle red 6", "end",
"build trade-centre/silver C4 C5 D5 E5 draw none", "end", "build tavern/red F5 F6 F7 draw none", "end",
"workers neutral F10", "castle silver 2", "end", "workers own G6 neutral E7 F8", "castle red 10", "castle red 3",
"end", "build smithy/red C11 D11 D12 E12 draw none", "castle silver 8", "end", "workers neutral L6",
"castle silver 1", "castle olive 9", "end", "pass", "end", "workers neutral B6", "end", "pass", "end", "pass", "end"
]');
INSERT INTO "log" SELECT 3, key, value, 300000001 + key % 2, 3000 + key, 0 FROM json_each('[
"workers own I4", "banner", "end", "workers own K6 J9", "banner", "end",
"build monastery/olive F9 G9 H9 I9 draw stack", "banner", "end", "build tavern/black J10 J11 J12 draw smithy/olive",
"end", "workers own I10 I11 K11 neutral I12 K12", "banner", "end", "build smithy/olive D7 D8 E8 E9 draw house/olive",
"banner", "end", "build house/black L6 M6 draw stack", "end", "workers own F8 G8 F10 G10 neutral H10"
]');
INSERT INTO "log" SELECT 4, key, value, 300000001 + key % 2, 3000 + key, 0 FROM json_each('[
"build house/red G8 H8 draw tavern/olive", "banner", "end", "build tavern/black G9 H9 I9 draw stack", "end",
"workers own H4 G6 G7 J8", "end", "workers own F8 I8", "castle silver 5", "banner sell red 3"
]');
CREATE TABLE messages (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    kind TEXT NOT NULL CHECK (kind IN ('lobby', 'turn', 'final', 'notice')),
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    turn INTEGER,
    PRIMARY KEY (game_id, kind)
) WITHOUT ROWID, STRICT;
CREATE TABLE notes (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    user_id INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game_id, user_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "notes" VALUES(2,300000001,'keep the red mill'), (2,300000002,'sell silver'),
(3,300000001,'keep the red mill'), (3,300000002,'sell silver'), (4,300000001,'keep the red mill'),
(4,300000002,'keep the red mill');
CREATE TABLE outages (
    shard INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    PRIMARY KEY (shard, began_at)
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
INSERT INTO "outbox" VALUES('signup',10,1,0,20,1000,2,0,0,0,0), ('signup',10,2,0,20,1000,3,0,0,0,0),
('standings',10,2,0,20,8000,1,0,0,0,0);
CREATE TABLE pauses (
    game_id INTEGER NOT NULL REFERENCES games (game_id),
    seat INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    until_at INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('stop', 'away', 'turn', 'seat')),
    PRIMARY KEY (game_id, seat, began_at)
) WITHOUT ROWID, STRICT;
INSERT INTO "pauses" VALUES(4,0,4000,9000,'stop'), (4,1,4000,9500,'away');
CREATE TABLE preferences (
    user_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL,
    confirm INTEGER NOT NULL CHECK (confirm IN (0, 1)),
    mention INTEGER NOT NULL CHECK (mention IN (0, 1)),
    language TEXT,
    remind TEXT NOT NULL DEFAULT 'once' CHECK (remind IN ('never', 'once', 'daily')),
    remind_after INTEGER NOT NULL DEFAULT 24 CHECK (remind_after > 0),
    remind_in TEXT NOT NULL DEFAULT 'game' CHECK (remind_in IN ('game', 'message')),
    tell_end INTEGER NOT NULL DEFAULT 1 CHECK (tell_end IN (0, 1)),
    zone TEXT,
    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439),
    quiet_weekend INTEGER NOT NULL DEFAULT 0 CHECK (quiet_weekend IN (0, 1)),
    quiet_turns INTEGER NOT NULL DEFAULT 0 CHECK (quiet_turns IN (0, 1)),
    help TEXT CHECK (help IN ('all', 'completions', 'none')),
    invites TEXT NOT NULL DEFAULT 'anyone'
        CHECK (invites IN ('anyone', 'met', 'nobody'))) STRICT;
INSERT INTO "preferences" VALUES(300000001,'light',1,1,NULL,'once',24,'game',1,NULL,NULL,NULL,0,0,NULL,'anyone'),
(300000002,'dark',1,1,'fr','once',24,'game',1,NULL,NULL,NULL,0,0,NULL,'anyone');
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
INSERT INTO "prepared" VALUES(2,300000001,3,'pass','',NULL,'',0,0), (3,300000001,3,'pass','',NULL,'',0,0),
(4,300000001,3,'pass','',NULL,'',0,0);
CREATE TABLE recalls (
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    news INTEGER NOT NULL CHECK (news >= 0),
    since INTEGER NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
) STRICT;
CREATE TABLE recounts (
    guild_id INTEGER PRIMARY KEY
) STRICT;
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
INSERT INTO "results" VALUES(2,0,40,12,'500 700','farm mill',0,0,''), (2,1,31,0,'','',0,0,'');
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
INSERT INTO "seats" VALUES(1,0,300000001,'Player 0','yellow','playing',NULL,0,0,NULL),
(1,1,300000002,'Player 1','orange','playing',NULL,0,0,NULL),
(2,0,300000001,'Player 0','violet','playing',NULL,0,0,NULL),
(2,1,300000002,'Player 1','yellow','playing',NULL,0,0,NULL),
(3,0,300000001,'Player 0','orange','resigned','caretaker',0,0,NULL),
(3,1,300000002,'Player 1','green','playing',NULL,0,0,NULL),
(4,0,300000001,'Player 0','violet','playing',NULL,0,0,NULL),
(4,1,300000002,'Player 1','yellow','playing',NULL,0,0,NULL);
CREATE TABLE settings (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, key)
) WITHOUT ROWID, STRICT;
INSERT INTO "settings" VALUES('ranking','10','all');
CREATE TABLE uncounted (
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id),
    guild_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL
) STRICT;
CREATE TABLE untold (
    game_id INTEGER PRIMARY KEY REFERENCES games (game_id)
) STRICT;
INSERT INTO "untold" VALUES(2), (4);
CREATE TABLE votes (
    game_id INTEGER NOT NULL,
    about TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, about, user_id),
    FOREIGN KEY (game_id, user_id) REFERENCES seats (game_id, user_id) ON DELETE CASCADE
) WITHOUT ROWID, STRICT;
INSERT INTO "votes" VALUES(4,'cancel',300000001), (4,'cancel',300000002);
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
INSERT INTO "waiting" VALUES(3,10,300000002,11,9000,1,0,NULL,NULL,NULL,NULL,300000001,NULL),
(4,10,300000001,11,9000,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE INDEX games_by_state ON games (state, guild_id);
CREATE INDEX games_by_channel ON games (channel_id, state, game_id);
CREATE INDEX games_by_thread ON games (thread_id, state, game_id);
CREATE INDEX games_by_end ON games (guild_id, ended_at);
CREATE UNIQUE INDEX rematches ON games (rematch_of) WHERE state NOT IN ('cancelled', 'closed');
CREATE INDEX invited_by_user ON invited (user_id);
CREATE INDEX seats_by_user ON seats (user_id);
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
CREATE INDEX outbox_by_subject ON outbox (guild_id, subject_id);
CREATE INDEX outbox_unsaid ON outbox (kind, guild_id, subject_id) WHERE shown < news;
CREATE INDEX acts_by_time ON acts (at);
CREATE INDEX acts_by_user ON acts (user_id);
CREATE INDEX ledger_by_user ON ledger (user_id, kind, at);
CREATE INDEX ledger_by_guild ON ledger (guild_id, kind, at);
CREATE INDEX ledger_by_target ON ledger (target_id, kind, at);
CREATE INDEX ledger_by_game ON ledger (game_id, kind);
CREATE INDEX ledger_by_time ON ledger (at);
CREATE INDEX due_by_time ON due (at);
CREATE INDEX due_failed ON due (kind, why) WHERE why <> '';
CREATE INDEX uncounted_by_guild ON uncounted (guild_id, ended_at);
CREATE INDEX early_ends_by_guild ON early_ends (guild_id, ended_at);
CREATE INDEX waiting_by_user ON waiting (user_id);
COMMIT;
-- Rows of features, once their tables are made as "features" says.
INSERT INTO "daily_answers" VALUES(300000001,20000,'end',1,1,1,7000), (300000002,20000,'end',1,1,1,7000);
INSERT INTO "daily_people" VALUES(300000001,25000,8000,1), (300000002,25000,8000,1);
INSERT INTO "daily_positions" VALUES(20001,'{"day": 20001}');
INSERT INTO "daily_ratings" VALUES(20000,25000,8000,1);
INSERT INTO "entrants" VALUES(1,1,300000001,'Player 0',NULL), (2,1,300000002,'Player 1',NULL),
(2,2,300000003,'Player 2',NULL);
INSERT INTO "league_seats" VALUES(2,1,1,0,1,NULL,0,NULL), (2,1,1,1,2,NULL,0,NULL), (2,2,1,0,1,NULL,0,NULL),
(2,2,1,1,2,NULL,0,NULL);
INSERT INTO "league_tables" VALUES(2,1,1,1,NULL), (2,2,1,NULL,NULL);
INSERT INTO "leagues" VALUES(1,10,20,300000001,'Winter',2,3,'c0ffee','another-2026','free',1,'none','de','light','open',0,1000,NULL,NULL,'5h','seat'),
(2,10,20,300000002,'Spring',2,2,'c0ffee','another-2026','free',1,'none','en','light','running',1,1000,8000,NULL,'5h','seat');
INSERT INTO "ranked" VALUES(10,300000001,1), (10,300000002,1);
INSERT INTO "records" VALUES(10,'highest',40,NULL,1,3500);
INSERT INTO "standings" VALUES(10,300000001,'Player 0','{}','[1]',0,0), (10,300000002,'Player 1','{}','[2]',0,0);
INSERT INTO "visits" VALUES('link of Ada','used',300000001,4,'en',9000),
('link of Bela','used',300000002,4,'en',9000), ('session of Ada','session',300000001,4,'en',9000),
('session of Bela','session',300000002,4,'en',9000);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',5), ('leagues',2), ('ledger',5);
