"""All SQL that changes games and their clocks: each change is one function of a connection."""

from collections.abc import Collection, Sequence
from typing import Final

from db import errors
from db.errors import StaleError
from db.games import rows
from db.games.archive import note_end, take_out
from db.sql import Connection, columns, insertion, one_of, values
from db.timers import put_due
from db.usage import AskedBy, Charge, once, pay

PUT_PAUSE: Final = insertion(
    "pauses", rows.StoredPause, "game_id", key=("game_id", "seat", "began_at")
)
ALARMS: Final = [name for name in columns(rows.GameSummary) if name in columns(rows.ClockChange)]
SET_ALARMS: Final = ", ".join(f"{name} = :{name}" for name in ALARMS)


def keep_clock(connection: Connection, game_id: int, change: rows.ClockChange | None) -> None:
    """Store a change of a game's clock; do nothing for ``None``."""
    if change is None:
        return
    # All alarms each time: a new turn clears those of the turn before.
    alarms = {name: getattr(change, name) for name in ALARMS}
    connection.execute(
        f"UPDATE games SET {SET_ALARMS} WHERE game_id = :game_id", {**alarms, "game_id": game_id}
    )
    connection.executemany(
        "UPDATE seats SET bank = :bank WHERE game_id = :game_id AND seat = :seat",
        [{"game_id": game_id, "seat": seat, "bank": bank} for seat, bank in change.banks],
    )
    connection.executemany(PUT_PAUSE, [values(pause, game_id=game_id) for pause in change.pauses])
    put_due(connection, *change.dues)


ADD_ENTRY: Final = insertion("log", rows.StoredEntry, "game_id", "seq")
ADD_NEXT: Final = (
    "INSERT INTO log (game_id, seq, entry, author, at, advised)"
    " SELECT game_id, :seq, :entry, CAST(:author AS bigint), :at, :advised FROM games"
    " WHERE game_id = :game_id AND state = 'running'"
    " AND news = coalesce(CAST(:seen AS bigint), news)"
    " AND (SELECT coalesce(max(seq) + 1, 0) FROM log WHERE log.game_id = games.game_id) = :seq"
    " RETURNING (SELECT news FROM games WHERE games.game_id = log.game_id)"
)
"""The append of an entry to a game that is as its writer knows it; returns the count of news.

Check and insert are one statement, because each statement costs a round trip to a server."""

STRIP_MESSAGES: Final = (
    "INSERT INTO outbox (kind, guild_id, subject_id, message_id, channel_id, since, news, shown,"
    " posted_id, posted_in, attempts) SELECT 'retire', guild_id, game_id, message_id,"
    " messages.channel_id, 0, 1, 0, 0, 0, 0 FROM messages JOIN games USING (game_id)"
    " WHERE game_id = :game_id AND kind IN ('lobby', 'turn')"
    " ON CONFLICT (kind, guild_id, subject_id, message_id) DO NOTHING"
)

LEAVE_MESSAGES: Final = (
    "DELETE FROM messages WHERE game_id = :game_id AND kind <> 'turn'"
    " AND (kind <> 'notice' OR message_id <> 0 OR :channel_id <>"
    " (SELECT coalesce(thread_id, channel_id) FROM games WHERE game_id = :game_id))"
)
"""A game that stays in its channel keeps the place that it had left before."""

NOTE_PLACE: Final = (
    "INSERT INTO messages (game_id, kind, channel_id, message_id)"
    " SELECT game_id, 'notice', coalesce(thread_id, channel_id), 0 FROM games"
    " WHERE game_id = :game_id AND shown < news"
    " AND coalesce(thread_id, channel_id) <> :channel_id"
)
"""Where news are not shown yet, a message may stand in the old place that nobody has noted."""

RENAME_THREADS: Final = (
    "INSERT INTO outbox (kind, guild_id, subject_id, message_id, channel_id, since, news, shown,"
    " posted_id, posted_in, attempts) SELECT 'rename', guild_id, game_id, thread_id, thread_id,"
    " 0, 1, 0, 0, 0, 0 FROM games WHERE game_id {those} AND thread_id IS NOT NULL"
    " ON CONFLICT (kind, guild_id, subject_id, message_id) DO UPDATE SET news = outbox.news + 1"
)

PLAYED: Final = (
    "UPDATE prepared SET turn = :turn, played = :played"
    " WHERE game_id = :game_id AND user_id = :user_id"
)

