"""The host's commands: ``python -m db backup|restore|restored|check|stats|bring-back|copy``.

The database and the folder for backups are those of the settings. ``backup``, ``check`` and
``stats`` work while the bot runs; the database refuses the commands that write it.

Exit status 0: the command succeeded. 1: a stored game cannot be read. 78: the command failed, and
printed the reason.
"""

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

from db.database import Place, copy, is_address, upkeep_of
from db.errors import StoreError, UnknownNumberError
from db.games.replaying import Checked, Unreadable, why_unreadable
from db.games.rows import State
from db.servers import counts, entries_and_people
from db.sqlite.opening import hold
from db.sqlite.soundness import as_store_error, resolved, undone_by
from db.sqlite.upkeep import backups_in, check_file, restore
from db.store import opened
from runtime.address import read_address
from runtime.settings import SettingsError, read_settings

UNREADABLE: Final = 1
IMPOSSIBLE: Final = os.EX_CONFIG

STATES: Final[dict[State, str]] = {
    "lobby": "lobbies",
    "running": "running games",
    "finished": "finished games",
    "cancelled": "cancelled games",
    "closed": "closed games",
    "aside": "games set aside",
}


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
    """Return a command line fit for printing, and its addresses by their printable names."""
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
    return text if isinstance(text, str) and is_address(text) else resolved(Path(text))


def _refuse(error: Exception) -> int:
    sys.stderr.write(f"{error}\n")
    return IMPOSSIBLE


def _backup(given: argparse.Namespace) -> int:
    if given.folder is None:
        raise StoreError("Name a folder, here or as ARKADIA_BACKUPS.")
    upkeep = upkeep_of(given.database)
    backup, checked = upkeep.back_up(given.folder, _now(), given.kept or None)
    print(f"{backup.path}: a backup of {upkeep.name}.")
    return _report(checked)


def _restore(given: argparse.Namespace) -> int:
    if not isinstance(given.database, Path):
        raise StoreError(
            f"A backup is put into {upkeep_of(given.database).name} by “copy {given.file} …”. "
            "Its second place is an empty schema."
        )
    checked = check_file(given.file)
    status = _report(checked)
    if checked.unreadable and len(checked.unreadable) == checked.count - len(checked.aside):
        raise StoreError(f"No game in {given.file} can be read, so it was not put back.")
    if given.look:
        _tell_undone(given.file, given.database)
        return status
    # The hold is a running bot's: a file under an open connection must not be replaced.
    with closing(hold(given.database)):
        _tell_undone(given.file, given.database)
        replaced = restore(given.file, given.database, _now())
    print(f"{given.database}: now as it is in {given.file}.")
    if replaced is not None:
        print(f"{replaced}: what was there before.")
    return status


def _restored(given: argparse.Namespace) -> int:
    upkeep = upkeep_of(given.database)
    upkeep.must_exist()
    games = asyncio.run(_begin_epoch(given.database))
    print(f"{upkeep.name}: sessions of pages are over, and {games} games say whose move it is.")
    return 0


async def _begin_epoch(database: Place) -> int:
    async with opened(database) as store:
        return await store.begin_epoch()


def _tell_undone(file: Path, database: Path) -> None:
    try:
        games = undone_by(file, database) if database.exists() else ()
    except StoreError as error:  # a damaged one is the reason to put a backup back
        print(f"What it undoes is unknown: {error}")
        return
    for number, entries in games:
        if entries is None:
            print(f"Game {number}: lost, as it was opened later.")
            continue
        ago = "1 entry" if entries == 1 else f"{entries} entries"
        print(f"Game {number}: as it was {ago} of its log before.")
    print("All else that was saved since then is undone as well: notes, settings, leagues.")


def _check(given: argparse.Namespace) -> int:
    place = given.other or given.database
    upkeep = upkeep_of(place)
    checked = upkeep.check()
    print(f"{upkeep.name}: a sound database.")
    status = _report(checked)
    if given.set_aside and checked.unreadable:
        asyncio.run(_set_aside(place, checked.unreadable))
        return 0
    return status


async def _set_aside(place: Place, games: Sequence[Unreadable]) -> None:
    async with opened(place) as store:
        for game in games:
            await store.games.set_aside(game.game_id, str(game.reason))
            print(f"Game {game.game_id}: set aside.")


