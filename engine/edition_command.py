"""``python -m engine edition``: tools that check, draw and compare files of editions."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.edition import Edition
from engine.edition_drawing import data_of_drawing, drawing_of
from engine.edition_files import load_edition
from engine.edition_reading import Reading, edition_from_json, read_edition
from engine.edition_writing import differences, pretty
from engine.errors import EditionError
from engine.tools import FAILED, CommandError


def add_to(parser: argparse.ArgumentParser) -> None:
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
        for line in told(reading):
            sys.stdout.write(f"{prefix}{line}\n")
        status = FAILED if reading.errors else status
    return status


def told(reading: Reading) -> Iterator[str]:
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
