"""Command-line tools: errors of one line, exit statuses, a view as text, and those of editions."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NoReturn

from engine.edition import Edition
from engine.edition_drawing import data_of_drawing, drawing_of, letters_of
from engine.edition_files import Reading, edition_from_json, load_edition, read_edition
from engine.edition_writing import differences, pretty
from engine.errors import EditionError, one_line
from engine.squares import COLUMN_LETTERS, iter_squares, square_at, square_names
from engine.view import Counts, View

FAILED: Final = 1  # the exit status after a refusal

INTERRUPTED: Final = 130  # the exit status after Ctrl-C, as shells have it


class CommandError(Exception):
    """A command cannot be carried out; the text gives the reason in one line."""


class Parser(argparse.ArgumentParser):
    """An argparse parser that raises ``CommandError`` instead of exiting the process."""

    # argparse would print its usage and exit with 2; the tools print one line and exit with 1.

    def error(self, message: str) -> NoReturn:
        """Raise the parser's error message as a ``CommandError``."""
        raise CommandError(f"{message}; {self.prog} --help shows what there is")


def run_tool(
    parser: Callable[[], argparse.ArgumentParser],
    arguments: Sequence[str] | None,
    *refusals: type[Exception],
) -> int:
    """Run the tool that the arguments name, and return its exit status.

    Args:
        parser: makes the parser; a tool is the ``run`` of its options.
        refusals: the errors, besides ``CommandError``, whose text gives the reason in one line.
    """
    refused: tuple[type[Exception], ...] = (CommandError, *refusals)
    try:
        options = parser().parse_args(arguments)
        status: int | None = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, such as ``head``, has seen enough.
        _drop_output()
        return FAILED
    except refused as error:
        return complain(str(error))
    except OSError as error:
        _drop_output()
        return complain(f"cannot write: {error.strerror}")
    except KeyboardInterrupt:
        return INTERRUPTED
    return status or 0


def complain(line: str) -> int:
    """Print an error in one line, and return the exit status."""
    sys.stderr.write(f"{one_line(line)}\n")
    return FAILED


def _drop_output() -> None:
    """Redirect standard output to nowhere, so that the flush at exit raises no second error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_VACANT, _CAMP, _COURTYARD, _WORKER, _NEUTRAL, _NO_SEAL, _BLANK = ".", "^", "##", "*", "n", "-", "-"


def view_text(view: View) -> str:
    """Format a view as lines: board with its legend, castle, values, buildings, and each seat."""
    parts = [[_headline(view)], _board(view), _castle(view), _buildings(view), _seats(view)]
    if view.screen is not None:
        parts.append(_screen(view))
    if view.result is not None:
        gold = ", ".join(
            f"{view.seats[seat].colour} {view.result.gold[seat]} gold (rank {rank})"
            for rank, seat in view.result.ranking
        )
        parts.append([f"result: {gold}"])
    return "\n\n".join("\n".join(lines) for lines in parts)


def _headline(view: View) -> str:
    mirror = ", mirrored tiles allowed" if view.mirror else ""
    head = f"{view.setup} set-up{mirror}, ply {view.ply}, turn {view.turn}"
    if view.active is None:
        return f"{head}, the game is over"
    head += f", {view.seats[view.active].colour} has to act ({view.phase.value})"
    if view.owed:
        head += f", castle pieces owed: {view.owed}"
    if view.turns_left is not None:
        head += f", turns left: {view.turns_left}"
    return head


def _board(view: View) -> list[str]:
    edition = view.edition
    cells = _cells(view)
    lines = [
        "   " + "".join(f"{letter:3}" for letter in COLUMN_LETTERS[: edition.columns]).rstrip()
    ]
    for row in range(edition.rows):
        signs = (cells[square_at(column, row)] for column in range(edition.columns))
        lines.append(f"{row + 1:2} " + "".join(f"{sign:3}" for sign in signs).rstrip())
    return [*lines, "", *_legend(view)]


def _cells(view: View) -> dict[int, str]:
    # Painted from the ground up: camps, buildings, castle, workers; each may cover the ones before.
    edition = view.edition
    forms, families = letters_of(edition.forms), letters_of(edition.families)
    colours = letters_of(edition.colours, taken=_NEUTRAL)
    cells = dict.fromkeys(iter_squares(edition.board), _VACANT)
    cells.update(dict.fromkeys(iter_squares(view.camps), _CAMP))
    for building in view.buildings:
        letter = forms[building.card.form]
        sign = letter + _NO_SEAL
        if not building.completed:
            sign = letter.upper() + families[building.card.family]
        cells.update(dict.fromkeys(iter_squares(building.squares), sign))
    cells.update(dict.fromkeys(iter_squares(view.lot.squares), _COURTYARD))
    for square, family, height in zip(view.lot.ring, view.ring, view.heights, strict=True):
        cells[square] = f"{height}{_BLANK if family is None else families[family]}"
    for seat in view.seats:
        cells.update(dict.fromkeys(iter_squares(seat.workers), _WORKER + colours[seat.colour]))
    cells.update(dict.fromkeys(iter_squares(view.neutral), _WORKER + _NEUTRAL))
    return cells


def _legend(view: View) -> list[str]:
    edition = view.edition
    forms = [f"{letter.upper()} {name}" for name, letter in letters_of(edition.forms).items()]
    families = [f"{letter} {name}" for name, letter in letters_of(edition.families).items()]
    colours = letters_of(edition.colours, taken=_NEUTRAL)
    workers = [f"{_WORKER}{colours[seat.colour]} {seat.colour}" for seat in view.seats]
    return [
        f"buildings: {', '.join(forms)}; small and without a seal when completed",
        f"seals and castle: {', '.join(families)}, {_BLANK} none; a digit counts castle pieces",
        f"workers: {', '.join(workers)}, {_WORKER}{_NEUTRAL} neutral",
        f"{_CAMP} camp, {_VACANT} vacant, {_COURTYARD} courtyard",
    ]


def _counts(view: View, counts: Counts) -> str:
    return ", ".join(f"{name} {n}" for name, n in zip(view.edition.families, counts, strict=True))


def _castle(view: View) -> list[str]:
    ring = ", ".join(
        f"{place} {family or 'blank'} ({height})"
        for place, (family, height) in enumerate(zip(view.ring, view.heights, strict=True), start=1)
    )
    return [
        f"castle at {view.lot}, floor {view.floor} under construction",
        f"ring squares, seen from above (and pieces): {ring}",
        *(
            f"pool of floor {floor}: {_counts(view, pool)}"
            for floor, pool in enumerate(view.pools, start=1)
        ),
        f"values: {_counts(view, view.values)}",
    ]


def _buildings(view: View) -> list[str]:
    lines = [
        f"{building.card} {' '.join(square_names(building.squares))} "
        f"{'completed' if building.completed else 'under construction'}"
        for building in view.buildings
    ]
    cards = ", ".join(str(card) for card in view.face_up) or "none"
    return ["buildings:", *(lines or ["none"]), f"open cards: {cards}; stack: {view.stack}"]


def _seats(view: View) -> list[str]:
    lines = [f"neutral workers: {' '.join(square_names(view.neutral)) or 'none'}"]
    for number, seat in enumerate(view.seats):
        workers = " ".join(square_names(seat.workers)) or "none"
        lines.append(
            f"seat {number} {seat.colour}: banners {seat.banners}, cards {seat.cards}, "
            f"workers {workers}"
        )
    return lines


def _screen(view: View) -> list[str]:
    screen = view.screen
    assert screen is not None
    return [
        f"behind the screen of seat {view.seat}:",
        f"cards: {', '.join(str(card) for card in screen.hand) or 'none'}",
        f"workers: own {screen.own}, neutral {screen.neutral}",
        f"seals: {_counts(view, screen.seals)}",
        f"gold: {screen.gold}",
    ]


def add_edition_tools(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of ``edition`` to its parser."""
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    a_file = "an edition's file, JSON or drawn; or the name of one that is there"

    check = commands.add_parser("check", help="say what is wrong, strange or worth knowing")
    check.add_argument("files", nargs="+", metavar="FILE", help=a_file)
    check.set_defaults(run=_check)

    text = commands.add_parser("text", help="print a file as a drawing, and a drawing as a file")
    text.add_argument("file", metavar="FILE", help=a_file)
    text.set_defaults(run=_text)

    diff = commands.add_parser("diff", help="print what the second edition has otherwise")
    diff.add_argument("one", metavar="FILE", help=a_file)
    diff.add_argument("other", metavar="OTHER", help="the same")
    diff.set_defaults(run=_diff)


