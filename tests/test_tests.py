"""What holds for the tests themselves."""

from __future__ import annotations

import ast
import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.affected import affected_by
from tests.unmarked import Unmarked

TESTS = Path(__file__).parent


def modules_imported(path: Path) -> set[str]:
    """The full names of the modules that a file imports, and of what it imports from them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            found |= {module, *(f"{module}.{name.name}" for name in node.names)}
    return found


def is_collected(module: str) -> bool:
    """Whether pytest looks for tests or fixtures in a module by itself."""
    parts = module.split(".")
    return parts[0] == "tests" and any(
        part.startswith("test_") or part == "conftest" for part in parts[1:]
    )


@pytest.mark.slow
def test_what_tests_share_stands_in_modules_of_its_own() -> None:
    from_tests = {
        str(path.relative_to(TESTS)): wrong
        for path in TESTS.rglob("*.py")
        if (wrong := [module for module in modules_imported(path) if is_collected(module)])
    }
    assert from_tests == {}


def test_a_test_without_a_mark_cannot_start_python() -> None:
    with pytest.raises(AssertionError, match="needs a mark"):
        subprocess.run([sys.executable, "-c", ""])


@pytest.mark.parametrize(
    "wait",
    [
        time.sleep,
        lambda seconds: asyncio.run(asyncio.sleep(seconds)),
        lambda seconds: threading.Event().wait(timeout=seconds),
        lambda seconds: threading.Event().wait(seconds),
    ],
)
def test_a_test_without_a_mark_cannot_wait_for_seconds(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, wait: Callable[[float], object]
) -> None:
    unmarked = request.config.pluginmanager.get_plugin("unmarked")
    assert isinstance(unmarked, Unmarked)
    monkeypatch.setattr("tests.unmarked.MOST_S", 0.05)
    running = unmarked.pytest_runtest_call(request.node)
    next(running)
    wait(0.1)
    with pytest.raises(AssertionError, match=r"waits for 0\.1 s needs a clock of its own"):
        next(running)


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        (["ui/panel/steps/build.py", "ui/answers.py", "db/store.py"], ["tests/db", "tests/ui"]),
        (["engine/game.py", "locale/de/LC_MESSAGES/arkadia.po"], ["tests/engine", "tests/i18n"]),
        (["web/game/cards.js", "tests/web/pages.py"], ["tests/web"]),
        (["bot.py", "tests/often.py"], ["tests/test_bot.py", "tests/test_house.py"]),
        (["tests/ui/test_marks.py", "tests/ui/test_that_is_gone.py"], ["tests/ui/test_marks.py"]),
        (["docs/testing.md"], ["tests/test_house.py", "tests/test_prose.py"]),
        ([], []),
    ],
)
def test_a_change_affects_the_tests_that_mirror_it(changed: list[str], tests: list[str]) -> None:
    assert affected_by(changed) == tests
