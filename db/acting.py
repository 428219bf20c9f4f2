"""Acts: changes that are asked for under a key, and that one key makes once.

An act belongs to the task that began it. The first change that this task makes records the act's
key in its own transaction, so that a key is recorded exactly if something of its act is kept. A
change under a key that another task or process has recorded is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from db.connection import Connection
from db.errors import DoneBeforeError

T = TypeVar("T")

RECORD: Final = (
    "INSERT INTO acts (key, user_id, game_id, at) VALUES (:key, :user_id, :game_id, :at)"
    " ON CONFLICT (key) DO NOTHING RETURNING key"
)


@dataclass(slots=True, eq=False)
class Act:
    """One act of a person, from its beginning to the end of its task.

    Attributes:
        key: the key under which it was asked for; opaque, of at most 100 characters.
        user_id: the person.
        at: the time of its beginning, in milliseconds UTC.
        task: the task that carries it out.
        game_id: the game that it is about; 0 for none.
        recorded: whether a change was made, and the key recorded with it.
        outcome: the text to be given to whoever asks for the same again; None if the person has
            not been answered.
        textless: whether its outcome is to be kept without a text.
    """

    key: str
    user_id: int
    at: int
    task: asyncio.Task[Any] | None = field(repr=False)
    game_id: int = 0
    recorded: bool = False
    outcome: str | None = None
    textless: bool = False


_current: Final[ContextVar[Act | None]] = ContextVar("act", default=None)


def begin(act: Act) -> None:
    """Make an act that of the current task: the task's changes are recorded under its key."""
    _current.set(act)


def current() -> Act | None:
    """Return the act of the current task; None if it has none."""
    act = _current.get()
    # A task that an act has started has a copy of its context, and goes on when the act is over.
    return act if act is not None and act.task is asyncio.current_task() else None


def recorded(act: Act, work: Callable[[Connection], T]) -> Callable[[Connection], T]:
    """Return a change that records an act's key first.

    The change raises ``DoneBeforeError`` if the key is recorded already.
    """
    given = {"key": act.key, "user_id": act.user_id, "game_id": act.game_id, "at": act.at}

    def both(connection: Connection) -> T:
        if connection.execute(RECORD, given).fetchone() is None:
            raise DoneBeforeError(act.key)
        return work(connection)

    return both
