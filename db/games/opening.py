"""All SQL about who may open a game: blocks, limits, and people who do not want to be invited."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from db.columns import numbers
from db.connection import Connection
from db.errors import BlockedError, LimitReachedError, NotInvitableError
from db.games.rows import NewGame
from db.ledger.acts import claim, pay
from db.ledger.rows import ActKind, Charge, Limits, StoredAct

WAITS: Final = "(SELECT count(*) FROM seats WHERE seats.game_id = games.game_id) < seat_limit"
"""The condition that a lobby waits for people; practice is full from the start."""

COUNTED: Final[dict[str, str]] = {
    "hosted": "guild_id = :guild_id AND host_id = :host_id AND state IN ('lobby', 'running')",
    "seated": (
        "state IN ('lobby', 'running') AND EXISTS (SELECT 1 FROM seats WHERE seats.game_id ="
        " games.game_id AND user_id = :host_id AND status <> 'resigned')"
    ),
    "lobbies": f"guild_id = :guild_id AND state = 'lobby' AND {WAITS}",
    "unfinished": "guild_id = :guild_id AND state IN ('lobby', 'running')",
}
"""The games that count for each of the ``Limits`` on games."""

MET: Final = (
    "SELECT 1 FROM seats AS one JOIN seats AS other USING (game_id) JOIN games USING (game_id)"
    " WHERE one.user_id = :host AND other.user_id = :person AND begun_at IS NOT NULL LIMIT 1"
)
"""The query that finds a row if two people have played together."""


def must_be_allowed(
    connection: Connection, game: NewGame, limits: Limits | None, *, waits: bool
) -> None:
    """Refuse to open one more game if its host is blocked, or there are too many.

    Args:
        waits: whether the game will wait for people, as practice does not.

    Raises:
        BlockedError: if moderators keep the host from opening games on the server.
        LimitReachedError: if there are as many games as one of the limits allows.
    """
    if game.host_id is not None and game.host_id in blocked_in(connection, game.guild_id):
        raise BlockedError(game.guild_id, game.host_id)
    given = {"guild_id": game.guild_id, "host_id": game.host_id}
    for name, condition in COUNTED.items():
        most = getattr(limits, name, None)  # without limits there is none
        if most is None or (name == "lobbies" and not waits):
            continue
        [count] = connection.execute(
            f"SELECT count(*) FROM games WHERE {condition}", given
        ).fetchone()
        if count >= most:
            raise LimitReachedError(name, most)


def note_opening(
    connection: Connection,
    limits: Limits,
    game: NewGame,
    game_id: int,
    invited: Collection[int],
) -> None:
    """Record a game that is opened, its seats that are kept, and the people whom that notifies.

    A person who is not to be notified again so soon keeps the seat without a notification.

    Raises:
        LimitReachedError: if one of the limits is reached.
        NotInvitableError: if one of the invited people does not want to be invited by the host.
    """
    host = game.host_id
    if host is None:
        return

    def act(kind: ActKind, person: int = 0) -> StoredAct:
        return StoredAct(
            kind=kind,
            guild_id=game.guild_id,
            user_id=host,
            target_id=person,
            game_id=game_id,
            at=game.created_at,
        )

    # A game that goes on in the place of another one opens no thread, it only says so.
    kinds: tuple[ActKind, ...] = ("game", "thread") if game.thread_id is None else ("post",)
    pay(connection, Charge(limits, tuple(act(kind) for kind in kinds)))
    people = list(dict.fromkeys(invited))
    # A rematch keeps the seats of the people of the game before: that is no invitation.
    if game.rematch_of is None:
        must_be_invitable(connection, host, people)
        pay(connection, Charge(limits, tuple(act("invitation", person) for person in people)))
    else:
        people = [person for person in people if _invitable(connection, host, person)]
    for person in people:
        claim(connection, limits, act("ping", person))


def must_be_invitable(connection: Connection, host: int, people: Iterable[int]) -> None:
    """Refuse to keep seats for people who do not want to be invited by a host.

    Raises:
        NotInvitableError: if one of them does not.
    """
    for person in people:
        if not _invitable(connection, host, person):
            raise NotInvitableError(person, met=_invited_by(connection, person) == "met")


def _invitable(connection: Connection, host: int, person: int) -> bool:
    """Return whether a person may be invited by a host."""
    by = _invited_by(connection, person)
    if by != "met":
        return by == "anyone"
    return connection.execute(MET, {"host": host, "person": person}).fetchone() is not None


def _invited_by(connection: Connection, person: int) -> str:
    """Return by whom a person wants to be invited."""
    query = "SELECT invites FROM preferences WHERE user_id = :person"
    row = connection.execute(query, {"person": person}).fetchone()
    return "anyone" if row is None else str(row[0])


def may_host(
    connection: Connection, guild_id: int, people: Sequence[int], limits: Limits
) -> tuple[int, ...]:
    """Return the people among these who may host one more game on a server."""
    blocked, found = blocked_in(connection, guild_id), []
    for person in people:
        given = {"guild_id": guild_id, "host_id": person}
        [count] = connection.execute(
            f"SELECT count(*) FROM games WHERE {COUNTED['hosted']}", given
        ).fetchone()
        if person not in blocked and (limits.hosted is None or count < limits.hosted):
            found.append(person)
    return tuple(found)


def blocked_in(connection: Connection, guild_id: int) -> frozenset[int]:
    """Return the ids of the people who are blocked from opening games on a server."""
    query = "SELECT user_id FROM blocked WHERE guild_id = :guild_id"
    return frozenset(numbers(connection, query, {"guild_id": guild_id}))
