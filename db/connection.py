"""What statements need of a connection to a database, whichever it is.

All statements are written in the SQL that SQLite and PostgreSQL have in common, with parameters by
name: ``:game_id``. True and false are given as such.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol


class Found(Protocol):
    """What a statement found."""

    def fetchone(self) -> Any:
        """The next row, or ``None``."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """All rows that are left, one by one."""
        ...


class Connection(Protocol):
    """What runs statements, each in its turn."""

    def execute(self, statement: str, given: Mapping[str, Any] = ..., /) -> Found:
        """Runs a statement with its parameters."""
        ...

    def executemany(self, statement: str, given: Iterable[Mapping[str, Any]], /) -> object:
        """Runs a statement once for each mapping of parameters."""
        ...
