"""A database that is open for reading only."""

from __future__ import annotations

from dataclasses import dataclass

from db.connection import Connection


@dataclass(frozen=True, slots=True)
class OpenedDatabase:
    """A database that is open for reading only.

    Attributes:
        name: the database's name for messages.
        version: the version of its schema.
        connection: a connection for statements that only read.
        size: the SQL query for the database's size in bytes.
    """

    name: str
    version: int
    connection: Connection
    size: str
