"""Serve the try-out until Ctrl-C."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import webbrowser
from pathlib import Path
from typing import Final

import simcord

from db.errors import StoreError
from i18n.command_line import command_line
from i18n.translation import words_of_host
from runtime.logs import log_to_stderr
from runtime.settings import SettingsError, read_settings
from runtime.stopping import stop_signal
from tryout.page import PageChangedError, check_page
from tryout.simulation import PORT, Tryout

words = words_of_host(os.environ)

FOLDER: Final = Path("tried")
"""The default folder of the games and the channel, below the current one."""


async def _serve(tryout: Tryout, port: int | None, *, browser: bool) -> None:
    stop = asyncio.create_task(stop_signal().wait())
    async with tryout.running(port) as preview:
        print(words("The try-out is at {address}", address=preview.url), flush=True)
        if (board := tryout.board()) is not None:
            print(words("Your board of game 1 is at {address}", address=board), flush=True)
        print(words("Press Ctrl-C to stop it."), flush=True)
        if browser and _has_screen():
            await asyncio.to_thread(open_both, preview.url, board)
        closed = asyncio.create_task(preview.wait_closed())
        await asyncio.wait({stop, closed}, return_when=asyncio.FIRST_COMPLETED)
        closed.cancel()
    stop.cancel()
    await asyncio.gather(stop, closed, return_exceptions=True)


def open_both(channel: str, board: str | None) -> None:
    """Open the channel and, beside it, the board of a game."""
    webbrowser.open(channel)
    if board is not None:
        webbrowser.open_new(board)


def _has_screen() -> bool:
    # Without one ``webbrowser`` would open a text browser in this very terminal.
    return sys.platform == "darwin" or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def serve() -> int:
    """Run the try-out until Ctrl-C, and return the exit status."""
    about = words("Play in the browser, without a Discord account.")
    parser = command_line("python -m tryout", about, words)
    parser.add_argument(
        "--port",
        type=int,
        help=words("on which port the page is served; usually {port}", port=PORT),
    )
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help=words("the folder for what is kept")
    )
    parser.add_argument("--no-browser", action="store_true", help=words("only print the address"))
    given = parser.parse_args()
    log_to_stderr(logging.WARNING)
    try:
        check_page()
        hosted = read_settings(os.environ, Path(".env"))
        given.folder.mkdir(parents=True, exist_ok=True)
        tryout = Tryout(given.folder, practice=True, pages=True, hosted=hosted)
        asyncio.run(_serve(tryout, given.port, browser=not given.no_browser))
    except SettingsError as error:
        print(error, file=sys.stderr)
        return os.EX_CONFIG
    except (StoreError, PageChangedError) as error:
        print(words(error.sentence, **error.fields), file=sys.stderr)
        return os.EX_CONFIG
    except (simcord.SetupError, OSError) as error:
        print(words("The try-out cannot be started: {error}", error=error), file=sys.stderr)
        return os.EX_CONFIG
    return 0
