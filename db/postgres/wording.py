"""PostgreSQL's errors in words for the one who runs the bot."""

from __future__ import annotations

import psycopg

from db.errors import (
    ConflictError,
    CorruptDatabaseError,
    DiskError,
    DiskFullError,
    InUseError,
    StoreError,
    UnreachableError,
    UnwritableError,
)


def worded(error: psycopg.Error, name: str) -> StoreError:
    """The store's error for one of PostgreSQL's, by its SQLSTATE."""
    state = error.sqlstate or "08000"  # a server that was not reached says nothing
    if state == "53100":
        return DiskFullError(
            f"The disk with {name} is full. Make room; what was kept before is safe."
        )
    if state in ("42501", "25006"):
        return UnwritableError(
            f"{name} cannot be written ({error}). The role needs the right to create tables in "
            "its schema, on a server that is no standby."
        )
    match state[:2]:
        case "08" | "57":
            return UnreachableError(f"{name} cannot be reached, so nothing was done: {error}.")
        case "23":
            return ConflictError(f"The change contradicts what is stored: {error}.")
        case "28" | "3D":
            return UnreachableError(f"{name} cannot be opened: {error}.")
        case "40" | "55":
            return InUseError(f"Another program holds {name}: {error}. Stop it and try again.")
        case "53" | "58":
            return DiskError(f"{name} could not be read or written: {error}.")
        case "XX":
            return CorruptDatabaseError(f"{name} is damaged: {error}. Put a backup in its place.")
        case _:
            return StoreError(f"{name}: {error}")
