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
from i18n.marking import N_


def as_store_error(error: sqlite3.Error, path: Path) -> StoreError:
    """Translate an error of SQLite's into one of the store's."""
    # Extended names such as SQLITE_IOERR_WRITE: their second word is the kind.
    name = getattr(error, "sqlite_errorname", "")
    match name.split("_")[1] if name.startswith("SQLITE_") else "":
        case "FULL":
            return DiskFullError(
                N_("The disk with {name} is full. Make room; what was kept before is safe."),
                name=path,
            )
        case "IOERR":
            return DiskError(
                N_(
                    "{name} could not be read or written ({error}, {code}). Is the disk "
                    "full, over its quota or failing?"
                ),
                name=path,
                error=error,
                code=name,
            )
        case "CORRUPT" | "NOTADB":
            return CorruptDatabaseError(
                N_(
                    "{name} is damaged or not a database ({error}). It was left as it is: "
                    "move it away and put a backup in its place."
                ),
                name=path,
                error=error,
            )
        case "READONLY" | "CANTOPEN" | "PERM" | "AUTH":
            return UnwritableError(
                N_(
                    "{name} cannot be opened for writing ({error}). The user who runs the "
                    "bot needs the right to write the file and its folder."
                ),
                name=path,
                error=error,
            )
        case "BUSY" | "LOCKED":
            return InUseError(N_("Another program holds {name}. Stop it and try again."), name=path)
        case "CONSTRAINT":
            return ConflictError(N_("The change contradicts what is stored: {error}."), error=error)
        case _:
            return StoreError(N_("{name}: {error}"), name=path, error=error)
