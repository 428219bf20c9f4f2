"""A host updates to the next release, and goes back to the earlier one, with real processes.

The two are the last tag and what is here. Without a tag the earlier one is what is here, and the
next one is the same with a newer schema.
"""

import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

from db.database import Place
from db.sqlite.schema import TODAY
from db.store import Store
from lab.discord.sockets import TOKEN
from tests.bot_process import ROOT, discord_server, end, ready, start
from tests.db.real_games import played, stored

pytestmark = pytest.mark.slow

FILE: Final = "arkadia.sqlite3"


@dataclass(frozen=True)
class Release:
    """The files of a release, and the number of its schema."""

    code: Path
    schema: int


def last_tag() -> str | None:
    """The last tag before what is here, if the history has one."""
    command = ["git", "describe", "--tags", "--abbrev=0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or None


def tagged(tag: str, folder: Path) -> Release:
    """The release of a tag, of which catalogues were not built: it speaks English."""
    archive = subprocess.run(["git", "archive", tag], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    numbers = [int(file.name[:4]) for file in (folder / "db/migrations").glob("*.sql")]
    return Release(folder, max(numbers, default=1))


def with_newer_schema(folder: Path) -> Release:
    """What is here, with one more migration."""
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.suffix == ".py" or (path / "__init__.py").exists() or path.name == "locale":
            (folder / path.name).symlink_to(path)
    (folder / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    (folder / "db").unlink()
    shutil.copytree(ROOT / "db", folder / "db")
    script = folder / f"db/migrations/{TODAY.version + 1:04}_weather.sql"
    script.parent.mkdir(exist_ok=True)
    script.write_text("ALTER TABLE games ADD COLUMN weather TEXT;\n")
    return Release(folder, TODAY.version + 1)


@pytest.fixture
def releases(tmp_path: Path) -> tuple[Release, Release]:
    """The earlier release and the next one."""
    here, tag = Release(ROOT, TODAY.version), last_tag()
    if tag is not None:
        return tagged(tag, tmp_path / "release"), here
    return here, with_newer_schema(tmp_path / "release")


async def runs(folder: Path, address: str, release: Release) -> tuple[int, list[str]]:
    """Runs a release until it is ready, or until it refuses; gives its status and its lines."""
    process = await start(folder, address, release.code, DISCORD_TOKEN=TOKEN, ARKADIA_DATABASE=FILE)
    try:
        await ready(process)
    except AssertionError as error:
        return (await end(process))[0], [str(error)]
    process.terminate()
    return await end(process)


async def log_of(place: Place, game: int) -> list[str]:
    """The log of a game in a database that this release can open."""
    store = await Store.open(place)
    found = await store.games.load(game)
    await store.close()
    assert found is not None
    return [entry.entry for entry in found.log]


@pytest.mark.nightly
async def test_an_update_and_the_way_back(
    tmp_path: Path, releases: tuple[Release, Release]
) -> None:
    earlier, later = releases
    folder = tmp_path / "run"
    folder.mkdir()
    file = folder / FILE
    async with discord_server() as address:
        assert (await runs(folder, address, earlier))[0] == 0
        store = await Store.open(file)
        game = await stored(store, played(1, 20))
        await store.close()
        log = await log_of(file, game)
        assert (await runs(folder, address, later))[0] == 0
        if later.schema > earlier.schema:
            before = file.with_name(f"{file.name}-before-{later.schema}")
            assert before.exists()
            status, said = await runs(folder, address, earlier)
            assert (status, "newer version of the bot" in said[0]) == (78, True)
            # The way back of docs/operating.md: the copy that the update left.
            for suffix in ("", "-wal", "-shm"):
                file.with_name(file.name + suffix).unlink(missing_ok=True)
            before.rename(file)
        assert (await runs(folder, address, earlier))[0] == 0
    if later.code != ROOT or later.schema == earlier.schema:
        assert await log_of(file, game) == log