RUNNING: Final[tuple[rows.State, ...]] = ("running",)

BEFORE: Final[dict[rows.State, tuple[rows.State, ...]]] = {
    "lobby": (),
    "running": (),
    "finished": ("running",),
    "cancelled": ("lobby", "running", "aside"),
    "closed": ("lobby", "running", "aside"),
    "aside": (),
}
"""The states from which a game may come to an end."""


def append(
    connection: Connection,
    game_id: int,
    expected_length: int,
    entries: Sequence[rows.StoredEntry],
    *,
    news: bool,
    ended: rows.State | None = None,
    clock: rows.ClockChange | None = None,
    prepared: Sequence[rows.PlayedPlan] = (),
    asked: AskedBy | None = None,
    seen: int | None = None,
) -> int:
    """Append at least one entry to a running game's log; the last entry may end the game."""
    if not entries:
        raise ValueError("at least one entry is needed")
    once(connection, asked)
    first, *others = entries
    given = values(first, game_id=game_id, seq=expected_length, seen=seen)
    added = connection.execute(ADD_NEXT, given).fetchall()
    # The insert says only that something is amiss; the reason is asked for in this rare case alone.
    if not added:
        raise _why_not_added(connection, game_id, expected_length)
    [(count,)] = added
    # The transaction is the first entry's: its check holds for the others.
    for seq, entry in enumerate(others, expected_length + 1):
        connection.execute(ADD_ENTRY, values(entry, game_id=game_id, seq=seq))
    keep_clock(connection, game_id, clock)
    for one in prepared:
        connection.execute(PLAYED, values(one, game_id=game_id))
    if ended is not None:
        return set_state(connection, game_id, ended, at=entries[-1].at, news=news, seen=seen)
    if news:
        connection.execute(
            "UPDATE games SET news = news + 1 WHERE game_id = :game_id", {"game_id": game_id}
        )
        count += 1
    return int(count)


def _why_not_added(connection: Connection, game_id: int, expected_length: int) -> errors.StoreError:
    row = connection.execute(
        "SELECT state, (SELECT coalesce(max(seq) + 1, 0) FROM log"
        " WHERE log.game_id = games.game_id) FROM games WHERE game_id = :game_id",
        {"game_id": game_id},
    ).fetchone()
    if row is None:
        return errors.UnknownNumberError("game", game_id)
    state, length = row
    if length != expected_length:
        return errors.StaleLogError(game_id, expected_length, length)
    if state != "running":
        return errors.WrongStateError("game", game_id, state)
    return errors.StaleError(game_id)


def set_state(
    connection: Connection,
    game_id: int,
    state: rows.State,
    *,
    at: int,
    reason: str | None = None,
    news: bool = True,
    seen: int | None = None,
) -> int:
    """Change a game's state to cancelled, closed or finished."""
    count = update_game(
        connection,
        game_id,
        BEFORE[state],
        "state = :state, reason = :reason, ended_at = :ended_at, quiet = NULL, news = news + :news",
        seen,
        state=state,
        reason=reason,
        ended_at=at,
        news=int(news),
    )
    note_end(connection, game_id, finished=state == "finished")
    return count


def set_aside(connection: Connection, game_id: int, reason: str) -> int:
    """Set the state of a running or finished game to ``aside``, because it cannot be read."""
    states: tuple[rows.State, ...] = ("running", "finished")
    assignments = "state = 'aside', reason = :reason, news = news + 1"
    count = update_game(connection, game_id, states, assignments, reason=reason)
    if _ended(connection, game_id):
        take_out(connection, game_id)
    return count


def bring_back(connection: Connection, game_id: int) -> int:
    """Return a game from the state ``aside`` to the one before, running or finished."""
    assignments = (
        "state = CASE WHEN ended_at IS NULL THEN 'running' ELSE 'finished' END, reason = NULL,"
        " news = news + 1"
    )
    # A finished game has kept its end while it was aside, which says what it was.
    states: tuple[rows.State, ...] = ("aside",)
    count = update_game(connection, game_id, states, assignments)
    if _ended(connection, game_id):
        note_end(connection, game_id, finished=True)
    return count


def _ended(connection: Connection, game_id: int) -> bool:
    query = "SELECT 1 FROM games WHERE game_id = :game_id AND ended_at IS NOT NULL"
    return connection.execute(query, {"game_id": game_id}).fetchone() is not None


