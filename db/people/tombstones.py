"""Tombstones of forgotten people, so that a backup restored later does not bring them back.

The list is a file of its own beside the database, which a backup may replace: a key, then a keyed
hash for each person, in the order in which they were forgotten. It holds no id.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Iterable
from pathlib import Path


class Tombstones:
    """The file that lists the forgotten people, as keyed hashes of their ids.

    Args:
        path: the file; created when the first person is forgotten.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def count(self) -> int:
        """The number of forgotten people."""
        return len(self._lines()[1:])

    def add(self, person: int) -> int:
        """Add a person to the list durably, and return the number of forgotten people.

        Raises:
            OSError: if the file cannot be written.
        """
        lines = self._lines()
        new = [] if lines else [secrets.token_hex(32)]
        # Keyed: ids of Discord are few enough that a plain hash could be searched for each of them.
        new.append(_hash((lines or new)[0], person))
        handle = os.open(self._path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        try:
            os.write(handle, "".join(f"{line}\n" for line in new).encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        return self.count

    def forgotten_after(self, count: int, people: Iterable[int]) -> list[int]:
        """Return those of some people whom the list has after its first ``count`` entries."""
        lines = self._lines()
        later = set(lines[1 + count :])
        return [person for person in people if later and _hash(lines[0], person) in later]

    def _lines(self) -> list[str]:
        return self._path.read_text("ascii").splitlines() if self._path.exists() else []


def _hash(key: str, person: int) -> str:
    return hmac.new(bytes.fromhex(key), str(person).encode(), hashlib.sha256).hexdigest()
