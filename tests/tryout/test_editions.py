"""The try-out plays the editions that a host's settings name, as the bot does."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.edition_files import BUILT_IN, SHELF
from tests.editions import SMALL_TEXT
from tryout import serving
from tryout.simulation import Tryout


@pytest.fixture(autouse=True)
def own_editions_again() -> Iterator[None]:
    yield
    SHELF.look_in(BUILT_IN)


@pytest.fixture
def practised(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The title of the edition of each game of practice, of try-outs that stop at once."""
    titles: list[str] = []

    async def serve(tryout: Tryout, *_: object, **__: object) -> None:
        async with tryout.running(0):
            table = await tryout.bot.services.tables.cache.get(1)
            titles.append(table.running_game().start.edition.title)

    monkeypatch.setattr(serving, "_serve", serve)
    monkeypatch.setattr("tabletop.computers.PAUSE_S", 10_000.0)
    monkeypatch.setattr("sys.argv", ["tryout", "--folder", str(tmp_path / "tried")])
    monkeypatch.chdir(tmp_path)
    return titles


@pytest.mark.slow
def test_practice_is_of_the_edition_of_a_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, practised: list[str]
) -> None:
    ours = json.loads(SMALL_TEXT) | {"id": "ours", "title": "Our box"}
    (tmp_path / "ours.json").write_text(json.dumps(ours), "utf-8")
    monkeypatch.setenv("ARKADIA_EDITIONS", str(tmp_path))
    (tmp_path / ".env").write_text("ARKADIA_EDITION=ours\n", "utf-8")
    assert serving.serve() == 0
    assert practised == ["Our box"]


def test_a_folder_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    practised: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ARKADIA_EDITIONS", str(tmp_path / "none"))
    assert serving.serve() == 78
    assert "ARKADIA_EDITIONS" in capsys.readouterr().err
    assert not practised
    assert not (tmp_path / "tried").exists()
