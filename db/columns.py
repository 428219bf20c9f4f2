"""SQL statements built from row classes: a field is the column of the same name.

A column that is added to a row class and to the schema is read and written everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_type_hints

from db.connection import Connection

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
    hints = get_type_hints(kind)
    return tuple(name for name in columns(kind) if hints[name] is bool)


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
        table: the table's name.
        kind: the class of the row.
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
        kind: the class of the row.
        found: the values of its columns.
        elsewhere: the fields that another table holds.
    """
    if _is_plain(kind):
        return kind(*found)  # by position: this runs for each entry of a log
    given = dict(zip(columns(kind), found, strict=True))
    for name in _flags(kind):
        given[name] = bool(given[name])
    return kind(**given, **elsewhere)


def select(
    connection: Connection, kind: type[R], rest: str, given: Mapping[str, Any]
) -> tuple[R, ...]:
    """Run a query, and return the rows that it finds as instances of a row class.

    Each field of the class must be a column.

    Args:
        connection: a connection to the database.
        kind: the class of the rows.
        rest: the part of the query after the list of columns, such as ``FROM seats``.
        given: the parameters of the query.
    """
    rows = connection.execute(f"SELECT {listed(kind)} {rest}", given)
    return tuple(read(kind, row) for row in rows)


def select_one(
    connection: Connection, kind: type[R], rest: str, given: Mapping[str, Any]
) -> R | None:
    """Run a query, and return its first row as an instance of a row class; ``None`` without one."""
    return next(iter(select(connection, kind, rest, given)), None)


def numbers(connection: Connection, query: str, given: Mapping[str, Any]) -> tuple[int, ...]:
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
