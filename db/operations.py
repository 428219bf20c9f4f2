"""Decorators that turn functions of a connection into the store's async methods.

A change writes the database, a question only reads it. Each is a function whose first parameter is
a connection, so that others can call it within their own transaction. An operation is the method
made of it in a subject's class: the writer runs the function, and the caller awaits the result.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from db.acting import current, recorded
from db.connection import Connection
from db.share import Share
from db.writer import Work, Writer

P = ParamSpec("P")
T = TypeVar("T")


class Subject:
    """The base of the classes of operations on one subject, such as games."""

    def __init__(self, writer: Writer, share: Share) -> None:
        self.writer = writer
        self.share = share


Operation: TypeAlias = Callable[Concatenate[Subject, P], Coroutine[Any, Any, T]]


def _method(
    work: Callable[Concatenate[Connection, P], T],
    run: Callable[[Subject, Work[T]], Coroutine[Any, Any, T]],
) -> Operation[P, T]:
    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await run(subject, lambda connection: work(connection, *args, **named))

    return operation


def change(work: Callable[Concatenate[Connection, P], T]) -> Operation[P, T]:
    """Turn a function that writes into an async method; the change is durable when it returns.

    The first change of an act records the act's key in its transaction.
    """
    return _method(work, changed)


async def changed(subject: Subject, work: Work[T]) -> T:
    """Make a change; if it is the first of an act, record the act with it."""
    act = current()
    if act is None or act.recorded:
        return await _beside(subject, work)
    done = await _beside(subject, recorded(act, work))
    act.recorded = True
    return done


async def _beside(subject: Subject, work: Work[T]) -> T:
    act = current()
    if act is not None:
        return await change_since(subject, work, act.at, act.game_id)
    return await subject.writer.change(work)


async def change_since(subject: Subject, work: Work[T], since: int, game: int) -> T:
    """Make a change that was asked for some time ago, unless the writer's check refuses it.

    Args:
        since: when it was asked for, in milliseconds UTC.
        game: the game that it is about; 0 for none.
    """

    def checked(connection: Connection) -> T:
        done = work(connection)
        if subject.writer.check is not None:
            subject.writer.check(connection, since, game)
        return done

    return await subject.writer.change(checked)


def change_beside(work: Callable[Concatenate[Connection, P], T]) -> Operation[P, T]:
    """Turn a function that writes into an async method that goes before or beside an act.

    No act is recorded with it.
    """
    return _method(work, _beside)


def question(work: Callable[Concatenate[Connection, P], T]) -> Operation[P, T]:
    """Turn a function that only reads into an async method.

    It sees one state, with all changes that had returned when it was asked.
    """
    return _method(work, lambda subject, question: subject.writer.read(question))


def question_in_line(work: Callable[Concatenate[Connection, P], T]) -> Operation[P, T]:
    """Turn a function that only reads into an async method, which waits in line with the changes.

    So its answer tells that changes are carried out.
    """
    return _method(work, lambda subject, question: subject.writer.in_line(question))


def change_of_share(work: Callable[Concatenate[Connection, Share, P], T]) -> Operation[P, T]:
    """Turn a function that writes into an async method, which passes it this process's share."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.writer.change(lambda c: work(c, subject.share, *args, **named))

    return operation


def question_of_share(work: Callable[Concatenate[Connection, Share, P], T]) -> Operation[P, T]:
    """Turn a function that reads into an async method, which passes it this process's share."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.writer.read(lambda c: work(c, subject.share, *args, **named))

    return operation
