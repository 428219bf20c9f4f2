"""``python -m cogs.pages.web FOLDER``: makes the page of finished games, for any host of files."""

import argparse
from pathlib import Path

from cogs.pages.web.replaying import write_page


def main() -> None:
    """Make the page in the folder that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m cogs.pages.web", description=main.__doc__)
    parser.add_argument("folder", type=Path, help="where the page's files are put")
    write_page(parser.parse_args().folder)


if __name__ == "__main__":
    main()
