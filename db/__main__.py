"""The host's commands: ``python -m db backup|restore|check|stats|bring-back|copy``.

The database and the folder for backups are those of the settings. ``backup``, ``check`` and
``stats`` work while the bot runs; the database refuses the commands that write it.

Exit status 0: the command succeeded. 1: a stored game cannot be read. 78: the command failed, and
printed the reason.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from db.admin.maintenance import copy, upkeep_of
from db.admin.totals import counts, entries_and_people
from db.database import Place, is_address
from db.errors import StoreError, UnknownGameError
from db.games.checking import Checked, Unreadable
from db.games.replaying import UnreadableGameError, why_unreadable
from db.games.rows import State
from db.sqlite.backups import check_file, restore
from db.sqlite.opening import hold
from db.sqlite.soundness import resolved
from db.sqlite.undone import undone_by
from db.sqlite.wording import as_store_error
from db.store import Store
from i18n.command_line import command_line
from i18n.marking import N_, NC_
from i18n.translation import words_of_host
from runtime.address import read_address
from runtime.settings import SettingsError, read_settings

words = words_of_host(os.environ)

UNREADABLE: Final = 1
IMPOSSIBLE: Final = os.EX_CONFIG

STATES: Final[dict[State, str]] = {
    "lobby": NC_("in the database", "lobbies"),
    "running": NC_("in the database", "running games"),
    "finished": NC_("in the database", "finished games"),
    "cancelled": NC_("in the database", "cancelled games"),
    "closed": NC_("in the database", "closed games"),
    "aside": NC_("in the database", "games set aside"),
}
"""The captions of the numbers of games, by state."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name, and return the exit status."""
    try:
        # argparse repeats arguments in its errors, so it gets addresses without their passwords.
        said, addresses = _named(sys.argv[1:] if arguments is None else arguments)
        given = _parser().parse_args(said)
        settings = read_settings(os.environ, Path(".env"))
        for option in ("database", "other", "source", "target"):
            text = getattr(given, option, None)
            if text is not None or option == "database":
                place = _place(addresses.get(text, text) if text else settings.database)
                setattr(given, option, place)
        if given.command in ("backup", "stats"):
            given.folder = given.folder or settings.backups
        if given.command == "backup" and given.kept is None:
            given.kept = settings.backups_kept
        return COMMANDS[given.command](given)
    except (SettingsError, StoreError) as error:
        return _refuse(error)
    except sqlite3.Error as error:
        return _refuse(as_store_error(error, given.database))


