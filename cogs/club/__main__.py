"""``python -m cogs.club recount``: have all rankings computed again; the bot must not run."""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cogs.club.store import TABLES, ask_for_recount
from db import database, errors
from db.store import opened
from runtime.settings import SettingsError, read_settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m cogs.club", description=__doc__)
    parser.add_argument("command", choices=["recount"])
    parser.parse_args(arguments)
    try:
        servers = asyncio.run(_ask(read_settings(os.environ, Path(".env")).database))
    except (SettingsError, errors.StoreError) as error:
        sys.stderr.write(f"{error}\n")
        return os.EX_CONFIG
    rankings = "the ranking of 1 server" if servers == 1 else f"the rankings of {servers} servers"
    sys.stdout.write(f"After its next start the bot computes {rankings} again.\n")
    return 0


async def _ask(place: database.Place) -> int:
    database.upkeep_of(place).must_exist()
    async with opened(place) as store:
        await store.load(TABLES)
        return await store.change(ask_for_recount)


if __name__ == "__main__":
    raise SystemExit(main())
