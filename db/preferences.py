"""Preferences, notes and prepared turns, which people keep for themselves; their rows and SQL."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from db import sql, usage
from db.games.rows import HelpLevel, State, StoredEntry, StoredPause, StoredResult, StoredSeat
from db.timers import StoredDue
from db.waiting import StoredWaiting

Reminding: TypeAlias = Literal["never", "once", "daily"]

RemindedIn: TypeAlias = Literal["game", "message"]

Invites: TypeAlias = Literal["anyone", "met", "nobody"]
"""The people who may keep a seat for a person: all, those who have played with them, or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """A row with a person's preferences for all games; the defaults are for people without a row.

    Attributes:
        theme: the theme of Discord's that pictures for this person alone are drawn for.
        confirm: whether commands show their effect before they act.
        mention: whether they are notified when it is their turn.
        language: the code of the language, or ``None`` for that of their Discord.
        remind_after: hours after which they are reminded once.
        remind_in: whether they are reminded in the game's thread or channel, or by direct message.
        tell_end: whether they are notified of the end of a game in another player's turn.
        quiet_from, quiet_until: minutes of their day between which nothing is sent, or ``None``.
        quiet_weekend: whether nothing is sent on Saturdays and Sundays.
        quiet_turns: whether they are notified of their turn at once, although it is quiet.
        invites: the people who may keep a seat for them and have them notified.
        help: the help that they want at most; ``None`` for what each game offers.
    """

    theme: str = "dark"
    confirm: bool = True
    mention: bool = True
    language: str | None = None
    remind: Reminding = "once"
    remind_after: int = 24
    remind_in: RemindedIn = "game"
    tell_end: bool = True
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    quiet_weekend: bool = False
    quiet_turns: bool = False
    invites: Invites = "anyone"
    help: HelpLevel | None = None


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A row with the turn that a person has prepared. Hidden from all others."""

    turn: int  # the turn that was being played when it was prepared; once played, its own
    entry: str = field(repr=False)
    rests: str = field(default="", repr=False)
    otherwise: str | None = field(default=None, repr=False)
    otherwise_rests: str = field(default="", repr=False)
    # whether it is played when its turn comes, if nothing that it rests on has changed
    at_once: bool = False
    played: int = 0  # the choice that was played, from 1; 0 for none yet


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTraces:
    """The stored data of one person in one game, and of no other person."""

    game_id: int
    guild_id: int
    channel_id: int
    thread_id: int | None
    state: State
    created_at: int
    begun_at: int | None
    ended_at: int | None
    hosted: bool = field(metadata=sql.ELSEWHERE)
    invited: bool = field(metadata=sql.ELSEWHERE)
    # whether they left a seat in which another person plays on
    left: bool = field(metadata=sql.ELSEWHERE)
    seat: StoredSeat | None = field(metadata=sql.ELSEWHERE)
    entries: tuple[StoredEntry, ...] = field(metadata=sql.ELSEWHERE)
    votes: tuple[str, ...] = field(metadata=sql.ELSEWHERE)
    note: str | None = field(metadata=sql.ELSEWHERE)
    plan: StoredPlan | None = field(metadata=sql.ELSEWHERE)
    pauses: tuple[StoredPause, ...] = field(metadata=sql.ELSEWHERE)
    # the notices and reminders of their turn, if it is theirs
    waiting: StoredWaiting | None = field(metadata=sql.ELSEWHERE)
    nudging: bool = field(metadata=sql.ELSEWHERE)  # whether they nudged the person whose turn it is
    result: StoredResult | None = field(metadata=sql.ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Traces:
    """The stored data of one person.

    Attributes:
        games: in which they have a seat, which they host, or about which they wrote something; by
            number.
        blocked_in: the servers where moderators keep them from opening games.
        archived: the numbers of the finished games among which they are listed.
        acts: what they did lately that notified others or created something, and what reached them;
            another person's id is 0.
        values: what they chose of features, and what these know of them, by name.
        features: what each feature keeps of them, by the names of its parts, row by row.
    """

    preferences: Preferences | None
    games: tuple[GameTraces, ...]
    blocked_in: tuple[int, ...] = ()
    due: tuple[StoredDue, ...] = ()
    archived: tuple[int, ...] = ()
    acts: tuple[usage.UsageRecord, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    features: Mapping[str, Mapping[str, Sequence[Mapping[str, object]]]] = field(
        default_factory=dict
    )


PUT_PREFERENCES: Final = sql.insertion("preferences", Preferences, "user_id", key=("user_id",))
ADD_PREFERENCES: Final = (
    sql.insertion("preferences", Preferences, "user_id") + " ON CONFLICT (user_id) DO NOTHING"
)
LOCK_PREFERENCES: Final = (
    "UPDATE preferences SET theme = theme WHERE user_id = :user_id"
    f" RETURNING {sql.listed(Preferences)}"
)

VALUES: Final = "SELECT user_id, name, value FROM feature_values"
PUT_VALUE: Final = (
    "INSERT INTO feature_values (user_id, name, value) VALUES (:user_id, :name, :value)"
    " ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value"
)


def all_preferences(connection: sql.Connection) -> dict[int, Preferences]:
    """Return all stored preferences by the person's id; people with the defaults are left out."""
    rows = connection.execute(f"SELECT {sql.listed(Preferences)}, user_id FROM preferences")
    return {user: sql.read(Preferences, row) for *row, user in rows}


