"""Command-line tools: ``python -m engine replay | show | legal | selfplay | edition``.

Errors go to standard error, one line each, and the exit status is 1 then.
"""

import argparse
import sys
from collections.abc import Callable
from random import Random

from engine.edition_files import DEFAULT_EDITION, load_edition
from engine.errors import EditionError, RecordError, StartError
from engine.position import Position
from engine.random_play import random_game, random_start
from engine.record import ReadingError, Record, read_record_texts, sorted_lines
from engine.start import FIRST_GAME, SETUPS, Start
from engine.tools import CommandError, Parser, add_edition_tools, complain, run_tool, view_text


def main(arguments: list[str] | None = None) -> int:
    """Run one of the tools, and return its exit status."""
    return run_tool(_parser, arguments, ReadingError, EditionError, StartError)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m engine", description="Tools for records of games, and for editions."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    replay = commands.add_parser("replay", help="check records and print their results")
    replay.add_argument("files", nargs="+", metavar="FILE", help="records; - is standard input")
    replay.set_defaults(run=_replay)

    show = commands.add_parser("show", help="print the position that a record leads to")
    show.add_argument("file", metavar="FILE", help="one record; - is standard input")
    show.add_argument("--seat", type=int, metavar="N", help="what seat N may know, from 0")
    show.set_defaults(run=_show)

    legal = commands.add_parser("legal", help="print every legal action after a record")
    legal.add_argument("file", metavar="FILE", help="one record; - is standard input")
    legal.set_defaults(run=_legal)

    selfplay = commands.add_parser("selfplay", help="play games and print their records")
    selfplay.add_argument("--games", type=int, default=1, metavar="N", help="how many games")
    selfplay.add_argument("--edition", default=DEFAULT_EDITION, metavar="E", help="its name")
    selfplay.add_argument("--players", type=int, default=2, metavar="P", help="how many players")
    selfplay.add_argument("--setup", choices=SETUPS, default=FIRST_GAME)
    selfplay.add_argument("--mirror", action="store_true", help="tiles may be mirrored")
    selfplay.add_argument("--seed", type=int, default=0, help="the same seed, the same games")
    selfplay.add_argument("--level", help="computer players of this level, not random play")
    selfplay.set_defaults(run=_selfplay)

    edition = commands.add_parser("edition", help="check, draw and compare files of editions")
    add_edition_tools(edition)
    return parser


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _replay(options: argparse.Namespace) -> int:
    status = 0
    for name in options.files:
        prefix = f"{name}: " if len(options.files) > 1 else ""
        try:
            for number, text in enumerate(read_record_texts(name), start=1):
                try:
                    record = Record.from_json(text)
                    record.replay()
                except RecordError as error:
                    status = complain(prefix + _sentence(number, error))
                else:
                    _say(prefix + record.result_json())
        except ReadingError as error:
            status = complain(str(error))
    return status


def _sentence(number: int, error: RecordError) -> str:
    """Return the error message about a record, with its number."""
    return f"record {number}{',' if error.code == 'bad-action' else ':'} {error}"


def _position_of(name: str) -> Position:
    texts = read_record_texts(name)
    text = next(texts)
    if next(texts, None) is not None:
        raise CommandError(f"{name}: there is more than one record in it")
    try:
        return Record.from_json(text).replay()
    except RecordError as error:
        raise CommandError(_sentence(1, error)) from error


def _show(options: argparse.Namespace) -> int:
    position = _position_of(options.file)
    seats = position.start.seats
    if options.seat is not None and not 0 <= options.seat < seats:
        raise CommandError(f"there is no seat {options.seat}; there are 0 to {seats - 1}")
    _say(view_text(position.view(options.seat)))
    return 0


def _legal(options: argparse.Namespace) -> int:
    position = _position_of(options.file)
    for line in sorted_lines(str(action) for action in position.legal_actions()):
        _say(line)
    return 0


def _selfplay(options: argparse.Namespace) -> int:
    if options.games < 1:
        raise CommandError(f"--games {options.games}: at least one game can be played")
    play = random_game if options.level is None else _play_of(options.level)
    rng = Random(options.seed)
    edition = load_edition(options.edition)
    for _ in range(options.games):
        start = random_start(edition, options.setup, options.players, rng, mirror=options.mirror)
        _say(play(start, rng).to_json())
    return 0


def _play_of(level: str) -> Callable[[Start, Random], Record]:
    """Return a function that plays a game with players of a level, without a time limit.

    Limited by playouts alone, the same seed gives the same games.
    """
    # Imported here, because the library itself must not depend on the players.
    from players.levels import LevelError, level_named
    from players.player import Budget
    from players.self_play import play

    try:
        players = level_named(level).player()
    except LevelError as error:
        raise CommandError(str(error)) from error

    return lambda start, rng: play(
        start, [players] * start.seats, rng.getrandbits(64), [Budget()] * start.seats
    )


if __name__ == "__main__":
    sys.exit(main())
