"""The limits on what people may cause, made from the settings."""

from __future__ import annotations

from typing import Final

from db.ledger.rows import Column, Limits, Quota
from runtime.settings import Settings
from tabletop.time_control import DAY, HOUR, MINUTE

PERSON: Final[tuple[Column, ...]] = ("user_id", "guild_id")
SERVER: Final[tuple[Column, ...]] = ("guild_id",)
TARGET: Final[tuple[Column, ...]] = ("target_id",)


def limits_by(settings: Settings) -> Limits:
    """Return the limits that the settings choose.

    A server has room for what several people may do, and every person's first act fits in.
    """
    games, threads, times = settings.games_an_hour, settings.threads_an_hour, settings.server_times
    again, role = settings.ping_again_hours * HOUR, settings.role_pings_minutes * MINUTE
    return Limits(
        hosted=settings.games_hosted,
        seated=settings.games_seated,
        lobbies=settings.games_lobbies,
        unfinished=settings.games_unfinished,
        quotas=(
            Quota("games", ("game",), games, HOUR, PERSON),
            Quota("server-games", ("game",), games * times, HOUR, SERVER, spares=True),
            Quota("threads", ("thread",), threads, HOUR, PERSON),
            Quota("server-threads", ("thread",), threads * times, HOUR, SERVER, spares=True),
            Quota("game-posts", ("post",), settings.posts_a_minute, MINUTE, ("user_id", "game_id")),
            Quota("posts", ("post",), settings.posts_an_hour, HOUR, PERSON),
            Quota("invitations", ("invitation",), settings.invitations_a_day, DAY, PERSON),
            Quota("again", ("ping",), 1, again, ("user_id", "target_id")),
            Quota("pings", ("ping", "call"), settings.pings_an_hour, HOUR, TARGET),
            Quota("role", ("role",), 1, role, SERVER),
            Quota("nudges", ("nudge",), settings.nudges_a_day, DAY, TARGET),
            Quota("direct", ("direct",), settings.direct_a_day, DAY, TARGET),
        ),
    )
