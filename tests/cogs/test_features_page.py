"""The feature that docs/features.md shows is built from the page, played and deleted."""

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import EXTENSIONS, ArkadiaBot
from db.database import Place as Database
from runtime.settings import Settings
from tests.e2e.loading import QuickBot
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.world import WallClock, World

PAGE = Path(__file__).parent.parent.parent / "docs" / "features.md"
NAME = "cheers"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The feature's folder, with the files that the page shows."""
    page = PAGE.read_text("utf-8")
    [code] = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    [schema] = re.findall(r"^```sql\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    folder = tmp_path / "features" / NAME
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(code)
    (folder / "schema.sql").write_text(schema)
    monkeypatch.syspath_prepend(str(folder.parent))
    return folder


@pytest.fixture
def make_bot(database: Database, wall: WallClock, folder: Path) -> Callable[[], ArkadiaBot]:
    """Makes a bot with that feature, while its folder is there."""

    def made() -> ArkadiaBot:
        more = [NAME] if folder.exists() else []
        return QuickBot(Settings(token="", database=database), [*EXTENSIONS, *more], clock=wall)

    return made


async def test_the_example_is_played_and_deleted(world: World, folder: Path) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await match.end(record)
    ada, bela, *_ = world.people
    final = await match.newest()
    assert "Was it a good game?" in final.text
    for person in (ada, bela, bela):
        assert (await person.press(final, "Cheer")).text == "You cheer."
    assert (await match.newest()).text == final.text
    await world.later(minutes=61)
    told = await match.newest()
    assert told.text == "Game 1 was cheered: 2."
    store = world.bot.services.tables.store
    assert (await store.people.traces(ada.id)).features[NAME]["cheers"] == [{"game_id": 1}]
    shutil.rmtree(folder)
    sys.modules.pop(NAME, None)
    await world.restart()
    gone = await ada.press(final, "Cheer")
    assert "Something went wrong" not in gone.text
    assert NAME not in world.bot.extensions
    # What it kept is still exported, and forgotten.
    store = world.bot.services.tables.store
    assert (await store.people.traces(ada.id)).features[NAME]["cheers"] == [{"game_id": 1}]
    await store.people.forget(ada.id, "Former player")
    assert NAME not in (await store.people.traces(ada.id)).features
