"""The bot in words: its help, its state, and why something is not shown in Discord."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from db.admin.servers import Totals
from db.games.rows import State
from db.outbox import Backlog
from delivery.causes import Cause
from engine.edition import Edition
from i18n.translation import N_, Words
from ui.texts.markup import moment, plain

FAILED: Final = N_("the log says why it failed")

REASONS: Final[Mapping[Cause, str]] = {
    "unavailable": N_("Discord or the database did not answer"),
    "unknown": N_("Discord refuses it; the log says how"),
    "gone": N_("the channel is gone"),
    "missing": N_("the message is gone"),
    "locked": N_("the thread is locked"),
    "forbidden": N_("the bot may not write there"),
    "absent": N_("the bot is not a member there, or cannot see the channel"),
    "full": N_("Discord allows no more of them there"),
    "wording": N_("the server forbids a word in it"),
    "refused": N_("such a message cannot be posted there"),
    "closed": N_("the person takes no direct messages"),
    "failed": FAILED,
}


def reason(why: str, words: Words) -> str:
    """Return the cause that a timer has kept, in words."""
    return next((words(text) for cause, text in REASONS.items() if cause == why), words(FAILED))


MEGABYTE: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The state of the bot; times in milliseconds UTC, sizes in bytes."""

    version: str
    started_at: int
    servers: int
    counts: Totals
    backlog: Sequence[Backlog]  # what waits to be said or done
    waiting: int  # questions that no computer player has begun to think about
    memory: int
    kept: int  # the bytes of it in caches that have limits
    most_kept: int  # the sum of those limits
    backed_up_at: int | None  # the time of the newest backup, if there is one
    backs_up: bool  # True if there is a folder for backups
    editions: int  # the number of editions offered
    # the errors in files of editions that are not offered, by file name
    left_out: Mapping[str, str]
    missing: Sequence[str]  # the features that could not be loaded
    errors: tuple[logging.LogRecord, ...]  # the last errors in the log, the newest last


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
        words("- Messages to fix: {count}", count=counts.changes),
        *(f"  - {_waits(one, words)}" for one in status.backlog),
        words("- Computer players: questions waiting: {count}", count=status.waiting),
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
    if status.missing:
        lines.append(words("- Not loaded: {parts}", parts=words.listing(status.missing)))
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


HELP: Final = N_(
    "**What would you like to do?**\n"
    "- play with others: `/arkadia start`\n"
    "- play against the computer: `/arkadia practice`\n"
    "- go on: `/arkadia games`, `/arkadia turn`\n"
    "- type your turn: `build`, `workers`, `castle`, `banner`, `end`, `undo`, `hint`\n"
    "- look: `/arkadia screen`, `/arkadia board`, `/arkadia log`\n"
    "- join, change, move or stop a game: `/arkadia lobby`\n"
    "- see a game again: `/arkadia record`\n"
    "- be away, or leave: `/arkadia seat away`, `/arkadia seat resign`\n"
    "- notices, quiet hours, language: `/arkadia preferences`"
)


def help_text(lines: Sequence[str], contact: Sequence[str], words: Words) -> str:
    """Return the help: what people may want to do, with the lines of features and the contact."""
    return "\n".join([words(HELP), *lines, *contact])


def about_text(edition: Edition, words: Words) -> str:
    """Return a short text about the bot."""
    about = words(
        "**{title}**\nArkadia is a board game by Rüdiger Dorn. This bot is made by people who like "
        "it and has nothing to do with its publisher. The rules are complete; pictures and texts "
        "are this project's own.",
        title=edition.title,
    )
    return f"{about} {_how_well_known(edition, words)}"


def _how_well_known(edition: Edition, words: Words) -> str:
    """Return how well the edition's facts are known as a whole; the README lists them."""
    if edition.provenance.invented:
        return made_up(edition, words)
    if edition.provenance.certain:
        return words("Everything about the components is known.")
    return words(
        "Not every printed detail of the box could be looked up. Made up by us: the places of "
        "camps, printed seals and first buildings, and larger tiles' shapes. How "
        "many camps and tiles there are is from one source each. Your rulebook shows the board: "
        "page 13 in French, page 7 in English."
    )


def made_up(edition: Edition, words: Words) -> str:
    """Return a line on an edition that no box has."""
    return words("Edition: {title}. It is made up; no box has it.", title=edition.title)
