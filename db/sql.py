"""SQL as it is run here: connections, the shards of a process, statements from rows, and methods.

Statements are written in the SQL that SQLite and PostgreSQL have in common, with parameters by
name: ``:game_id``. True and false are parameters too, not literals.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, Protocol, TypeAlias, TypeVar

T = TypeVar("T")

QUESTION_S: Final = 10.0  # seconds that a question may take


class Found(Protocol):
    """A cursor: the rows that a statement found."""

    @property
    def description(self) -> Any:
        """The columns of the rows, each a sequence that begins with its name."""

    def fetchone(self) -> Any:
        """Return the next row, or ``None``."""

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the remaining rows."""


class Connection(Protocol):
    """A connection that runs statements, one at a time."""

    def execute(self, statement: str, given: Mapping[str, Any] = ..., /) -> Found:
        """Run a statement with its parameters."""

    def executemany(self, statement: str, given: Iterable[Mapping[str, Any]], /) -> object:
        """Run a statement once for each mapping of parameters."""


Given: TypeAlias = Mapping[str, Any]  # the parameters of a statement by their names
Work: TypeAlias = Callable[[Connection], T]  # a function of a connection, run within a transaction


@dataclass(frozen=True, slots=True)
class OpenedDatabase:
    """A database that is open for reading only."""

    name: str
    version: int
    connection: Connection
    size: str


@dataclass(frozen=True, slots=True)
class Shards:
    """The Discord servers that a process serves: those of some of Discord's shards.

    >>> half = Shards(count=2, ids=(1,))
    >>> half.owns(1 << 22), half.owns(2 << 22)
    (True, False)
    >>> half.condition("guild_id")
    '(guild_id >> 22) % 2 IN (1)'
    """

    count: int = 1  # the number of shards; 1 for a process that serves everything, alone
    ids: tuple[int, ...] = (0,)  # the shards of this process, in ascending order

    @property
    def alone(self) -> bool:
        """True if no other process may write the database."""
        return self.count == 1

    @property
    def leads(self) -> bool:
        """True if work for the bot as a whole belongs to this process."""
        return 0 in self.ids

    def owns(self, guild_id: int) -> bool:
        """Return whether a server is in the shards."""
        # Discord's own formula: it sends a server's events to this shard.
        return (guild_id >> 22) % self.count in self.ids

    def condition(self, column: str) -> str:
        """Return the SQL condition that a column has the id of a server in the shards."""
        if len(self.ids) == self.count:
            return "TRUE"
        return f"({column} >> 22) % {self.count} IN ({', '.join(map(str, self.ids))})"

    def condition_of_game(self, table: str) -> str:
        """Return the SQL condition that the game of a table's row is on a server in the shards."""
        if len(self.ids) == self.count:
            return "TRUE"
        guild = f"(SELECT guild_id FROM games WHERE games.game_id = {table}.game_id)"
        return self.condition(guild)


ALONE: Final = Shards()  # the shards of a process that serves everything


if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")

ELSEWHERE: Final[Mapping[str, Any]] = {"column": False}
"""The metadata of a field that another table than its row's holds."""


@cache
def columns(kind: type[DataclassInstance]) -> tuple[str, ...]:
    """Return the names of a row class's columns, in the order of its fields."""
    return tuple(field.name for field in fields(kind) if field.metadata.get("column", True))


@cache
def listed(kind: type[DataclassInstance]) -> str:
    """Return the names of a row class's columns, separated by commas for a SELECT."""
    return ", ".join(columns(kind))


@cache
def _flags(kind: type[DataclassInstance]) -> tuple[str, ...]:
    """Return the boolean columns, which SQLite stores as numbers."""
    types = {field.name: field.type for field in fields(kind)}
    # A feature's annotations may be texts, and its module unloaded, in which they would be read.
    return tuple(name for name in columns(kind) if types[name] in ("bool", bool))


@cache
def _is_plain(kind: type[DataclassInstance]) -> bool:
    """Return whether a row's constructor takes the columns in the order in which they are found."""
    return not _flags(kind) and all(
        field.metadata.get("column", True) and not field.kw_only for field in fields(kind)
    )


