"""``python -m render FILE FOLDER``: draws an edition, its board for a first game and its tiles."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

from engine.edition_command import read_file
from engine.edition_reading import edition_from_json
from engine.errors import EditionError, one_line
from engine.position import Position
from engine.random_play import random_start
from engine.start import FIRST_GAME
from engine.tools import FAILED, CommandError
from render import draw_board, draw_forms


def main(arguments: list[str] | None = None) -> int:
    """Draw the edition and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m render", description=main.__doc__)
    parser.add_argument("file", metavar="FILE", help="an edition's file, or its name")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the pictures go")
    given = parser.parse_args(arguments)
    try:
        edition = edition_from_json(read_file(given.file))
        seats = edition.seat_counts[0]
        view = Position(random_start(edition, FIRST_GAME, seats, Random(0))).view()
        given.folder.mkdir(parents=True, exist_ok=True)
        board = draw_board(view, names=edition.colours[:seats])
        (given.folder / "board.png").write_bytes(board)
        (given.folder / "forms.png").write_bytes(draw_forms(edition))
    except (CommandError, EditionError, OSError) as error:
        sys.stderr.write(f"{one_line(str(error))}\n")
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