def read_file(name: str) -> str:
    """Return an edition as JSON text, from a file (JSON or drawing) or by the edition's id.

    Raises:
        CommandError: if there is neither a readable file nor an edition with that name.
        EditionError: if the file is a drawing that cannot be parsed.
    """
    text = _text_of(name)
    return text if _is_json(text) else json.dumps(data_of_drawing(text), ensure_ascii=False)


def _text_of(name: str) -> str:
    try:
        return Path(name).read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"{name}: not a text in UTF-8") from error
    except OSError as error:
        # A file goes before an edition of the same name: it is the one that was typed.
        if isinstance(error, FileNotFoundError) and (known := _named(name)) is not None:
            return known.text
        raise CommandError(f"{name}: {error.strerror}") from error


def _named(name: str) -> Edition | None:
    try:
        return load_edition(name)
    except EditionError:
        return None


def _is_json(text: str) -> bool:
    return text.lstrip().startswith(("{", "["))


def _check(options: argparse.Namespace) -> int:
    """Print each finding in a line, and return 1 if any is an error."""
    status = 0
    for name in options.files:
        prefix = f"{name}: " if len(options.files) > 1 else ""
        reading = read_edition(read_file(name))
        for line in report(reading):
            sys.stdout.write(f"{prefix}{line}\n")
        status = FAILED if reading.errors else status
    return status


def report(reading: Reading) -> Iterator[str]:
    """Yield each finding of a check as a line, and whether the edition can be played."""
    for found in reading.findings:
        yield f"{found.level}: {found}"
    if reading.edition is None:
        yield "It cannot be played as it is."
    else:
        yield f"It can be played: {reading.edition.title}, {reading.edition.fingerprint[:12]}."


def _text(options: argparse.Namespace) -> int:
    text = _text_of(options.file)
    if _is_json(text):
        sys.stdout.write(drawing_of(edition_from_json(text)))
    else:
        sys.stdout.write(pretty(data_of_drawing(text)))
    return 0


def _diff(options: argparse.Namespace) -> int:
    one, other = (edition_from_json(read_file(name)) for name in (options.one, options.other))
    for line in differences(one, other):
        sys.stdout.write(f"{line}\n")
    same = one.fingerprint == other.fingerprint
    sys.stdout.write(
        "Games of both are the same.\n" if same else "Games of one are not the other's.\n"
    )
    return 0
