"""The bot's entry point and composition root: settings, services, cogs, start and clean stop."""

import argparse
import asyncio
import gc
import importlib
import logging
import os
import pkgutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import discord

import cogs
from db import errors
from runtime.background import cancel_until_ended, end_within, persistently, stop_signal
from runtime.health import Watchdog
from runtime.listening import raise_file_limit
from runtime.logs import log_to_stderr
from runtime.settings import NO_TOKEN, Settings, SettingsError, read_settings
from ui.client import Client
from ui.services.servers import UNANSWERED

# What is imported lives for ever: with it, a full collection would stop the bot for 48 ms, not 5.
gc.freeze()

log = logging.getLogger("arkadia.bot")

MISCONFIGURED: Final = os.EX_CONFIG
"""The exit status of a process that needs a change by its host; a restart would not help."""

UNAVAILABLE: Final = os.EX_UNAVAILABLE
"""The exit status of a failure that may pass by itself, such as an outage; a restart may help."""

OCCUPIED: Final = os.EX_TEMPFAIL
"""The exit status of a process whose shards or database another process serves."""

PASSING: Final = (
    errors.DiskError,
    errors.DiskFullError,
    errors.SlowQuestionError,
    errors.UnreachableError,
    errors.UnsureError,
)
"""The errors that a database may recover from without a change of any setting."""

DISPLACED: Final = (
    "Another process takes care of these servers now, because the database was out of reach for a "
    "while. Start this one again to have it wait, or leave it."
)

EXTENSIONS: Final = tuple(
    module.name for module in pkgutil.iter_modules(cogs.__path__, f"{cogs.__name__}.")
)
"""All extensions of ``cogs``: the core's, and the features."""

CORE: Final = frozenset(
    f"cogs.{name}"
    for name in (
        "arkadia",
        "clock",
        "computers",
        "moderation",
        "public_messages",
        "routing",
        "upkeep",
    )
)
"""The extensions without which no game is played; all others are features."""


class ArkadiaBot(Client):
    """The bot with all its cogs; ``Client`` says what it does with the other arguments."""

    def __init__(
        self, settings: Settings, extensions: Sequence[str] = EXTENSIONS, **named: Any
    ) -> None:
        super().__init__(settings, extensions, CORE, **named)


async def reload_on_signal(bot: ArkadiaBot) -> None:
    """Reload a bot's cogs at each SIGHUP, until cancelled."""
    hung_up = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, hung_up.set)
    while await hung_up.wait():
        hung_up.clear()
        if not bot.is_ready():
            continue
        try:
            await bot.reload()
        except (errors.StoreError, *UNANSWERED) as error:
            log.error("Commands not sent to Discord", extra={"why": str(error)})
        except Exception:  # else the next signal would do nothing, without a word
            log.exception("Not reloaded")


async def serve(bot: ArkadiaBot) -> bool:
    """Run the bot until a signal stops it or Discord refuses it.

    Returns:
        Whether the database went back in time, so that another bot is to begin.

    Raises:
        TakenError: if another process took over this one's servers.
    """
    stop = asyncio.create_task(stop_signal().wait())
    displaced = asyncio.create_task(bot.displaced.wait())
    outdated = asyncio.create_task(bot.outdated.wait())
    reloads = asyncio.create_task(reload_on_signal(bot))
    running = asyncio.create_task(bot.start(bot.settings.token))
    watchdog = asyncio.create_task(persistently("watchdog", Watchdog(os.environ).run))
    try:
        ends = {stop, running, displaced, outdated}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        log.info("Stopping")
        if displaced.done():
            raise errors.TakenError(DISPLACED)
        again = outdated.done() and not stop.done()
    finally:
        deadline = end_within()
        # First nothing new comes in, then what has begun is finished.
        await cancel_until_ended(stop, reloads, running, displaced, outdated)
        await bot.close()
        bot.painters.shutdown(wait=False, cancel_futures=True)  # nobody waits for pictures now
        await cancel_until_ended(watchdog)
        if outdated.done():
            deadline.cancel()  # the process goes on, with another bot
    log.info("Stopped")
    return again


def declared(extensions: Sequence[str]) -> list[type[object]] | None:
    """Return the classes of the settings that extensions declare as ``SETTINGS``.

    None if one cannot be imported, since then nobody knows all settings. Which one is told when it
    is loaded.
    """
    try:
        modules = [importlib.import_module(name) for name in extensions]
    except Exception:  # noqa: BLE001 - whatever a damaged file raises
        return None
    return [module.SETTINGS for module in modules if hasattr(module, "SETTINGS")]


def main() -> int:
    """Run the bot with the settings of the environment and ``.env``, and return the exit status."""
    about = "Run the bot, with the settings of the environment and of .env."
    argparse.ArgumentParser("python bot.py", description=about).parse_args()
    try:
        settings = read_settings(os.environ, Path(".env"), declared(EXTENSIONS))
    except SettingsError as error:
        return _refuse(str(error), MISCONFIGURED)
    if not settings.token:
        return _refuse(NO_TOKEN, MISCONFIGURED)
    log_to_stderr(settings.log.level, settings.token, settings.log.written)
    for note in settings.notes:
        log.warning("A setting is left out", extra={"why": note})
    raise_file_limit()
    try:
        _serve_on(settings)
    except errors.StoreError as error:
        return _refuse(str(error), _status(error))
    except discord.LoginFailure:
        return _refuse(
            "Discord does not accept DISCORD_TOKEN: copy the token again from the page “Bot” of "
            "your application at https://discord.com/developers/applications.",
            MISCONFIGURED,
        )
    except (OSError, discord.HTTPException, discord.GatewayNotFound) as error:
        return _refuse(f"Discord cannot be reached: {error}", UNAVAILABLE)
    return 0


def _serve_on(settings: Settings) -> None:
    # Nothing that a bot had in memory stays, of which any part may be of a lost past.
    while asyncio.run(serve(ArkadiaBot(settings))):
        pass


def _status(error: errors.StoreError) -> int:
    if isinstance(error, errors.InUseError):
        return OCCUPIED
    return UNAVAILABLE if isinstance(error, PASSING) else MISCONFIGURED


def _refuse(sentence: str, status: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
