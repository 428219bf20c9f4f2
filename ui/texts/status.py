"""The state of the bot, in words for the person who runs it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from db.admin.totals import Totals
from db.games.rows import State
from db.outbox.backlog import Backlog
from i18n.translation import Words
from ui.texts.causes import reason
from ui.texts.escaping import plain
from ui.texts.times import moment

MEGABYTE: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The state of the bot; times in milliseconds UTC, sizes in bytes.

    Attributes:
        backlog: what waits to be said or done.
        waiting: questions that no computer player has begun to think about.
        seconds: the time until a new question would be thought about.
        kept: the bytes of it in caches that have limits.
        most_kept: the sum of those limits.
        backed_up_at: the time of the newest backup, if there is one.
        backs_up: True if there is a folder for backups.
        editions: the number of editions offered.
        left_out: the errors in files of editions that are not offered, by file name.
        errors: the last errors in the log, the newest last.
    """

    version: str
    started_at: int
    servers: int
    counts: Totals
    backlog: Sequence[Backlog]
    waiting: int
    seconds: float
    memory: int
    kept: int
    most_kept: int
    backed_up_at: int | None
    backs_up: bool
    editions: int
    left_out: Mapping[str, str]
    errors: tuple[logging.LogRecord, ...]


def status_text(status: Status, words: Words) -> str:
    """Return the state of the bot as text, a line for each fact."""
    counts = status.counts
    states: dict[State, str] = {
        "lobby": words.context("games that are …", "in the lobby"),
        "running": words.context("games that are …", "running"),
        "finished": words.context("games that are …", "finished"),
        "cancelled": words.context("games that are …", "cancelled"),
        "closed": words.context("games that are …", "closed"),
        "aside": words.context("games that are …", "set aside"),
    }
    games = words.listing(
        words.context(
            "one of a list", "{count} {state}", count=counts.games.get(state, 0), state=word
        )
        for state, word in states.items()
    )
    lines = [
        words(
            "**Arkadia {version}**, started {when}",
            version=status.version,
            when=moment(status.started_at),
        ),
        words("- Servers: {count}, {games} with games", count=status.servers, games=counts.guilds),
        words("- Games: {games}", games=games),
        words("- Not shown yet: {count}", count=counts.unshown),
        words("- Messages to be put in order: {count}", count=counts.changes),
        *(f"  - {_waits(one, words)}" for one in status.backlog),
        words(
            "- Computer players: questions waiting: {count}; time a new one waits: {seconds} s",
            count=status.waiting,
            seconds=words.number(status.seconds),
        ),
        words("- Memory: {megabytes} MB", megabytes=words.number(status.memory / MEGABYTE, 0)),
        words(
            "- Caches and queues: {megabytes} MB of {most} MB",
            megabytes=words.number(status.kept / MEGABYTE),
            most=words.number(status.most_kept / MEGABYTE, 0),
        ),
        words("- Database: {megabytes} MB", megabytes=words.number(counts.size / MEGABYTE)),
        _backup(status, words),
        words("- Editions: {count}", count=status.editions),
        *(
            words("- Edition left out, `{file}`: {why}", file=plain(file), why=plain(why, 200))
            for file, why in status.left_out.items()
        ),
    ]
    errors = [_error(record) for record in reversed(status.errors)]
    lines.append(words("- Last errors:") if errors else words("- No errors since the start"))
    return "\n".join([*lines, *errors])


def _backup(status: Status, words: Words) -> str:
    if status.backed_up_at is not None:
        return words("- Last backup: {when}", when=moment(status.backed_up_at))
    if status.backs_up:
        return words("- There is no backup yet")
    return words("- No backups are made: `ARKADIA_BACKUPS` is not set")


def _waits(one: Backlog, words: Words) -> str:
    """Return a line about what waits: how much of which kind, since when, and why."""
    given = {
        "kind": f"`{one.kind}`",
        "count": one.count,
        "why": reason(one.why, words) if one.why else words("its turn comes"),
        "since": moment(one.since),
        "next": moment(one.next_at),
    }
    if not one.since:
        return words("Waiting, {kind}: {count}; {why}", **given)
    if not one.why:
        return words("Waiting, {kind}: {count}, since {since}; {why}", **given)
    return words("Waiting, {kind}: {count}, since {since}; {why}; next attempt {next}", **given)


def _error(record: logging.LogRecord) -> str:
    """Return a line about an error: when, its id in the log, and its reason."""
    found = getattr(record, "interaction", None)
    why = plain(str(getattr(record, "why", "")), 150)
    name = f"`{found}`" if found else f"`{record.name}`"
    return (
        f"  - {moment(round(record.created * 1000))} {name} {plain(record.getMessage(), 80)} {why}"
    )
