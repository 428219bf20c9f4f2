"""Usage: recent acts that notify people or create something, the limits on them, and keys.

``runtime/limits.py`` has all limits. An act is a row, written in the transaction of the change that
it is part of, unless as many acts as a limit allows lie within that limit's time. With the oldest
of those a place gets free, so a limit always says when it ends.

What creates something is asked for under a key, and one key creates once. Discord may deliver an
interaction twice, a browser may send a request again: after a restart, too, or to another process.
So the key is kept in the transaction that creates something.
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from db.errors import DoneBeforeError, LimitReachedError
from db.settings import set_setting, setting
from db.sql import Connection, Subject, change, insertion, numbers, one_of, question, select, values
from runtime.limits import DAY, PERSON, RULES, ActKind, Limits, Rule

PEOPLE: Final = ("user_id", "target_id")
SAME: Final = {name: f"{name} IN (:{name}, :{name}_alias)" for name in PEOPLE}
"""The conditions that acts are of the same person, who may have been forgotten meanwhile."""

SALT: Final = ("usage", "salt")
"""Scope and key of the setting with the key of the hashes that stand for forgotten people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageRecord:
    """A row with an act of a person's that notified others or created something."""

    kind: ActKind
    guild_id: int
    user_id: int  # the person who did it; less than 0 for a forgotten one
    target_id: int = 0  # the person whom it reached, or 0; less than 0 for a forgotten one
    game_id: int = 0
    at: int


ADD_RECORD: Final = insertion("usage", UsageRecord)


class Charge(NamedTuple):
    """Acts to be recorded in the transaction of the change that they are part of."""

    limits: Limits
    records: tuple[UsageRecord, ...]


def pay(connection: Connection, charge: Charge | None) -> None:
    """Record acts; None records nothing.

    Raises:
        LimitReachedError: if one of them exceeds a limit; none is recorded then.
    """
    limits, records = charge or ({}, ())
    for act in records:
        if reached := _reached(connection, limits, act):
            raise reached
        connection.execute(ADD_RECORD, values(act))
        delete_outdated(connection, act.at)


def claim(connection: Connection, limits: Limits, act: UsageRecord) -> bool:
    """Record an act unless a limit is reached; return whether it may be done.

    An act of the same kind, for the same game and target, that was recorded before is this one.
    """
    that = "kind = :kind AND game_id = :game_id AND target_id = :target_id"
    if connection.execute(f"SELECT 1 FROM usage WHERE {that}", values(act)).fetchone():
        return True
    if _reached(connection, limits, act):
        return False
    pay(connection, Charge({}, (act,)))
    return True


def waits(connection: Connection, limits: Limits, acts: Sequence[UsageRecord]) -> tuple[int, ...]:
    """Return the time from which each of some acts is allowed; the act's own if that is now."""
    found = (_reached(connection, limits, act) for act in acts)
    return tuple((one and one.until) or act.at for act, one in zip(acts, found, strict=True))


def _reached(connection: Connection, limits: Limits, act: UsageRecord) -> LimitReachedError | None:
    given = values(act)
    given |= {f"{name}_alias": _alias(connection, given[name]) for name in PEOPLE}
    for rule in RULES:
        most = limits.get(rule.name)
        if most is None or act.kind not in rule.counts:
            continue
        at = _nth_newest(connection, rule, given, most)
        own = rule._replace(per=PERSON)
        if at is not None and not (rule.spares and _nth_newest(connection, own, given, 1) is None):
            return LimitReachedError(rule.name, most, at + rule.within)
    return None


def _nth_newest(connection: Connection, rule: Rule, given: dict[str, Any], nth: int) -> int | None:
    counted, kinds = one_of("kind", rule.counts)
    same = " AND ".join(SAME.get(column, f"{column} = :{column}") for column in rule.per)
    row = connection.execute(
        f"SELECT at FROM usage WHERE {counted} AND at > :since AND {same}"
        " ORDER BY at DESC LIMIT 1 OFFSET :before",
        {**given, **kinds, "since": given["at"] - rule.within, "before": nth - 1},
    ).fetchone()
    return None if row is None else int(row[0])


