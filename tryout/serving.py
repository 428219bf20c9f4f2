"""Serve the try-out until Ctrl-C."""

import argparse
import asyncio
import logging
import os
import sys
import webbrowser
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import simcord

from db.errors import StoreError
from runtime.background import stop_signal
from runtime.logs import log_to_stderr
from runtime.settings import SettingsError, read_settings
from tryout.page import WELCOME, PageChangedError, check_page
from tryout.simulation import PORT, Tryout

FOLDER: Final = Path("tried")


async def _serve(tryout: Tryout, port: int | None, *, browser: bool) -> None:
    stop = asyncio.create_task(stop_signal().wait())
    async with tryout.running(port) as preview:
        address = urljoin(preview.url, WELCOME)
        print(f"The try-out is at {address}", flush=True)
        print("Press Ctrl-C to stop it.", flush=True)
        if browser and _has_screen():
            await asyncio.to_thread(webbrowser.open, address)
        closed = asyncio.create_task(preview.wait_closed())
        await asyncio.wait({stop, closed}, return_when=asyncio.FIRST_COMPLETED)
        closed.cancel()
    stop.cancel()
    await asyncio.gather(stop, closed, return_exceptions=True)


def _has_screen() -> bool:
    # Without one ``webbrowser`` would open a text browser in this very terminal.
    return sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def serve() -> int:
    """Run the try-out until Ctrl-C, and return the exit status."""
    about = "Play in the browser, without a Discord account."
    parser = argparse.ArgumentParser("python -m tryout", description=about)
    parser.add_argument("--port", type=int, help=f"the port of the page; usually {PORT}")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the folder for what is kept")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    given = parser.parse_args()
    log_to_stderr(logging.WARNING)
    try:
        check_page()
        hosted = read_settings(os.environ, Path(".env"))
        given.folder.mkdir(parents=True, exist_ok=True)
        tryout = Tryout(given.folder, practice=True, pages=True, hosted=hosted)
        asyncio.run(_serve(tryout, given.port, browser=not given.no_browser))
    except (SettingsError, StoreError, PageChangedError) as error:
        print(error, file=sys.stderr)
        return os.EX_CONFIG
    except (simcord.SetupError, OSError) as error:
        print(f"The try-out cannot be started: {error}", file=sys.stderr)
        return os.EX_CONFIG
    return 0