def insertion(
    table: str,
    kind: type[DataclassInstance],
    *more: str,
    key: Collection[str] = (),
    only_if: str = "",
) -> str:
    """Return the SQL statement that inserts a row, or replaces the row with the same key.

    Args:
        more: columns that the class does not have.
        key: the columns that identify the row to be replaced; none to refuse a duplicate.
        only_if: the condition under which there is to be such a row; none for always.
    """
    names = (*more, *columns(kind))
    given = f":{', :'.join(names)}"
    row = f"SELECT {given} WHERE {only_if}" if only_if else f"VALUES ({given})"
    statement = f"INSERT INTO {table} ({', '.join(names)}) {row}"
    if not key:
        return statement
    changed = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key)
    return f"{statement} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changed}"


def values(row: DataclassInstance, **more: object) -> dict[str, Any]:
    """Return a row's values by column, together with those of columns that its class lacks."""
    return {**more, **{name: getattr(row, name) for name in columns(type(row))}}


def read(kind: type[R], found: Sequence[Any], **elsewhere: object) -> R:
    """Build a row from the values of its ``listed`` columns.

    Args:
        elsewhere: the fields that another table holds.
    """
    if _is_plain(kind):
        return kind(*found)  # by position: this runs for each entry of a log
    given = dict(zip(columns(kind), found, strict=True))
    for name in _flags(kind):
        given[name] = bool(given[name])
    return kind(**given, **elsewhere)


def select(connection: Connection, kind: type[R], rest: str, given: Given) -> tuple[R, ...]:
    """Run a query, and return the rows that it finds as instances of a row class.

    Each field of the class must be a column.
    """
    rows = connection.execute(f"SELECT {listed(kind)} {rest}", given)
    return tuple(read(kind, row) for row in rows)


def select_one(connection: Connection, kind: type[R], rest: str, given: Given) -> R | None:
    """Run a query, and return its first row as an instance of a row class; ``None`` without one."""
    return next(iter(select(connection, kind, rest, given)), None)


def numbers(connection: Connection, query: str, given: Given) -> tuple[int, ...]:
    """Run a query for one column of integers, and return them in the query's order."""
    return tuple(number for [number] in connection.execute(query, given))


def one_of(column: str, chosen: Collection[str]) -> tuple[str, dict[str, str]]:
    """Return an SQL condition that a column has one of some values, and its parameters."""
    # ``IN ()`` is an error in PostgreSQL.
    if not chosen:
        return "FALSE", {}
    given = {f"{column}_{number}": value for number, value in enumerate(chosen)}
    return f"{column} IN ({', '.join(f':{name}' for name in given)})", given


def among(
    column: str, chosen: Collection[int], *, most: int = 256
) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield SQL conditions that a column has one of some numbers, and their parameters.

    There is one condition for each ``most`` numbers. The number of parameters is a power of two, so
    that few statements are to be prepared.
    """
    numbers = list(chosen)
    for first in range(0, len(numbers), most):
        part = numbers[first : first + most]
        size = 1 << (len(part) - 1).bit_length()
        part += part[-1:] * (size - len(part))
        name = column.replace(".", "_")
        given = {f"{name}_{place}": number for place, number in enumerate(part)}
        yield f"{column} IN ({', '.join(f':{name}' for name in given)})", given


P = ParamSpec("P")


class Runs(Protocol):
    """The part of a store that runs functions of a connection."""

    shards: Shards

    async def change(self, work: Work[T], /) -> T:
        """Run a function that writes in one transaction; it is durable when this returns."""

    async def ask(self, work: Work[T], /) -> T:
        """Run a function that only reads one state, with all changes that had returned."""


class Subject:
    """The base of the classes of operations on one subject, such as games."""

    def __init__(self, store: Runs) -> None:
        self.store = store


Operation: TypeAlias = Callable[Concatenate[Subject, P], Coroutine[Any, Any, T]]


def change(work: Callable[Concatenate[Connection, P], T]) -> Operation[P, T]:
    """Turn a function that writes into an async method; the change is durable when it returns."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.store.change(lambda connection: work(connection, *args, **named))

    return operation


def question(work: Callable[Concatenate[Connection, P], T]) -> Operation[P, T]:
    """Turn a function that only reads into an async method.

    It sees one state, with all changes that had returned when it was asked.
    """

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        return await subject.store.ask(lambda connection: work(connection, *args, **named))

    return operation


def question_of_shards(work: Callable[Concatenate[Connection, Shards, P], T]) -> Operation[P, T]:
    """Turn a function that reads into an async method, which passes it this process's shards."""

    @wraps(work)
    async def operation(subject: Subject, /, *args: P.args, **named: P.kwargs) -> T:
        store = subject.store
        return await store.ask(lambda connection: work(connection, store.shards, *args, **named))

    return operation
