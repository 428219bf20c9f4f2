"""The page that comes with the record of a game, where the bot leads to none."""

from collections.abc import Sequence

from engine.packing import pack
from engine.record import Record
from tests.e2e.posts import Picture


def check(record: Record, files: Sequence[Picture]) -> None:
    """One of the files has the whole game."""
    assert [pack(record) in file.content.decode() for file in files] == [True]
