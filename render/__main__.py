"""``python -m render FILE FOLDER``: checks an edition, and makes its file and its pictures.

The pictures are the board at the start of a first game, and the tiles.
"""

import argparse
import sys
from pathlib import Path
from random import Random

from engine import FIRST_GAME, Position
from engine.edition_files import read_edition
from engine.edition_writing import edition_data, pretty
from engine.errors import EditionError, one_line
from engine.random_play import random_start
from engine.tools import FAILED, CommandError, read_file, report
from render import draw_board, draw_forms


def main(arguments: list[str] | None = None) -> int:
    """Say what a check finds; make an edition's file and pictures, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m render", description=main.__doc__)
    parser.add_argument("file", metavar="FILE", help="an edition, drawn or JSON, or its name")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where file and pictures go")
    given = parser.parse_args(arguments)
    try:
        reading = read_edition(read_file(given.file))
        sys.stdout.writelines(f"{line}\n" for line in report(reading))
        if (edition := reading.edition) is None:
            return FAILED
        seats = edition.seat_counts[0]
        view = Position(random_start(edition, FIRST_GAME, seats, Random(0))).view()
        given.folder.mkdir(parents=True, exist_ok=True)
        board = draw_board(view, names=edition.colours[:seats])
        made = given.folder / f"{edition.id}.json"
        made.write_text(pretty(edition_data(edition)), "utf-8")
        (given.folder / "board.png").write_bytes(board)
        (given.folder / "forms.png").write_bytes(draw_forms(edition))
    except (CommandError, EditionError, OSError) as error:
        sys.stderr.write(f"{one_line(str(error))}\n")
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
