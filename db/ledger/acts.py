"""All SQL about the ledger: recent acts that notify people or create something."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from db.columns import insertion, listed, numbers, one_of, read, values
from db.connection import Connection
from db.errors import LimitReachedError
from db.ledger.rows import ActTraces, Charge, Limits, Quota, StoredAct
from db.settings import set_setting, setting

ADD_ACT: Final = insertion("ledger", StoredAct)
SALT: Final = ("ledger", "salt")
"""Scope and key of the setting with the key of the hashes that stand for forgotten people."""

SALT_BYTES: Final = 32
HASH_BYTES: Final = 7
"""Bytes of such a hash; it must fit into an integer of 64 bits with a sign."""


def pay(connection: Connection, charge: Charge | None) -> None:
    """Record acts; None records nothing.

    Raises:
        LimitReachedError: if one of them exceeds a limit; none is recorded then.
    """
    if charge is None:
        return
    for act in charge.acts:
        reached = _reached(connection, charge.limits, act)
        if reached is not None:
            quota, until = reached
            raise LimitReachedError(quota.name, quota.most, until)
        _add(connection, charge.limits, act)


def claim(connection: Connection, limits: Limits, act: StoredAct) -> bool:
    """Record an act unless a limit is reached; return whether it may be done.

    An act of the same kind, for the same game and target, that was recorded before is this one.
    """
    that = "kind = :kind AND game_id = :game_id AND target_id = :target_id"
    given = values(act)
    if connection.execute(f"SELECT 1 FROM ledger WHERE {that}", given).fetchone():
        return True
    if _reached(connection, limits, act) is not None:
        return False
    _add(connection, limits, act)
    return True


def waits(connection: Connection, limits: Limits, acts: Sequence[StoredAct]) -> tuple[int, ...]:
    """Return the time from which each of some acts is allowed; the act's own if that is now."""
    found = (_reached(connection, limits, act) for act in acts)
    return tuple(act.at if one is None else one[1] for act, one in zip(acts, found, strict=True))


def pinged(connection: Connection, game_id: int) -> tuple[int, ...]:
    """Return the people whom the opening of a game notifies."""
    query = "SELECT target_id FROM ledger WHERE game_id = :game_id AND kind = 'ping'"
    return numbers(connection, f"{query} ORDER BY act_id", {"game_id": game_id})


def with_role(connection: Connection, guild_id: int) -> tuple[int, ...]:
    """Return the games of a server of which a role was notified."""
    query = "SELECT game_id FROM ledger WHERE guild_id = :guild_id AND kind = 'role'"
    return numbers(connection, f"{query} ORDER BY act_id", {"guild_id": guild_id})


def acts_of(connection: Connection, person: int) -> tuple[ActTraces, ...]:
    """Return the acts that a person did or that reached the person, the oldest first."""
    rows = connection.execute(
        f"SELECT user_id, target_id, {listed(ActTraces)} FROM ledger"
        " WHERE user_id = :person OR target_id = :person ORDER BY act_id",
        {"person": person},
    )
    return tuple(
        read(ActTraces, row, did=user == person, reached=target == person)
        for user, target, *row in rows
    )


def delete_before(connection: Connection, at: int) -> None:
    """Delete the acts from before a time."""
    connection.execute("DELETE FROM ledger WHERE at < :at", {"at": at})


def hide(connection: Connection, person: int) -> None:
    """Put a keyed hash in the place of a person's id.

    The acts count on until they are deleted, so that being forgotten lifts no limit.
    """
    given = {"person": person}
    query = "SELECT 1 FROM ledger WHERE user_id = :person OR target_id = :person LIMIT 1"
    if connection.execute(query, given).fetchone() is None:
        return
    if setting(connection, *SALT) is None:
        set_setting(connection, *SALT, secrets.token_hex(SALT_BYTES))
    given["alias"] = _alias(connection, person)
    for column in ("user_id", "target_id"):
        connection.execute(f"UPDATE ledger SET {column} = :alias WHERE {column} = :person", given)


def _reached(connection: Connection, limits: Limits, act: StoredAct) -> tuple[Quota, int] | None:
    """Return the limit that keeps an act from being done now, and the time when it ends."""
    for quota in limits.of(act.kind):
        # With the oldest act that fills the window, a place gets free.
        at = _nth_newest(connection, quota, act, quota.most)
        if at is None:
            continue
        own = replace(quota, per=("guild_id", "user_id"))
        if not quota.spares or _nth_newest(connection, own, act, 1) is not None:
            return quota, at + quota.span
    return None


def _nth_newest(connection: Connection, quota: Quota, act: StoredAct, place: int) -> int | None:
    """Return the time of the act in a place among those in the window, the newest first."""
    aliases = {
        f"{column}_alias": _alias(connection, getattr(act, column))
        for column in ("user_id", "target_id")
        if column in quota.per
    }
    same = " AND ".join(
        f"{column} IN (:{column}, :{column}_alias)"
        if f"{column}_alias" in aliases
        else f"{column} = :{column}"
        for column in quota.per
    )
    counted, kinds = one_of("kind", quota.kinds)
    span = {"since": act.at - quota.span, "before": place - 1}
    row = connection.execute(
        f"SELECT at FROM ledger WHERE {counted} AND at > :since AND {same}"
        " ORDER BY at DESC LIMIT 1 OFFSET :before",
        {**values(act), **kinds, **aliases, **span},
    ).fetchone()
    return None if row is None else int(row[0])


def _add(connection: Connection, limits: Limits, act: StoredAct) -> None:
    connection.execute(ADD_ACT, values(act))
    delete_before(connection, act.at - limits.longest)


def _alias(connection: Connection, person: int) -> int:
    """Return the number below zero that stands for a person who was forgotten, if any was."""
    salt = setting(connection, *SALT)
    if salt is None or not person:
        return person
    key, text = bytes.fromhex(salt), str(person).encode()
    digest = hashlib.blake2b(text, digest_size=HASH_BYTES, key=key).digest()
    return -1 - int.from_bytes(digest, "big")
