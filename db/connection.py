"""The interface of a connection that the connections to SQLite and to PostgreSQL share.

Statements are written in the SQL that SQLite and PostgreSQL have in common, with parameters by
name: ``:game_id``. True and false are parameters too, not literals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol


class Found(Protocol):
    """A cursor: the rows that a statement found."""

    def fetchone(self) -> Any:
        """Return the next row, or ``None``."""
        ...

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the remaining rows."""
        ...


class Connection(Protocol):
    """A connection that runs statements, one at a time."""

    def execute(self, statement: str, given: Mapping[str, Any] = ..., /) -> Found:
        """Run a statement with its parameters."""
        ...

    def executemany(self, statement: str, given: Iterable[Mapping[str, Any]], /) -> object:
        """Run a statement once for each mapping of parameters."""
        ...