def _named(arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return a command line fit for printing, and its addresses by their printable names.

    Raises:
        UnreachableError: if it has an address in it that is none.
    """
    said: list[str] = []
    addresses: dict[str, str] = {}
    for argument in arguments:
        option, _, text = argument.partition("=") if argument[:2] == "--" else ("", "", argument)
        if is_address(text):
            name = f"{read_address(text)}{'#' * len(addresses)}"
            addresses[name] = text
            argument = f"{option}={name}" if option else name
        said.append(argument)
    return said, addresses


def _place(text: Path | str) -> Place:
    """Return the path or address that the command line or the settings name."""
    return text if isinstance(text, str) and is_address(text) else resolved(Path(text))


def _refuse(error: Exception) -> int:
    told = words(error.sentence, **error.fields) if isinstance(error, StoreError) else error
    sys.stderr.write(f"{told}\n")
    return IMPOSSIBLE


def _backup(given: argparse.Namespace) -> int:
    if given.folder is None:
        raise StoreError(N_("Name a folder, here or as ARKADIA_BACKUPS."))
    upkeep = upkeep_of(given.database)
    backup, checked = upkeep.back_up(given.folder, _now(), given.kept or None)
    print(words("{path}: a backup of {name}.", path=backup.path, name=upkeep.name))
    return _report(checked)


def _restore(given: argparse.Namespace) -> int:
    if not isinstance(given.database, Path):
        raise StoreError(
            N_(
                "A backup is put into {database} by “copy {file} …”. Its second place is "
                "an empty schema."
            ),
            database=upkeep_of(given.database).name,
            file=given.file,
        )
    checked = check_file(given.file)
    status = _report(checked)
    if checked.unreadable and len(checked.unreadable) == checked.count - len(checked.aside):
        raise StoreError(
            N_("No game in {file} can be read, so it was not put back."), file=given.file
        )
    if given.look:
        _tell_undone(given.file, given.database)
        return status
    # The hold is a running bot's: a file under an open connection must not be replaced.
    with closing(hold(given.database)):
        _tell_undone(given.file, given.database)
        replaced = restore(given.file, given.database, _now())
    print(words("{name}: now as it is in {file}.", name=given.database, file=given.file))
    if replaced is not None:
        print(words("{path}: what was there before.", path=replaced))
    return status


def _tell_undone(file: Path, database: Path) -> None:
    """Print by game what putting back a backup undoes."""
    try:
        games = undone_by(file, database) if database.exists() else ()
    except StoreError as error:  # a damaged one is the reason to put a backup back
        told = words(error.sentence, **error.fields)
        print(words("What it undoes is unknown: {error}", error=told))
        return
    for number, entries in games:
        if entries is None:
            print(words("Game {number}: lost, as it was opened later.", number=number))
            continue
        print(
            words.plural(
                "Game {number}: as it was {n} entry of its log before.",
                "Game {number}: as it was {n} entries of its log before.",
                entries,
                number=number,
            )
        )
    print(words("All else that was saved since then is undone as well: notes, settings, leagues."))


def _check(given: argparse.Namespace) -> int:
    place = given.other or given.database
    upkeep = upkeep_of(place)
    checked = upkeep.check()
    print(words("{name}: a sound database.", name=upkeep.name))
    status = _report(checked)
    if given.set_aside and checked.unreadable:
        asyncio.run(_set_aside(place, checked.unreadable))
        return 0
    return status


async def _set_aside(place: Place, games: Sequence[Unreadable]) -> None:
    store = await Store.open(place)
    try:
        for game in games:
            await store.games.set_aside(game.game_id, str(game.reason))
            print(words("Game {number}: set aside.", number=game.game_id))
    finally:
        await store.close()


def _bring_back(given: argparse.Namespace) -> int:
    upkeep_of(given.database).must_exist()
    return asyncio.run(_bring_back_games(given.database, given.games))


async def _bring_back_games(database: Place, numbers: Sequence[int]) -> int:
    store = await Store.open(database)
    status = 0
    try:
        for number in numbers:
            stored = await store.games.load(number)
            if stored is None:
                raise UnknownGameError(number)
            if stored.state != "aside":
                raise StoreError(N_("Game {number} is not set aside."), number=number)
            reason = why_unreadable(stored)
            if reason is None:
                await store.games.bring_back(number)
                print(words("Game {number}: brought back.", number=number))
            else:
                status = UNREADABLE
                still = words(
                    "Game {number}: still cannot be read: {reason}.",
                    number=number,
                    reason=_told(reason),
                )
                print(still, file=sys.stderr)
    finally:
        await store.close()
    return status


def _stats(given: argparse.Namespace) -> int:
    upkeep = upkeep_of(given.database)
    with upkeep.opened_to_read() as opened:
        found = counts(opened.connection, opened.size)
        entries, people = entries_and_people(opened.connection)
    lines = {
        words.context("in the database", "database"): opened.name,
        words.context("in the database", "schema"): opened.version,
        words.context("in the database", "bytes"): found.size,
        **{
            words.context("in the database", STATES[state]): count
            for state, count in sorted(found.games.items())
        },
        words.context("in the database", "log entries"): entries,
        words.context("in the database", "people"): people,
        words.context("in the database", "servers"): found.guilds,
        words.context("in the database", "games not shown"): found.unshown,
        words.context("in the database", "messages to tidy"): found.changes,
    }
    if given.folder is not None:
        backups = upkeep.backups(given.folder)
        lines[words.context("in the database", "backups")] = len(backups)
        if backups:
            lines[words.context("in the database", "newest backup")] = backups[0].path
            hours = (_now() - backups[0].made_at) / 3_600_000
            lines[words.context("in the database", "its age in hours")] = words.number(hours)
    width = max(map(len, lines)) + 2
    for name, value in lines.items():
        print(f"{name:{width}}{value}")
    return 0


def _copy(given: argparse.Namespace) -> int:
    checked = copy(given.source, given.target)
    told = words(
        "{name}: all that is in {source}, compared and replayed.",
        name=upkeep_of(given.target).name,
        source=upkeep_of(given.source).name,
    )
    print(told)
    return _report(checked)


def _recount(given: argparse.Namespace) -> int:
    return asyncio.run(_ask_for_recount(given.database))


async def _ask_for_recount(place: Place) -> int:
    upkeep_of(place).must_exist()
    store = await Store.open(place)
    try:
        servers = await store.club.ask_for_recount()
    finally:
        await store.close()
    print(
        words.plural(
            "After its next start the bot computes the ranking of {n} server again.",
            "After its next start the bot computes the rankings of {n} servers again.",
            servers,
        )
    )
    return 0


def _report(checked: Checked) -> int:
    """Print the result of a check, and return the exit status."""
    wrong = len(checked.unreadable) + len(checked.aside)
    print(
        words("Games replayed: {count}; cannot be read: {wrong}.", count=checked.count, wrong=wrong)
    )
    for game in checked.unreadable:
        told = words("Game {number}: {reason}.", number=game.game_id, reason=_told(game.reason))
        print(told, file=sys.stderr)
    for game in checked.aside:
        reason = _told(game.reason)
        print(words("Game {number}, set aside: {reason}.", number=game.game_id, reason=reason))
    for number in checked.repaired:
        print(
            words(
                "Game {number}, set aside, can be read again: bring-back {number} takes it up.",
                number=number,
            )
        )
    return UNREADABLE if checked.unreadable else 0


def _told(reason: Exception) -> str:
    """Return why a game cannot be read, in the host's language if the bot's files are the reason.

    Errors of the engine stay in English, as they stand in the bot's log and in reports.
    """
    if isinstance(reason, UnreadableGameError):
        return words(reason.sentences[reason.code], **reason.parameters)
    return str(reason)


COMMANDS: Final = {
    "backup": _backup,
    "restore": _restore,
    "check": _check,
    "stats": _stats,
    "bring-back": _bring_back,
    "copy": _copy,
    "recount": _recount,
}


def _parser() -> argparse.ArgumentParser:
    parser = command_line("python -m db", words("Look after the database."), words)
    parser.add_argument(
        "--database", help=words("the file or address; that of the settings if not given")
    )
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser("backup", help=words("copy it and check the copy"))
    backup.add_argument(
        "folder", type=Path, nargs="?", help=words("where to; that of the settings")
    )
    backup.add_argument("--kept", type=int, help=words("how many to leave there; 0 for all"))
    put_back = commands.add_parser(
        "restore", help=words("put a backup in its place; the bot must not run")
    )
    put_back.add_argument("file", type=Path, help=words("the backup"))
    put_back.add_argument(
        "--look", action="store_true", help=words("only say what that would undo")
    )
    check = commands.add_parser(
        "check", help=words("whether it is sound and every game can be read")
    )
    check.add_argument(
        "other", nargs="?", help=words("another file, such as a backup, or another address")
    )
    check.add_argument(
        "--set-aside",
        action="store_true",
        help=words("games that cannot be read; the bot must not run"),
    )
    stats = commands.add_parser("stats", help=words("how much there is in it"))
    stats.add_argument(
        "folder", type=Path, nargs="?", help=words("of backups; that of the settings")
    )
    back = commands.add_parser(
        "bring-back", help=words("take up games that were aside and are repaired")
    )
    back.add_argument("games", type=int, nargs="+", metavar="game", help=words("its number"))
    copying = commands.add_parser(
        "copy", help=words("into another file or address; no bot must run")
    )
    copying.add_argument(
        "source", help=words("the file, or the address that begins with postgresql://")
    )
    copying.add_argument(
        "target", help=words("a file that is not there, or an address without tables")
    )
    commands.add_parser("recount", help=words("compute all rankings again; the bot must not run"))
    return parser


def _now() -> int:
    return time.time_ns() // 1_000_000


if __name__ == "__main__":
    sys.exit(main())
