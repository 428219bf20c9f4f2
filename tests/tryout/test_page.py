"""The try-out's page is changed as it must be, or refuses to be served."""

import asyncio
import shutil
from pathlib import Path

import pytest

from tryout import serving
from tryout.page import CHANGES, SCRIPTS, Change, PageChangedError, check_page
from tryout.simulation import Tryout, language_of_machine

PATIENCE_S = 30
"""Much longer than a refresh takes, and shorter than the bot sleeps."""


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """The page's scripts, to be spoilt."""
    for change in CHANGES:
        shutil.copy(SCRIPTS / change.script, tmp_path)
    return tmp_path


def test_the_installed_page_can_be_changed() -> None:
    check_page()
    for change in CHANGES:
        text = (SCRIPTS / change.script).read_text("utf-8")
        assert change.applied(text).count(change.new) == 1


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.script)
def test_a_script_that_was_written_anew_is_refused(scripts: Path, change: Change) -> None:
    file = scripts / change.script
    text = file.read_text("utf-8")
    gone, twice = text.replace(change.old, ""), f"{text}\n{change.old}"
    for spoilt in (gone, twice, *(text.replace(name, "other") for name in change.needs)):
        file.write_text(spoilt)
        with pytest.raises(PageChangedError, match=change.script):
            check_page(scripts)
    file.write_text(text)
    check_page(scripts)


def test_the_tryout_says_so_at_its_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def changed() -> None:
        raise PageChangedError("commands.js", "currentDraft(")

    monkeypatch.setattr(serving, "check_page", changed)
    monkeypatch.setattr("sys.argv", ["tryout", "--folder", str(tmp_path / "new")])
    assert serving.serve() == 78
    assert "The try-out changes commands.js" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr"}, "fr"),
        ({"LANG": "de_DE", "LANGUAGE": "xx:nl:fr"}, "nl"),
        ({"LANG": "de_DE", "LANGUAGE": "en_GB:de"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
    ids=str,
)
def test_a_page_begins_in_the_machines_language(environment: dict[str, str], language: str) -> None:
    assert language_of_machine(environment) == language


async def test_a_refresh_does_not_wait_for_what_the_bot_does_later(tmp_path: Path) -> None:
    tryout = Tryout(tmp_path, practice=True)
    async with tryout.running(0) as preview, asyncio.timeout(PATIENCE_S):
        await preview.refresh()  # the bot's next timers are due within a minute
