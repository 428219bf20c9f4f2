"""What holds for the tests themselves."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.affected import affected_by

TESTS = Path(__file__).parent

IMPORTED = re.compile(
    r"^\s*(?:import (tests\.[\w.]+)|from (tests[\w.]*) import (\([^)]*\)|.*))", re.M
)
COLLECTED = re.compile(r"\b(?:test_\w+|conftest)\b")
"""The modules in which pytest looks for tests or fixtures by itself."""


def test_what_tests_share_stands_in_modules_of_its_own() -> None:
    texts = {str(path.relative_to(TESTS)): path.read_text() for path in TESTS.rglob("*.py")}
    found = {path: COLLECTED.findall(str(IMPORTED.findall(text))) for path, text in texts.items()}
    assert {path: modules for path, modules in found.items() if modules} == {}


def test_a_test_without_a_mark_cannot_start_python() -> None:
    with pytest.raises(AssertionError, match="needs a mark"):
        subprocess.run([sys.executable, "-c", ""])


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        (["ui/panel/steps/build.py", "ui/answers.py", "db/store.py"], ["tests/db", "tests/ui"]),
        (["engine/game.py", "locale/de/LC_MESSAGES/arkadia.po"], ["tests/engine", "tests/i18n"]),
        (["cogs/routing.py"], ["tests/cogs"]),
        (["bot.py", "tests/nightly.py"], ["tests/test_bot.py", "tests/test_house.py"]),
        (["tests/ui/test_lengths.py", "tests/ui/test_gone.py"], ["tests/ui/test_lengths.py"]),
        (["docs/testing.md"], ["tests/test_house.py", "tests/test_prose.py"]),
        ([], []),
    ],
)
def test_a_change_affects_the_tests_that_mirror_it(changed: list[str], tests: list[str]) -> None:
    assert affected_by(changed) == tests
