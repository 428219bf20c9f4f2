"""``python -m web FOLDER``: makes the pages for looking back at games and for drawing a box."""

from __future__ import annotations

import argparse
from pathlib import Path

from web.building import make_page


def main() -> None:
    """Make the pages in the folder that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m web", description=main.__doc__)
    parser.add_argument("folder", type=Path, help="where the pages' files are put")
    make_page(parser.parse_args().folder)


if __name__ == "__main__":
    main()
