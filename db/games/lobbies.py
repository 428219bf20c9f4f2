"""All SQL about games before they begin: who may open one, people, blocks, the begin."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

from db.errors import BlockedError, LimitReachedError, NotInvitableError
from db.games import rows
from db.games.changes import ADD_ENTRY, keep_clock, update_game
from db.sql import Connection, columns, insertion, numbers, values
from db.timers import StoredDue, put_due
from db.usage import AskedBy, Charge, UsageRecord, claim, once, pay
from runtime.limits import ActKind, Limits

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
"""The games that count for each rule on unfinished games."""

MET: Final = (
    "SELECT 1 FROM seats AS one JOIN seats AS other USING (game_id) JOIN games USING (game_id)"
    " WHERE one.user_id = :host AND other.user_id = :person AND begun_at IS NOT NULL LIMIT 1"
)
"""The query that finds a row if two people have played together."""


def must_be_allowed(
    connection: Connection, game: rows.NewGame, limits: Limits | None, *, waits: bool
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
        most = (limits or {}).get(name)
        if most is None or (name == "lobbies" and not waits):
            continue
        [count] = numbers(connection, f"SELECT count(*) FROM games WHERE {condition}", given)
        if count >= most:
            raise LimitReachedError(name, most)


def note_opening(
    connection: Connection,
    limits: Limits,
    game: rows.NewGame,
    game_id: int,
    invited: Collection[int],
) -> None:
    """Record a game that is opened, its seats that are kept, and the people whom that notifies.

    A person who is not to be notified again so soon keeps the seat without a notification.
    """
    host = game.host_id
    if host is None:
        return

    def act(kind: ActKind, person: int = 0) -> UsageRecord:
        return UsageRecord(
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
    """Refuse to keep seats for people who do not want to be invited by a host."""
    for person in people:
        if not _invitable(connection, host, person):
            raise NotInvitableError(person, met=_invited_by(connection, person) == "met")


def _invitable(connection: Connection, host: int, person: int) -> bool:
    by = _invited_by(connection, person)
    if by != "met":
        return by == "anyone"
    return connection.execute(MET, {"host": host, "person": person}).fetchone() is not None


def _invited_by(connection: Connection, person: int) -> str:
    query = "SELECT invites FROM preferences WHERE user_id = :person"
    row = connection.execute(query, {"person": person}).fetchone()
    return "anyone" if row is None else str(row[0])


def may_host(
    connection: Connection, guild_id: int, people: Sequence[int], limits: Limits
) -> tuple[int, ...]:
    """Return the people among these who may host one more game on a server."""
    blocked, most, found = blocked_in(connection, guild_id), limits.get("hosted"), []
    query = f"SELECT count(*) FROM games WHERE {COUNTED['hosted']}"
    for person in people:
        [count] = numbers(connection, query, {"guild_id": guild_id, "host_id": person})
        if person not in blocked and (most is None or count < most):
            found.append(person)
    return tuple(found)


def blocked_in(connection: Connection, guild_id: int) -> frozenset[int]:
    """Return the ids of the people who are blocked from opening games on a server."""
    query = "SELECT user_id FROM blocked WHERE guild_id = :guild_id"
    return frozenset(numbers(connection, query, {"guild_id": guild_id}))


ADD_GAME: Final = insertion("games", rows.NewGame, "state", "news", "shown") + " RETURNING game_id"
ADD_SEAT: Final = insertion("seats", rows.StoredSeat, "game_id")
SET_START: Final = ", ".join(f"{name} = :{name}" for name in columns(rows.StoredStart))
SET_RULES: Final = ", ".join(f"{name} = :{name}" for name in columns(rows.LobbyRules))
LOBBY: Final[tuple[rows.State, ...]] = ("lobby",)


def open_game(
    connection: Connection,
    game: rows.NewGame,
    seats: Sequence[rows.StoredSeat] = (),
    limits: Limits | None = None,
    *,
    invited: Collection[int] = (),
    dues: Collection[StoredDue] = (),
    asked: AskedBy | None = None,
) -> int:
    """Open a game in its lobby, with one piece of news, and return its number.

    The timers in ``dues`` are stored with that number. Without ``limits`` the game is no act of its
    host's, as in a league: nothing of it is limited, and nothing recorded as use.
    """
    once(connection, asked)
    # Counted in the transaction that opens the game: two people cannot both open the last one.
    must_be_allowed(connection, game, limits, waits=len(seats) < game.seat_limit)
    [game_id] = numbers(connection, ADD_GAME, values(game, state="lobby", news=1, shown=0))
    _insert_seats(connection, game_id, seats)
    _set_invited(connection, game_id, invited)
    put_due(connection, *(replace(due, game_id=game_id) for due in dues))
    if limits is not None:
        note_opening(connection, limits, game, game_id, invited)
    return game_id


def giving_way(connection: Connection, guild_id: int, newcomer: int) -> int | None:
    """Return the lobby to close to make room for a newcomer's on a server that is at its limit.

    It is the oldest lobby of the host who has the most lobbies there that wait for people. ``None``
    is returned if no host has more than one, or if the newcomer hosts a lobby there already.
    """
    row = connection.execute(
        f"SELECT min(game_id) FROM games WHERE guild_id = :guild_id AND state = 'lobby' AND {WAITS}"
        " AND NOT EXISTS (SELECT 1 FROM games AS own WHERE own.guild_id = :guild_id"
        " AND own.state = 'lobby' AND own.host_id = :newcomer)"
        " GROUP BY host_id HAVING count(*) > 1 ORDER BY count(*) DESC, min(game_id) LIMIT 1",
        {"guild_id": guild_id, "newcomer": newcomer},
    ).fetchone()
    return None if row is None else int(row[0])


def set_lobby(
    connection: Connection,
    game_id: int,
    seats: Sequence[rows.StoredSeat],
    *,
    invited: Collection[int] = (),
    host_id: int | None = None,
    calls: int = 0,
    news: bool = True,
    dues: Collection[StoredDue] = (),
    charge: Charge | None = None,
    asked: AskedBy | None = None,
    seen: int | None = None,
) -> int:
    """Replace the people of a lobby, and cancel its announced closing.

    Args:
        calls: how many more notifications the host is owed.
    """
    once(connection, asked)
    pay(connection, charge)
    assignments = (
        "host_id = coalesce(:host_id, host_id), news = news + :news, calls = calls + :calls,"
        " closing_at = NULL"
    )
    given = {"host_id": host_id, "calls": calls, "news": int(news)}
    count = update_game(connection, game_id, LOBBY, assignments, seen, **given)
    _replace_seats(connection, game_id, seats)
    _set_invited(connection, game_id, invited)
    put_due(connection, *dues)
    return count


def set_rules(
    connection: Connection,
    game_id: int,
    rules: rows.LobbyRules,
    *,
    invited: Collection[int] = (),
    dues: Collection[StoredDue] = (),
    charge: Charge | None = None,
    seen: int | None = None,
) -> int:
    """Replace what a lobby's host may choose, cancel its closing, and count that as news."""
    for act in charge.records if charge else ():
        if act.kind == "invitation":
            must_be_invitable(connection, act.user_id, [act.target_id])
    pay(connection, charge)
    assignments = f"{SET_RULES}, news = news + 1, closing_at = NULL"
    count = update_game(connection, game_id, LOBBY, assignments, seen, **values(rules))
    _set_invited(connection, game_id, invited)
    put_due(connection, *dues)
    return count


