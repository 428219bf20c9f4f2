"""Functions of a connection as operations of the store.

A change or a question is written once, as a function whose first parameter is a connection; it can
be called by others within their transaction. Named in its subject's class it is an operation: the
writer runs it, and who asked for it awaits what it returns.
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
    """What is kept of one subject, as operations that are done when they are durable."""

    def __init__(self, writer: Writer, share: Share) -> None:
        self.writer = writer
        self.share = share


Operation: TypeAlias = Callable[Concatenate[Subject, P], Coroutine[Any, Any, T]]


def change(work: Callable[Concatenate[Connection, P], T]) -> Operation[P, T]:
    """The operation that makes a change, durable when it is done."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.writer.change(lambda connection: work(connection, *args, **named))

    return operation


def question(work: Callable[Concatenate[Connection, P], T]) -> Operation[P, T]:
    """The operation that asks a question; it sees every change that was asked for before."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.writer.read(lambda connection: work(connection, *args, **named))

    return operation


def change_of_share(work: Callable[Concatenate[Connection, Share, P], T]) -> Operation[P, T]:
    """The operation that makes a change for the servers that this process takes care of."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.writer.change(lambda c: work(c, subject.share, *args, **named))

    return operation


def question_of_share(work: Callable[Concatenate[Connection, Share, P], T]) -> Operation[P, T]:
    """The operation that asks a question about the servers that this process takes care of."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.writer.read(lambda c: work(c, subject.share, *args, **named))

    return operation
