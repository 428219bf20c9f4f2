"""Operations of the store, made of functions of a connection.

A change or a question is written once, as a function whose first parameter is a connection, and
others call it within their own transaction. Named in its subject's class it is an operation: the
writer runs it, and its caller awaits the result.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from db.connection import Connection
from db.share import Share
from db.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")


class Subject:
    """The operations on one subject; each is durable when it returns."""

    def __init__(self, writer: Writer, share: Share) -> None:
        self.writer = writer
        self.share = share


Operation: TypeAlias = Callable[Concatenate[Subject, P], Coroutine[Any, Any, T]]


def change(work: Callable[Concatenate[Connection, P], T]) -> Operation[P, T]:
    """Make an operation of a change; it is durable when the operation returns."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.writer.change(lambda connection: work(connection, *args, **named))

    return operation


def question(work: Callable[Concatenate[Connection, P], T]) -> Operation[P, T]:
    """Make an operation of a question; it sees every change submitted before it."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.writer.read(lambda connection: work(connection, *args, **named))

    return operation


def change_of_share(work: Callable[Concatenate[Connection, Share, P], T]) -> Operation[P, T]:
    """Make an operation of a change that concerns the servers of this process."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.writer.change(lambda c: work(c, subject.share, *args, **named))

    return operation


def question_of_share(work: Callable[Concatenate[Connection, Share, P], T]) -> Operation[P, T]:
    """Make an operation of a question about the servers of this process."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.writer.read(lambda c: work(c, subject.share, *args, **named))

    return operation
