"""The limits on what people may cause, for the whole bot in one table.

``db/usage.py`` counts what was done lately and says when a limit ends, ``db/games/lobbies.py``
counts unfinished games.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

ActKind: TypeAlias = Literal[
    "game", "thread", "post", "invitation", "ping", "call", "role", "direct", "nudge"
]
"""The kinds of acts.

A game opened, a thread caused, a public message caused besides those of turns; a seat kept for a
person, that person notified of it, a host notified that all seats are taken; a role notified, a
direct message caused, and an opponent nudged."""

Limits: TypeAlias = Mapping[str, int]
"""How many the limits allow, by the names of their rules; a rule that is not there limits nothing.
"""


class Rule(NamedTuple):
    """A limit, and what it allows in each preset of the setting ``ARKADIA_LIMITS``.

    Attributes:
        name: its name in refusals.
        counts: the kinds of acts that it counts together; none for a limit on unfinished games,
            which ``db/games/lobbies.py`` counts.
        per: the columns in which acts must be equal to be counted together.
        within: milliseconds that an act counts.
        spares: True to let every person do one such act in that time, however many others did.
    """

    name: str
    counts: tuple[ActKind, ...]
    per: tuple[str, ...]
    within: int
    club: int
    open: int
    spares: bool = False


MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR  # the longest time that an act counts

PERSON: Final = ("user_id", "guild_id")
SERVER: Final = ("guild_id",)
TARGET: Final = ("target_id",)

ROLE_MINUTES: Final = 30
"""Minutes in which the role that a server chose for announcements is notified at most once."""

RULES: Final = (
    # Unfinished games: hosted here, played anywhere, waiting for people here, all of a server.
    Rule("hosted", (), PERSON, 0, club=60, open=20),
    Rule("seated", (), ("user_id",), 0, club=150, open=50),
    Rule("lobbies", (), SERVER, 0, club=80, open=40),
    Rule("unfinished", (), SERVER, 0, club=500, open=500),
    # Games and threads opened, messages caused, seats kept for others.
    Rule("games", ("game",), PERSON, HOUR, club=30, open=10),
    Rule("server-games", ("game",), SERVER, HOUR, club=180, open=60, spares=True),
    Rule("threads", ("thread",), PERSON, HOUR, club=45, open=15),
    Rule("server-threads", ("thread",), SERVER, HOUR, club=270, open=90, spares=True),
    Rule("game-posts", ("post",), ("user_id", "game_id"), MINUTE, club=8, open=4),
    Rule("posts", ("post",), PERSON, HOUR, club=90, open=30),
    Rule("invitations", ("invitation",), PERSON, DAY, club=60, open=20),
    # Notified: a person by the same host, by all lobbies; a role; nudged; written to directly.
    Rule("again", ("ping",), ("user_id", "target_id"), DAY, club=4, open=1),
    Rule("pings", ("ping", "call"), TARGET, HOUR, club=15, open=6),
    Rule("role", ("role",), SERVER, ROLE_MINUTES * MINUTE, club=1, open=1),
    Rule("nudges", ("nudge",), TARGET, DAY, club=6, open=3),
    Rule("direct", ("direct",), TARGET, DAY, club=5, open=5),
)

PRESETS: Final[dict[str, Limits]] = {
    "club": {rule.name: rule.club for rule in RULES},
    "open": {rule.name: rule.open for rule in RULES},
}
