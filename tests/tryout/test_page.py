"""The try-out's page is changed as it must be, or refuses to be served."""

import asyncio
import shutil
from pathlib import Path

import pytest

from tryout.page import CHANGES, SCRIPTS, Change, PageChangedError, check_page
from tryout.simulation import Tryout, language_of_machine


def test_the_installed_page_can_be_changed() -> None:
    check_page()
    for change in CHANGES:
        text = (SCRIPTS / change.script).read_text("utf-8")
        assert change.applied(text).count(change.put) == 1


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.script)
def test_a_script_that_was_written_anew_is_refused(tmp_path: Path, change: Change) -> None:
    for one in CHANGES:
        shutil.copy(SCRIPTS / one.script, tmp_path)
    file = tmp_path / change.script
    text = file.read_text("utf-8")
    gone, twice = text.replace(change.old, ""), f"{text}\n{change.old}"
    for spoilt in (gone, twice, *(text.replace(name, "other") for name in change.needs)):
        file.write_text(spoilt)
        with pytest.raises(PageChangedError, match=change.script):
            check_page(tmp_path)
    file.write_text(text)
    check_page(tmp_path)


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
    async with tryout.running(0) as preview, asyncio.timeout(30):
        await preview.refresh()  # the bot's next timers are due within a minute
