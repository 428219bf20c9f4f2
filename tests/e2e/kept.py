"""What is kept on disk, as it stands there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def everything(database: Path) -> str:
    """All that stands in the database, as text."""
    with closing(sqlite3.connect(database)) as connection:
        return "\n".join(connection.iterdump())
