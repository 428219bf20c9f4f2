-- Who asks to play on in a seat that somebody left.
CREATE TABLE seat_asks (
    game_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat, user_id)
) STRICT;

CREATE INDEX seat_asks_by_user ON seat_asks (user_id);