def warn_lobby(
    connection: Connection, game_id: int, closing: StoredDue, *, seen: int | None = None
) -> int:
    """Store when an idle lobby will close, and count that as news and as a call to its host."""
    put_due(connection, closing)
    assignments = "closing_at = :closing_at, calls = calls + 1, news = news + 1"
    return update_game(connection, game_id, LOBBY, assignments, seen, closing_at=closing.at)


def begin(
    connection: Connection,
    game_id: int,
    seats: Sequence[rows.StoredSeat],
    start: rows.StoredStart,
    *,
    at: int,
    news: bool = True,
    clock: rows.ClockChange | None = None,
    seen: int | None = None,
) -> int:
    """Turn a lobby into a running game, with the seats in turn order."""
    _keep_edition(connection, start)
    assignments = f"state = 'running', begun_at = :at, news = news + :news, {SET_START}"
    given = values(start, at=at, news=int(news))
    count = update_game(connection, game_id, LOBBY, assignments, seen, **given)
    _replace_seats(connection, game_id, seats)
    _set_invited(connection, game_id, ())
    keep_clock(connection, game_id, clock)
    return count


def _keep_edition(connection: Connection, start: rows.StoredStart) -> None:
    connection.execute(
        "INSERT INTO editions (fingerprint, text) VALUES (:fingerprint, :text)"
        " ON CONFLICT (fingerprint) DO NOTHING",
        {"fingerprint": start.fingerprint, "text": start.edition_text},
    )


def _insert_seats(connection: Connection, game_id: int, seats: Iterable[rows.StoredSeat]) -> None:
    connection.executemany(ADD_SEAT, [values(seat, game_id=game_id) for seat in seats])


def _set_invited(connection: Connection, game_id: int, invited: Collection[int]) -> None:
    connection.execute("DELETE FROM invited WHERE game_id = :game_id", {"game_id": game_id})
    connection.executemany(
        "INSERT INTO invited (game_id, user_id) VALUES (:game_id, :user_id)",
        [{"game_id": game_id, "user_id": user} for user in dict.fromkeys(invited)],
    )


def _replace_seats(connection: Connection, game_id: int, seats: Iterable[rows.StoredSeat]) -> None:
    connection.execute("DELETE FROM seats WHERE game_id = :game_id", {"game_id": game_id})
    _insert_seats(connection, game_id, seats)


def open_begun(
    connection: Connection,
    game: rows.NewGame,
    seats: Sequence[rows.StoredSeat],
    start: rows.StoredStart,
    entries: Sequence[rows.StoredEntry],
    limits: Limits | None = None,
) -> int:
    """Open a game without a lobby, with one piece of news, and return its number."""
    game_id = open_game(connection, game, seats, limits)
    # Begun like any lobby, in the same transaction, so that one function writes a start.
    begin(connection, game_id, seats, start, at=game.created_at, news=False)
    for seq, entry in enumerate(entries):
        connection.execute(ADD_ENTRY, values(entry, game_id=game_id, seq=seq))
    return game_id


def set_blocked(connection: Connection, guild_id: int, user_id: int, blocked: bool) -> None:
    """Block a person from opening games on a server, or lift the block."""
    given = {"guild_id": guild_id, "user_id": user_id}
    lift = "DELETE FROM blocked WHERE guild_id = :guild_id AND user_id = :user_id"
    connection.execute(lift, given)
    if blocked:
        block = "INSERT INTO blocked (guild_id, user_id) VALUES (:guild_id, :user_id)"
        connection.execute(block, given)


def blocked_by(connection: Connection, user_id: int) -> tuple[int, ...]:
    """Return the ids of the servers on which a person is blocked from opening games."""
    query = "SELECT guild_id FROM blocked WHERE user_id = :user_id ORDER BY guild_id"
    return numbers(connection, query, {"user_id": user_id})
