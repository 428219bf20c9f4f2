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
