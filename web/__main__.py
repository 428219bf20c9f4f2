"""``python -m web FOLDER``: makes the page that looks back at games, for any host of files."""

from __future__ import annotations

import argparse
from pathlib import Path

from web.replaying import write_page


def main() -> None:
    """Make the page in the folder that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m web", description=main.__doc__)
    parser.add_argument("folder", type=Path, help="where the page's files are put")
    write_page(parser.parse_args().folder)


if __name__ == "__main__":
    main()
