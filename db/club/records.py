"""All SQL about the records of servers: the highest, the closest and the longest game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from db.club.rows import StoredRecord
from db.columns import insertion, select, select_one, values
from db.connection import Connection

PUT_RECORD: Final = insertion("records", StoredRecord, key=("guild_id", "kind"))
LESS_IS_MORE: Final = ("closest",)
"""The kinds of records that a smaller value breaks."""


def put_records(connection: Connection, reached: Iterable[StoredRecord]) -> None:
    """Store what a game reached where it breaks its server's record; an equal value does not."""
    for one in reached:
        that = "FROM records WHERE guild_id = :guild_id AND kind = :kind"
        known = select_one(connection, StoredRecord, that, values(one))
        if known is not None:
            less = one.value < known.value
            if one.value == known.value or less != (one.kind in LESS_IS_MORE):
                continue
            one = replace(one, earlier=known.value)
        connection.execute(PUT_RECORD, values(one))


def records_of(connection: Connection, guild_id: int) -> tuple[StoredRecord, ...]:
    """Return the records of a server, none before its first game among people."""
    that = "FROM records WHERE guild_id = :guild_id ORDER BY kind"
    return select(connection, StoredRecord, that, {"guild_id": guild_id})