def hand_over(
    connection: Connection,
    game_id: int,
    seat: int,
    status: rows.SeatStatus,
    level: str | None,
    *,
    at: int,
    expected_length: int = 0,
    entries: Sequence[rows.StoredEntry] = (),
    ended: rows.State | None = None,
    reason: str | None = None,
    news: bool = True,
    clock: rows.ClockChange | None = None,
    charge: Charge | None = None,
    left_turn: int | None = None,
    newcomer: rows.StoredSeat | None = None,
    seen: int | None = None,
) -> int:
    """Hand a seat over to a computer player, back to its owner, or on to another person.

    Entries may be appended to the log in the same transaction. The change may end the game.

    Args:
        reason: why the game ended, if no entry ended it.
        left_turn: the turn in which the seat's owner leaves the others for good, if they do.
        newcomer: the seat with another person in the place of who left it.
    """
    pay(connection, charge)
    if entries:
        count = append(
            connection, game_id, expected_length, entries, news=news, ended=ended, seen=seen
        )
    else:
        count = change_people(connection, game_id, at, ended, reason, news, seen)
    changed = connection.execute(
        "UPDATE seats SET status = :status, level = :level, left_turn = :left_turn"
        " WHERE game_id = :game_id AND seat = :seat RETURNING seat",
        {
            "game_id": game_id,
            "seat": seat,
            "status": status,
            "level": level,
            "left_turn": left_turn,
        },
    ).fetchall()
    if not changed:
        raise errors.ConflictError(f"There is no seat {seat} in game {game_id}.")
    if newcomer is not None:
        # Of the one who left; a vote belongs to a seat's owner.
        connection.execute(
            "DELETE FROM votes WHERE game_id = :game_id AND user_id IN"
            " (SELECT user_id FROM seats WHERE game_id = :game_id AND seat = :seat)",
            {"game_id": game_id, "seat": seat},
        )
        connection.execute(
            "UPDATE seats SET user_id = :user_id, name = :name, left_id = :left_id,"
            " left_name = :left_name WHERE game_id = :game_id AND seat = :seat",
            values(newcomer, game_id=game_id),
        )
    keep_clock(connection, game_id, clock)
    return count


def set_clock(
    connection: Connection, game_id: int, change: rows.ClockChange, *, seen: int | None = None
) -> int:
    """Store a change of a running game's clock that no one's action caused, such as a warning."""
    keep_clock(connection, game_id, change)
    return update_game(connection, game_id, RUNNING, "news = news + 1", seen)


def set_thread(
    connection: Connection, game_id: int, thread_id: int | None, channel_id: int | None = None
) -> None:
    """Set the thread in which a game is played; ``None`` if it is played in its channel.

    Args:
        channel_id: the channel of the thread, if that is another one than before.
    """
    given = {"thread_id": thread_id}
    assignments = "thread_id = :thread_id"
    if channel_id is not None:
        given["channel_id"], assignments = channel_id, f"{assignments}, channel_id = :channel_id"
    update_game(connection, game_id, None, assignments, **given)


def set_theme(connection: Connection, game_id: int, theme: str) -> None:
    """Set the theme of Discord's that a game's public pictures are drawn for."""
    update_game(connection, game_id, None, "theme = :theme", theme=theme)


def set_language(
    connection: Connection,
    game_id: int,
    language: str,
    *,
    charge: Charge | None = None,
    seen: int | None = None,
) -> int:
    """Set the language of an unfinished game's public messages, and count that as news."""
    pay(connection, charge)
    states: tuple[rows.State, ...] = ("lobby", "running")
    assignments = "language = :language, news = news + 1"
    connection.execute(RENAME_THREADS.format(those="= :game_id"), {"game_id": game_id})
    return update_game(connection, game_id, states, assignments, seen, language=language)


