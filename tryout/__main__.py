"""The command ``python -m tryout``."""

import os
import sys

SIMULATION = "simcord"  # the package that ``make try`` installs; the bot does without it


def main() -> int:
    """Run the try-out until Ctrl-C, and return the exit status."""
    try:
        from tryout.serving import serve
    except ModuleNotFoundError as error:
        if error.name != SIMULATION:
            raise
        print("The try-out needs one more package: “make try” installs it.", file=sys.stderr)
        return os.EX_CONFIG
    return serve()


if __name__ == "__main__":
    sys.exit(main())