def preferences_of(connection: sql.Connection, people: Iterable[int]) -> dict[int, Preferences]:
    """Return the stored preferences of some people by id; people with the defaults are left out."""
    that = "FROM preferences WHERE user_id = :user_id"
    found = {user: sql.select(connection, Preferences, that, {"user_id": user}) for user in people}
    return {user: chosen for user, rows in found.items() for chosen in rows}


def set_preferences(
    connection: sql.Connection,
    user_id: int,
    chosen: Preferences,
    *,
    before: Preferences | None = None,
) -> Preferences:
    """Store a person's preferences and return them; the defaults need no row.

    Args:
        before: the preferences from which they were chosen: a field that is equal in both stays as
            it is stored, so that two changes at once both count.
    """
    if before is not None:
        # SELECT … FOR UPDATE in common SQL, since SQLite lacks it: an upsert, an UPDATE of nothing.
        connection.execute(ADD_PREFERENCES, sql.values(Preferences(), user_id=user_id))
        [row] = connection.execute(LOCK_PREFERENCES, {"user_id": user_id}).fetchall()
        changed = {
            name: getattr(chosen, name)
            for name in sql.columns(Preferences)
            if getattr(chosen, name) != getattr(before, name)
        }
        chosen = replace(sql.read(Preferences, row), **changed)
    if chosen == Preferences():
        connection.execute("DELETE FROM preferences WHERE user_id = :user_id", {"user_id": user_id})
    else:
        connection.execute(PUT_PREFERENCES, sql.values(chosen, user_id=user_id))
    return chosen


def all_values(connection: sql.Connection) -> dict[int, dict[str, str]]:
    """Return what all people chose of features, by the person's id and the value's name."""
    return _by_person(connection.execute(VALUES))


def values_of(connection: sql.Connection, people: Iterable[int]) -> dict[int, dict[str, str]]:
    """Return the same of some people."""
    that = f"{VALUES} WHERE user_id = :user_id"
    return _by_person(
        row for user in people for row in connection.execute(that, {"user_id": user}).fetchall()
    )


def _by_person(rows: Iterable[tuple[int, str, str]]) -> dict[int, dict[str, str]]:
    found: dict[int, dict[str, str]] = {}
    for user, name, value in rows:
        found.setdefault(user, {})[name] = value
    return found


def set_value(connection: sql.Connection, user_id: int, name: str, value: str | None) -> None:
    """Store what a person chose of a feature under a name; None for what is usual."""
    given = {"user_id": user_id, "name": name, "value": value}
    delete = "DELETE FROM feature_values WHERE user_id = :user_id AND name = :name"
    connection.execute(PUT_VALUE if value is not None else delete, given)


def has_finished(connection: sql.Connection, user_id: int) -> bool:
    """Return whether a person has played a game to its end."""
    query = "SELECT 1 FROM archive WHERE user_id = :user_id LIMIT 1"
    return bool(sql.numbers(connection, query, {"user_id": user_id}))


PUT_PLAN: Final = sql.insertion(
    "prepared", StoredPlan, "game_id", "user_id", key=("game_id", "user_id")
)
PUT_NOTE: Final = (
    "INSERT INTO notes (game_id, user_id, text) VALUES (:game_id, :user_id, :text)"
    " ON CONFLICT (game_id, user_id) DO UPDATE SET text = excluded.text"
)
THEIRS: Final = "WHERE game_id = :game_id AND user_id = :user_id"


def note(connection: sql.Connection, game_id: int, user_id: int) -> str | None:
    """Return a person's private note about a game, or ``None``."""
    given = {"game_id": game_id, "user_id": user_id}
    row = connection.execute(f"SELECT text FROM notes {THEIRS}", given).fetchone()
    return None if row is None else str(row[0])


def set_note(connection: sql.Connection, game_id: int, user_id: int, text: str | None) -> None:
    """Store a person's private note about a game; ``None`` deletes it."""
    given = {"game_id": game_id, "user_id": user_id, "text": text}
    connection.execute(f"DELETE FROM notes {THEIRS}" if text is None else PUT_NOTE, given)


def plan(connection: sql.Connection, game_id: int, user_id: int) -> StoredPlan | None:
    """Return the turn that a person has prepared in a game, or ``None``."""
    given = {"game_id": game_id, "user_id": user_id}
    return sql.select_one(connection, StoredPlan, f"FROM prepared {THEIRS}", given)


def set_plan(
    connection: sql.Connection, game_id: int, user_id: int, prepared: StoredPlan | None
) -> None:
    """Store the turn that a person has prepared in a game; ``None`` deletes it."""
    given = {"game_id": game_id, "user_id": user_id}
    if prepared is None:
        connection.execute(f"DELETE FROM prepared {THEIRS}", given)
    else:
        connection.execute(PUT_PLAN, sql.values(prepared, **given))
