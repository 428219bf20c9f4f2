"""Mishaps by which the database forgets what it acknowledged: restores and failovers."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from db.sqlite.backups import restore
from db.sqlite.copying import copy_database
from db.sqlite.opening import hold
from lab.discord.model import now
from lab.postgres import PostgresServer

if TYPE_CHECKING:
    from lab.soak.run import Soak

FORGOTTEN_S: Final = (0.5, 3.0)
"""The least and the most seconds of history that are forgotten."""

NOTICED_S: Final = 40.0
"""Seconds in which a running bot must have begun anew, when something of its own was forgotten."""


async def go_back(soak: Soak) -> None:
    """Have the database go back at random moments."""
    every = soak.options.go_back_every
    while every:
        await asyncio.sleep(soak.rng.expovariate(1 / every))
        async with soak.life:
            if soak.server is None:
                await _restored(soak)
            else:
                await fail_over(soak, soak.server)


async def _restored(soak: Soak) -> None:
    """Kill the bot, and put a copy of its file in the file's place: by the command, or by hand."""
    path = soak.database
    assert isinstance(path, Path)
    copy = path.with_name("earlier.sqlite3")
    await asyncio.to_thread(copy_database, path, copy)
    await asyncio.sleep(soak.rng.uniform(*FORGOTTEN_S))
    by_hand = soak.rng.random() < 0.5
    soak.ledger.goes_back()
    await soak.end("a copy put back by hand" if by_hand else "a backup restored", clean=False)
    if by_hand:
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        shutil.move(copy, path)
    else:
        with closing(hold(path)):
            await asyncio.to_thread(restore, copy, path, now())
    soak.saved.close()  # people may have read the former file meanwhile, and would read on there
    _compare(soak)
    soak.mishaps.went_back.append(now())
    await soak.start()
    soak.ledger.is_back()


def _compare(soak: Soak) -> bool:
    """Compare what is known with a database that went back; return whether it forgot of that."""
    for club in soak.clubs:
        club.went_back()
    return soak.ledger.went_back()


async def fail_over(soak: Soak, server: PostgresServer) -> None:
    """Replace the database's server by an older copy, while the bot runs."""
    async with soak.mishaps.serving:
        copy = await asyncio.to_thread(server.copied)
    await asyncio.sleep(soak.rng.uniform(*FORGOTTEN_S))
    promoted = soak.rng.random() < 0.7
    soak.mishaps.note("a standby took over" if promoted else "an older copy took over")
    soak.bot.hinder()
    soak.ledger.goes_back()
    session, commits = soak.servers.gateway.session, soak.saved.commits()
    async with soak.mishaps.serving:
        await asyncio.to_thread(server.replace_by, copy, promoted=promoted)
    soak.saved.close()
    forgot = _compare(soak)
    # The bot begins anew if any change of its own is gone, such as a note of what it posted.
    if not forgot and soak.saved.commits() >= commits:
        _is_back(soak)
        return
    # The bot ends and another one begins in the same process, so that a new session follows.
    end = asyncio.get_running_loop().time() + NOTICED_S
    while soak.servers.gateway.session in (None, session):
        if asyncio.get_running_loop().time() > end:
            soak.findings.add("a loss was not noticed", soak.bot.last_words)
            break
        await asyncio.sleep(0.05)
    soak.discord.answering.cut_all()
    _is_back(soak)


def _is_back(soak: Soak) -> None:
    """Note that nothing is told from now on of what was forgotten."""
    soak.mishaps.went_back.append(now())
    soak.ledger.is_back()
