"""Translation of SQLite's errors into the store's, worded for the person who runs the bot."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from db.errors import (
    ConflictError,
    CorruptDatabaseError,
    DiskError,
    DiskFullError,
    InUseError,
    StoreError,
    UnwritableError,
)


def as_store_error(error: sqlite3.Error, path: Path) -> StoreError:
    """Translate an error of SQLite's into one of the store's."""
    # Extended names such as SQLITE_IOERR_WRITE: their second word is the kind.
    name = getattr(error, "sqlite_errorname", "")
    match name.split("_")[1] if name.startswith("SQLITE_") else "":
        case "FULL":
            return DiskFullError(
                f"The disk with {path} is full. Make room; what was kept before is safe."
            )
        case "IOERR":
            return DiskError(
                f"{path} could not be read or written ({error}, {name}). Is the disk "
                "full, over its quota or failing?"
            )
        case "CORRUPT" | "NOTADB":
            return CorruptDatabaseError(
                f"{path} is damaged or not a database ({error}). It was left as it is: "
                "move it away and put a backup in its place."
            )
        case "READONLY" | "CANTOPEN" | "PERM" | "AUTH":
            return UnwritableError(
                f"{path} cannot be opened for writing ({error}). The user who runs the "
                "bot needs the right to write the file and its folder."
            )
        case "BUSY" | "LOCKED":
            return InUseError(f"Another program holds {path}. Stop it and try again.")
        case "CONSTRAINT":
            return ConflictError(f"The change contradicts what is stored: {error}.")
        case _:
            return StoreError(f"{path}: {error}")