def move(
    connection: Connection,
    game_id: int,
    channel_id: int,
    *,
    charge: Charge | None = None,
    seen: int | None = None,
) -> int:
    """Move an unfinished game to another channel, and count one more piece of news.

    The messages in the old channel lose their buttons. Their records are
    deleted, except that of the turn's message, which names the notified person. Where a message may
    stand that is not noted, one without an id is recorded, by which the place is looked at.
    """
    pay(connection, charge)
    connection.execute(STRIP_MESSAGES, {"game_id": game_id})
    to = {"game_id": game_id, "channel_id": channel_id}
    # A retry may be a day off, because the old place is gone; a restart would leave the news to it.
    connection.execute(
        "DELETE FROM due WHERE kind = 'game' AND guild_id = 0 AND game_id = :game_id"
        " AND user_id = 0",
        {"game_id": game_id},
    )
    connection.execute(LEAVE_MESSAGES, to)
    connection.execute(NOTE_PLACE, to)
    assignments = "channel_id = :channel_id, thread_id = NULL, news = news + 1"
    states: tuple[rows.State, ...] = ("lobby", "running")
    return update_game(connection, game_id, states, assignments, seen, channel_id=channel_id)


def update_game(
    connection: Connection,
    game_id: int,
    states: Collection[rows.State] | None,
    assignments: str,
    seen: int | None = None,
    **given: int | str | None,
) -> int:
    """Update a game's row if the game is in one of some states, and return its count of news.

    Args:
        seen: the count of news that the caller has read; None to skip the comparison.

    Raises:
        StaleError: if the stored count of news is another one.
        UnknownNumberError: if there is no such game.
        WrongStateError: if it is in another state.
    """
    allowed, more = ("TRUE", {}) if states is None else one_of("state", states)
    # Condition and change are one UPDATE; only a refused change pays for a second statement.
    unchanged = "" if seen is None else " AND news = :seen"
    updated = connection.execute(
        f"UPDATE games SET {assignments} WHERE game_id = :game_id AND {allowed}{unchanged}"
        " RETURNING news",
        {**given, **more, "game_id": game_id, "seen": seen},
    ).fetchall()
    if updated:
        return int(updated[0][0])
    row = connection.execute(
        "SELECT state, news FROM games WHERE game_id = :game_id", {"game_id": game_id}
    ).fetchone()
    if row is None:
        raise errors.UnknownNumberError("game", game_id)
    if seen not in (None, row[1]):
        raise errors.StaleError(game_id)
    raise errors.WrongStateError("game", game_id, row[0])


def change_people(
    connection: Connection,
    game_id: int,
    at: int,
    ended: rows.State | None,
    reason: str | None,
    news: bool,
    seen: int | None,
) -> int:
    """Record the news of a change to a game's people, or end the game; return its count of news."""
    if ended is not None:
        return set_state(connection, game_id, ended, at=at, reason=reason, news=news, seen=seen)
    states: tuple[rows.State, ...] = ("running", "aside")
    return update_game(connection, game_id, states, "news = news + :news", seen, news=int(news))


def set_votes(
    connection: Connection,
    game_id: int,
    about: str,
    agreeing: Collection[int],
    *,
    at: int,
    ended: rows.State | None = None,
    reason: str | None = None,
    news: bool = True,
    charge: Charge | None = None,
    seen: int | None = None,
) -> int:
    """Replace the people who agree to a vote in a game; the change may end the game."""
    pay(connection, charge)
    count = change_people(connection, game_id, at, ended, reason, news, seen)
    _replace(connection, game_id, about, agreeing)
    return count


def set_wishes(
    connection: Connection,
    game_id: int,
    about: str,
    people: Collection[int],
    *,
    before: Collection[int] | None = None,
) -> None:
    """Replace the people who share a wish after a game's end, such as for a rematch.

    Args:
        before: the people who wished for it when the change was decided; ``None`` to skip the
            check.

    Raises:
        StaleError: if other people wished for it meanwhile.
    """
    states: tuple[rows.State, ...] = ("finished",)
    update_game(connection, game_id, states, "news = news")  # locks the game's row
    if before is not None:
        found = connection.execute(
            "SELECT user_id FROM votes WHERE game_id = :game_id AND about = :about",
            {"game_id": game_id, "about": about},
        )
        if {user for [user] in found} != set(before):
            raise StaleError(game_id)
    _replace(connection, game_id, about, people)


def _replace(connection: Connection, game_id: int, about: str, votes: Collection[int]) -> None:
    given = {"game_id": game_id, "about": about}
    connection.execute("DELETE FROM votes WHERE game_id = :game_id AND about = :about", given)
    connection.executemany(
        "INSERT INTO votes (game_id, about, user_id) VALUES (:game_id, :about, :user_id)",
        ({**given, "user_id": user} for user in set(votes)),
    )
