"""The try-out's command: the editions it plays, and what it says when it cannot be served."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.edition_files import BUILT_IN, SHELF
from tests.editions import SMALL_TEXT
from tryout import serving
from tryout.page import PageChangedError
from tryout.simulation import Tryout

WITHOUT = """
import sys
sys.modules["simcord"] = None
from tryout.__main__ import main
sys.exit(main())
"""


@pytest.fixture
def practised(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
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
    yield titles
    SHELF.look_in(BUILT_IN)


@pytest.mark.slow
def test_practice_is_of_the_edition_that_settings_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, practised: list[str]
) -> None:
    ours = json.loads(SMALL_TEXT) | {"id": "ours", "title": "Our box"}
    (tmp_path / "ours.json").write_text(json.dumps(ours), "utf-8")
    monkeypatch.setenv("ARKADIA_EDITIONS", str(tmp_path))
    (tmp_path / ".env").write_text("ARKADIA_EDITION=ours\n", "utf-8")
    assert serving.serve() == 0
    assert practised == ["Our box"]


@pytest.mark.usefixtures("practised")
def test_what_is_wrong_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def changed() -> None:
        raise PageChangedError("commands.js", "currentDraft(")

    monkeypatch.setenv("ARKADIA_EDITIONS", str(tmp_path / "none"))
    for told in ("ARKADIA_EDITIONS", "The try-out changes commands.js"):
        assert serving.serve() == 78
        assert told in capsys.readouterr().err
        assert not (tmp_path / "tried").exists()
        monkeypatch.setattr(serving, "check_page", changed)


@pytest.mark.slow
def test_without_the_simulation_it_says_what_to_install(tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[2])}
    given = (sys.executable, "-c", WITHOUT)
    done = subprocess.run(given, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (os.EX_CONFIG, "")
    assert done.stderr == "The try-out needs one more package: “make try” installs it.\n"
    assert not list(tmp_path.iterdir())
