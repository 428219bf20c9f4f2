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
from i18n.marking import N_


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
            N_("The disk with {name} is full. Make room; what was kept before is safe."), name=name
        )
    if state in ("42501", "25006"):
        return UnwritableError(
            N_(
                "{name} cannot be written ({error}). The role needs the right to create "
                "tables in its schema, on a server that is no standby."
            ),
            name=name,
            error=said,
        )
    match state[:2]:
        case "08" | "57":
            return UnreachableError(
                N_("{name} cannot be reached, so nothing was done: {error}."),
                name=name,
                error=said,
            )
        case "23":
            return ConflictError(N_("The change contradicts what is stored: {error}."), error=said)
        case "28" | "3D":
            return UnreachableError(N_("{name} cannot be opened: {error}."), name=name, error=said)
        case "40" | "55":
            return InUseError(
                N_("Another program holds {name}: {error}. Stop it and try again."),
                name=name,
                error=said,
            )
        case "53" | "58":
            return DiskError(
                N_("{name} could not be read or written: {error}."), name=name, error=said
            )
        case "XX":
            return CorruptDatabaseError(
                N_("{name} is damaged: {error}. Put a backup in its place."), name=name, error=said
            )
        case _:
            return StoreError(N_("{name}: {error}"), name=name, error=said)
