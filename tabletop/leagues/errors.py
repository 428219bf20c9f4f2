"""The errors of leagues: each has a code and parameters, and is put into words elsewhere."""

from __future__ import annotations

from typing import ClassVar

from engine.errors import EngineError


class LeagueError(EngineError):
    """A league refuses a person's request; the league is unchanged."""

    sentences: ClassVar[dict[str, str]] = {
        "unknown-league": "there is no league {number} here",
        "too-many": "{count} leagues are unfinished here already",
        "begun": "league {name} has begun already",
        "not-begun": "league {name} has not begun yet",
        "over": "league {name} is over",
        "not-over": "league {name} is not over",
        "already-in": "you are in league {name} already",
        "blocked": "this person may not open games here, and so not join league {name}",
        "not-in": "this person is not in league {name}",
        "left": "this person has left league {name} already",
        "full": "league {name} has {count} people, as many as there may be",
        "too-few": "league {name} needs at least {count} people",
        "not-host": "only moderators and who opened league {name} may do this",
    }
