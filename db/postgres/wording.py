"""Translation of PostgreSQL's errors into the store's, worded for the person who runs the bot."""

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


def as_store_error(error: psycopg.Error, name: str, said: str = "") -> StoreError:
    """Translate an error of psycopg into one of the store's, by its SQLSTATE.

    Args:
        error: the error.
        name: the database's name for messages.
        said: a text to quote in place of the error's own.
    """
    said = said or str(error)
    state = error.sqlstate or ""
    if not state and isinstance(error, psycopg.OperationalError):
        state = "08000"  # a server that was not reached says nothing
    if state == "53100":
        return DiskFullError(
            f"The disk with {name} is full. Make room; what was kept before is safe."
        )
    if state in ("42501", "25006"):
        return UnwritableError(
            f"{name} cannot be written ({said}). The role needs the right to create "
            "tables in its schema, on a server that is no standby."
        )
    match state[:2]:
        case "08" | "57":
            return UnreachableError(f"{name} cannot be reached, so nothing was done: {said}.")
        case "23":
            return ConflictError(f"The change contradicts what is stored: {said}.")
        case "28" | "3D":
            return UnreachableError(f"{name} cannot be opened: {said}.")
        case "40" | "55":
            return InUseError(f"Another program holds {name}: {said}. Stop it and try again.")
        case "53" | "58":
            return DiskError(f"{name} could not be read or written: {said}.")
        case "XX":
            return CorruptDatabaseError(f"{name} is damaged: {said}. Put a backup in its place.")
        case _:
            return StoreError(f"{name}: {said}")