def delete_outdated(connection: Connection, now: int) -> None:
    """Delete the acts that no limit counts any more."""
    connection.execute("DELETE FROM usage WHERE at < :before", {"before": now - DAY})


def pinged(connection: Connection, game_id: int) -> tuple[int, ...]:
    """Return the people whom the opening of a game notifies."""
    query = "SELECT target_id FROM usage WHERE game_id = :game_id AND kind = 'ping'"
    return numbers(connection, f"{query} ORDER BY usage_id", {"game_id": game_id})


def with_role(connection: Connection, guild_id: int) -> tuple[int, ...]:
    """Return the games of a server of which a role was notified."""
    query = "SELECT game_id FROM usage WHERE guild_id = :guild_id AND kind = 'role'"
    return numbers(connection, f"{query} ORDER BY usage_id", {"guild_id": guild_id})


def usage_of(connection: Connection, person: int) -> tuple[UsageRecord, ...]:
    """Return the acts that a person did or that reached the person, with 0 for another's id."""
    that = "FROM usage WHERE user_id = :person OR target_id = :person ORDER BY usage_id"
    found = select(connection, UsageRecord, that, {"person": person})
    return tuple(
        replace(act, user_id=act.user_id * did, target_id=act.target_id * reached)
        for act in found
        for did, reached in [(act.user_id == person, act.target_id == person)]
    )


def hide(connection: Connection, person: int) -> None:
    """Put a keyed hash in the place of a person's id.

    The acts count on until they are deleted, so that being forgotten lifts no limit.
    """
    if not usage_of(connection, person):
        return
    if setting(connection, *SALT) is None:
        set_setting(connection, *SALT, secrets.token_hex(32))
    given = {"person": person, "alias": _alias(connection, person)}
    for column in PEOPLE:
        connection.execute(f"UPDATE usage SET {column} = :alias WHERE {column} = :person", given)


def _alias(connection: Connection, person: int) -> int:
    """Return the number below zero that stands for a person who was forgotten, if any was."""
    salt = setting(connection, *SALT)
    if salt is None or not person:
        return person
    # Seven bytes, since it must fit into an integer of 64 bits with a sign.
    digest = hashlib.blake2b(str(person).encode(), digest_size=7, key=bytes.fromhex(salt)).digest()
    return -1 - int.from_bytes(digest, "big")


class Usage(Subject):
    """The store's methods for what was used."""

    pay = change(pay)
    claim = change(claim)
    waits = question(waits)
    pinged = question(pinged)
    with_role = question(with_role)
    delete_outdated = change(delete_outdated)


KEPT_MS: Final = 60 * 60 * 1000
"""How long a key is known, in milliseconds. Discord takes no answer after a quarter of that."""


@dataclass(frozen=True, slots=True)
class AskedBy:
    """A request to create something, as it may come once more."""

    key: str  # the key, such as an interaction's id; opaque, of at most 100 characters
    at: int  # when it was asked for, in milliseconds UTC


def once(connection: Connection, asked: AskedBy | None) -> None:
    """Keep with a change what it was asked for by; None for what nobody asks for twice.

    Raises:
        DoneBeforeError: if a change was kept that was asked for by the same.
    """
    if asked is None:
        return
    connection.execute("DELETE FROM asked WHERE at < :before", {"before": asked.at - KEPT_MS})
    added = connection.execute(
        "INSERT INTO asked (key, at) VALUES (:key, :at) ON CONFLICT (key) DO NOTHING RETURNING key",
        {"key": asked.key, "at": asked.at},
    )
    if added.fetchone() is None:
        raise DoneBeforeError(asked.key)


def is_known(connection: Connection, key: str) -> bool:
    """Return whether a change was kept lately that was asked for under a key."""
    found = connection.execute("SELECT 1 FROM asked WHERE key = :key", {"key": key})
    return found.fetchone() is not None
