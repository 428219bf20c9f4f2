"""Whenever a backup or a restore is killed, what is there is sound: the old or the new."""

import multiprocessing
import signal
import time
from pathlib import Path

import pytest

from db.games.rows import StoredEntry
from db.sqlite.upkeep import back_up, backups_in, check_file, restore
from tests.db.admin import doomed_command
from tests.db.real_games import PEOPLE, played, stored
from tests.db.samples import opened, reread

STEPS = 20
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.db.admin.doomed_command"])
DAY = 86_400_000


def killed(step: int, database: Path, *arguments: str) -> bool:
    """Whether the command was killed at a step, and did not come to its end before."""
    process = PROCESSES.Process(
        target=doomed_command.run, args=(step, ["--database", str(database), *arguments])
    )
    process.start()
    process.join(60)
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode != 0


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
