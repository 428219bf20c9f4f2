"""A copy of the tree without some features, and whether it is whole."""

import os
import shutil
import subprocess
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from bot import CORE, EXTENSIONS

ROOT: Final = Path(__file__).parent.parent
FEATURES: Final = sorted({name.removeprefix("cogs.") for name in EXTENSIONS if name not in CORE})

FOLDERS: Final = ("cogs", "tests/cogs", "lab/cogs")
"""Where a feature lies: a module or a folder that has its name."""

CACHES: Final = (".mypy_cache", ".import_linter_cache", ".ruff_cache")
"""What spares checks of what is as it was."""

WORDS: Final = ("make", "--silent", "words")
CHECK: Final = ("make", "--silent", "check")
CHECK_OF_THE_BOT: Final = (*CHECK, "TYPED=$(PROGRAMS)")
"""The same with the types of what the bot is made of, and not of tests, most of which are run."""

GAME: Final = ("tests/e2e/test_whole_games.py", "-m", "", "-k", "2-first-game and not panels")
"""A whole game of two people, with restarts and crashes of the bot."""

HOUSE: Final = (
    *("tests/test_house.py", "tests/test_tests.py", "tests/test_private_names.py"),
    *("tests/cogs/test_commands.py", "tests/cogs/test_faces.py"),
    *("tests/i18n/test_words.py", "tests/i18n/test_catalogues.py", "tests/i18n/test_naming.py"),
    *("tests/i18n/test_translated_pages.py", "tests/runtime/test_settings.py"),
)
"""What compares commands, pages and catalogues with the code."""


def copy_without(features: Collection[str], copy: Path) -> None:
    """Copies the tree, saved or not, but for what these features are.

    Raises:
        LookupError: if one of them has no files.
    """
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.check_output(listing, cwd=ROOT, text=True).splitlines()
    left = [path for path in listed if feature_of(path) not in features]
    if missing := {*features} - {*map(feature_of, listed)}:
        raise LookupError(f"no files of {missing}")
    for path in left:
        if (ROOT / path).exists():
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, copy / path)
    for cache in CACHES:
        if (ROOT / cache).exists():
            shutil.copytree(ROOT / cache, copy / cache)
    (copy / ".venv").symlink_to((ROOT / ".venv").resolve())


def feature_of(path: str) -> str:
    """The name under which a path lies in a folder of features; empty if it does not."""
    way = PurePosixPath(path)
    for folder in FOLDERS:
        if way.is_relative_to(folder) and len(inner := way.relative_to(folder).parts):
            return inner[0].removesuffix(".py")
    return ""


def faults(copy: Path, check: tuple[str, ...] = CHECK) -> Iterator[str]:
    """What the words, the checks and the tests of a copy complain of."""
    pytest = (str(copy / ".venv" / "bin" / "python"), "-m", "pytest")
    env = os.environ | {"TEST_DATABASES": "sqlite"}
    for command in (WORDS, check, (*pytest, *GAME), (*pytest, *HOUSE)):
        done = subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True)
        if done.returncode:
            yield f"{' '.join(command)}\n{done.stdout[-9000:]}{done.stderr[-3000:]}"
