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
