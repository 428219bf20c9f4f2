"""Whenever a backup or a restore is killed, what is there is sound: the old or the new."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from db import __main__ as command
from db.games.rows import StoredEntry
from db.sqlite import opening, upkeep
from db.sqlite.upkeep import back_up, backups_in, check_file, restore
from db.store import opened
from tests.db.real_games import PEOPLE, played, stored
from tests.db.samples import reread

STEPS = 20
STEPS_OF: Final[list[tuple[Any, str]]] = [
    *((Path, "replace"), (Path, "unlink"), (os, "link"), (os, "fsync")),
    *((opening, "inspect"), (upkeep, "check_file")),
]
DAY = 86_400_000


def killed(step: int, database: Path, *arguments: str) -> bool:
    """Whether a fork that runs the command was killed at a step that changes something there."""
    child = os.fork()
    if not child:
        left, status = step, 1

        def before(call: Callable[..., Any]) -> Callable[..., Any]:
            def doomed(*given: Any, **named: Any) -> Any:
                nonlocal left
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return call(*given, **named)

            return doomed

        for owner, name in STEPS_OF:
            setattr(owner, name, before(getattr(owner, name)))
        try:
            status = command.main(["--database", str(database), *arguments])
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(ended) in (0, -signal.SIGKILL)
    return ended != 0


@pytest.fixture
async def filled(path: Path) -> Path:
    async with opened(path) as store:
        await stored(store, played(1, 20))
    return path


async def length(path: Path) -> int:
    return len((await reread(path)).log)


@pytest.mark.slow
async def test_a_killed_backup_is_whole_or_not_there(filled: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    back_up(filled, folder, DAY)
    steps = 0
    while killed(steps + 1, filled, "backup", str(folder), "--kept", "2"):
        steps += 1
        for backup in backups_in(folder, filled):
            check_file(backup.path)
        assert backups_in(folder, filled)
        assert await length(filled) == 20
    assert 4 < steps < STEPS
    assert len(backups_in(folder, filled)) == 2
    later = time.time_ns() // 1_000_000 + DAY
    back_up(filled, folder, later, kept=2)
    assert [file.name for file in folder.iterdir() if "-partial" in file.name] == []


@pytest.mark.slow
async def test_after_a_killed_restore_the_old_or_new_is_there(filled: Path, tmp_path: Path) -> None:
    backup, _ = back_up(filled, tmp_path, DAY)
    more = [StoredEntry(str(action), PEOPLE[0], 9_000) for action in played(1, 21).actions[20:]]
    async with opened(filled) as store:
        await store.games.append(1, 20, more, news=True)
    late, _ = back_up(filled, tmp_path, 2 * DAY)
    found, steps = set(), 0
    while killed(steps + 1, filled, "restore", str(backup.path)):
        steps += 1
        found.add(await length(filled))
        restore(late.path, filled, steps * 1_000)
        assert await length(filled) == 21
    assert found == {20, 21}
    assert 4 < steps < STEPS
    assert await length(filled) == 20
