-- Lobbies that are open already close when nobody comes, like those that are opened from now on.

INSERT INTO due (kind, at, guild_id, game_id, user_id)
SELECT 'lobby', created_at + 518400000, 0, game_id, 0 FROM games WHERE state = 'lobby';
