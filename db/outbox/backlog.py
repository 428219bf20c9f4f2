"""All SQL that tells what waits to be said or done, since when, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from db.connection import Connection
from db.outbox.items import unsaid_in
from db.share import Share
from db.timers.due import ours

FAILED: Final = (
    "SELECT kind, why, count(*), min(since), min(at) FROM due WHERE why <> '' AND {ours}"
    " GROUP BY kind, why"
)

OVERDUE: Final = (
    "SELECT kind, why, count(*), min(at), min(at) FROM due"
    " WHERE at <= :now AND why = '' AND {ours} GROUP BY kind, why"
)

# Topics that have a timer are among the others.
UNTRIED: Final = (
    "SELECT kind, '', count(*), 0, 0 FROM ({unsaid}) AS unsaid WHERE NOT EXISTS"
    " (SELECT 1 FROM due WHERE due.kind = unsaid.kind AND due.guild_id = unsaid.guild_id"
    " AND due.game_id = unsaid.number AND due.user_id = 0) GROUP BY kind"
)


@dataclass(frozen=True, slots=True)
class Backlog:
    """Messages or timers of one kind that wait for one reason.

    Attributes:
        kind: the kind of topics or timers.
        why: the reason of the last failure, as timers have it; empty while their turn comes.
        count: how many there are.
        since: the time from which on the first of them waits; 0 if that is not known.
        next_at: the time of the next attempt; 0 if it is under way.
    """

    kind: str
    why: str
    count: int
    since: int
    next_at: int


def backlog(connection: Connection, share: Share, now: int) -> tuple[Backlog, ...]:
    """Return what waits: what failed and is tried again, and what is due and was not tried yet.

    It costs as much as there is that waits.
    """
    found = [
        Backlog(*row)
        for query in (FAILED, OVERDUE, UNTRIED)
        for row in connection.execute(
            query.format(ours=ours(share), unsaid=unsaid_in(share)), {"now": now}
        )
    ]
    return tuple(sorted(found, key=lambda one: (one.why == "", one.since, one.kind)))


def untold(connection: Connection, guild_id: int) -> dict[int, str]:
    """Return why the news of a server's games are not shown, by the games' numbers."""
    return dict(
        connection.execute(
            "SELECT due.game_id, why FROM due JOIN games ON games.game_id = due.game_id"
            " WHERE due.kind = 'game' AND why <> '' AND games.guild_id = :guild_id"
            " AND shown < news",
            {"guild_id": guild_id},
        )
    )