def _bring_back(given: argparse.Namespace) -> int:
    upkeep_of(given.database).must_exist()
    return asyncio.run(_bring_back_games(given.database, given.games))


async def _bring_back_games(database: Place, numbers: Sequence[int]) -> int:
    status = 0
    async with opened(database) as store:
        for number in numbers:
            stored = await store.games.load(number)
            if stored is None:
                raise UnknownNumberError("game", number)
            if stored.state != "aside":
                raise StoreError(f"Game {number} is not set aside.")
            reason = why_unreadable(stored)
            if reason is None:
                await store.games.bring_back(number)
                print(f"Game {number}: brought back.")
            else:
                status = UNREADABLE
                still = f"Game {number}: still cannot be read: {reason}."
                print(still, file=sys.stderr)
    return status


def _stats(given: argparse.Namespace) -> int:
    upkeep = upkeep_of(given.database)
    with upkeep.opened_to_read() as opened:
        found = counts(opened.connection, opened.size)
        entries, people = entries_and_people(opened.connection)
    lines = {
        "database": opened.name,
        "schema": opened.version,
        "bytes": found.size,
        **{STATES[state]: count for state, count in sorted(found.games.items())},
        "log entries": entries,
        "people": people,
        "servers": found.guilds,
        "games not shown": found.unshown,
        "messages to tidy": found.changes,
    }
    if given.folder is not None:
        backups = backups_in(given.folder, upkeep.path)
        lines["backups"] = len(backups)
        if backups:
            lines["newest backup"] = backups[0].path
            hours = (_now() - backups[0].made_at) / 3_600_000
            lines["its age in hours"] = round(hours, 1)
    width = max(map(len, lines)) + 2
    for name, value in lines.items():
        print(f"{name:{width}}{value}")
    return 0


def _copy(given: argparse.Namespace) -> int:
    checked = copy(given.source, given.target)
    source, target = upkeep_of(given.source).name, upkeep_of(given.target).name
    print(f"{target}: all that is in {source}, compared and replayed.")
    return _report(checked)


def _report(checked: Checked) -> int:
    wrong = len(checked.unreadable) + len(checked.aside)
    print(f"Games replayed: {checked.count}; cannot be read: {wrong}.")
    for game in checked.unreadable:
        print(f"Game {game.game_id}: {game.reason}.", file=sys.stderr)
    for game in checked.aside:
        print(f"Game {game.game_id}, set aside: {game.reason}.")
    for number in checked.repaired:
        print(f"Game {number}, set aside, can be read again: bring-back {number} takes it up.")
    return UNREADABLE if checked.unreadable else 0


COMMANDS: Final = {
    "backup": _backup,
    "restore": _restore,
    "restored": _restored,
    "check": _check,
    "stats": _stats,
    "bring-back": _bring_back,
    "copy": _copy,
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m db", description="Look after the database.")
    parser.add_argument("--database", help="the file or address; that of the settings if not given")
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser("backup", help="copy it and check the copy")
    backup.add_argument("folder", type=Path, nargs="?", help="where to; that of the settings")
    backup.add_argument("--kept", type=int, help="how many to leave there; 0 for all")
    putting = commands.add_parser("restore", help="put a backup in its place; the bot must not run")
    putting.add_argument("file", type=Path, help="the backup")
    putting.add_argument("--look", action="store_true", help="only say what that would undo")
    commands.add_parser(
        "restored", help="say so after you put a copy in its place yourself; the bot must not run"
    )
    check = commands.add_parser("check", help="whether it is sound and every game can be read")
    check.add_argument(
        "other", nargs="?", help="another file, such as a backup, or another address"
    )
    check.add_argument(
        "--set-aside", action="store_true", help="games that cannot be read; the bot must not run"
    )
    stats = commands.add_parser("stats", help="how much there is in it")
    stats.add_argument("folder", type=Path, nargs="?", help="of backups; that of the settings")
    back = commands.add_parser("bring-back", help="take up games that were aside and are repaired")
    back.add_argument("games", type=int, nargs="+", metavar="game", help="its number")
    copying = commands.add_parser("copy", help="into another file or address; no bot must run")
    copying.add_argument("source", help="the file, or the address that begins with postgresql://")
    copying.add_argument("target", help="a file that is not there, or an address without tables")
    return parser


def _now() -> int:
    return time.time_ns() // 1_000_000


if __name__ == "__main__":
    sys.exit(main())
