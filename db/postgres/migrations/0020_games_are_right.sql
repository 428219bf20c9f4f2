-- The conditions of a game in one function, which is read once and not for every change.

ALTER TABLE games SET (fillfactor = 50);

DO $$
DECLARE
    condition name;
BEGIN
    FOR condition IN
        SELECT conname FROM pg_constraint WHERE conrelid = 'games'::regclass AND contype = 'c'
    LOOP
        EXECUTE format('ALTER TABLE games DROP CONSTRAINT %I', condition);
    END LOOP;
END $$;

CREATE FUNCTION is_right(game games) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN (game.state IN ('lobby', 'running', 'finished', 'cancelled', 'closed', 'aside'))
        AND (game.seat_limit > 0)
        AND (game.news >= 0)
        AND (game.shown BETWEEN 0 AND game.news)
        AND (game.series > 0)
        AND (game.calls >= 0)
        AND (game.late IN ('nothing', 'ask', 'turn', 'seat'))
        AND (game.absence IN ('stop', 'computer'))
        AND (game.begun_turn > 0)
        AND ((game.begun_at IS NULL) = (game.lot IS NULL)
            AND (game.begun_at IS NULL) = (game.deck IS NULL))
        AND ((game.rules_version IS NULL) = (game.fingerprint IS NULL))
        AND (game.begun_at IS NOT NULL OR game.fingerprint IS NULL)
        AND (CASE game.state
            WHEN 'lobby' THEN game.begun_at IS NULL
            WHEN 'running' THEN game.begun_at IS NOT NULL
            WHEN 'finished' THEN game.begun_at IS NOT NULL
            WHEN 'aside' THEN game.begun_at IS NOT NULL
            ELSE TRUE END)
        AND (CASE game.state
            WHEN 'lobby' THEN game.ended_at IS NULL
            WHEN 'running' THEN game.ended_at IS NULL
            WHEN 'aside' THEN TRUE
            ELSE game.ended_at IS NOT NULL END);
END $$;

ALTER TABLE games ADD CONSTRAINT games_are_right CHECK (is_right(games));
