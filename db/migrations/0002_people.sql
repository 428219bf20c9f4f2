-- What belongs to one person: preferences, notes and the turn prepared; and a table's theme.

ALTER TABLE tables ADD COLUMN theme TEXT NOT NULL DEFAULT 'dark'
    CHECK (theme IN ('dark', 'light'));

CREATE TABLE preferences (
    user_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL CHECK (theme IN ('dark', 'light')),
    confirm INTEGER NOT NULL CHECK (confirm IN (0, 1)),
    mention INTEGER NOT NULL CHECK (mention IN (0, 1)),
    language TEXT
) STRICT;

CREATE TABLE notes (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, user_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE prepared (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (table_id, user_id)
) WITHOUT ROWID, STRICT;
