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
