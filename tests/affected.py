"""Names the tests of the folders that a change touches: ``python -m tests.affected [COMMIT]``.

The change is all that differs from where the branch left main, saved or not; or from a commit.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PROSE: Final = "tests/test_prose.py"
HOUSE: Final = "tests/test_house.py"


def affected_by(changed: Iterable[str]) -> list[str]:
    """Return the paths of the tests of changed files, all relative to the root and sorted.

    A file's tests are in the folder that mirrors it or its own, or the nearest one above it.
    """
    found = {place for path in changed for place in _tests_of(PurePosixPath(path))}
    return sorted(place for place in found if not found & {*map(str, PurePosixPath(place).parents)})


def _tests_of(path: PurePosixPath) -> list[str]:
    if path.suffix == ".md":
        return [PROSE, HOUSE]
    if path.parts[0] == "locale":
        return ["tests/i18n"]
    if path.parts[0] == "tests" and path.name.startswith("test_"):
        return [str(path)] if (ROOT / path).exists() else []
    mirror = path.parent if path.parts[0] == "tests" else "tests" / path.with_suffix("")
    while not (ROOT / mirror).is_dir():
        mirror = mirror.parent
    if str(mirror) != "tests":
        return [str(mirror)]
    alone = mirror / f"test_{path.stem}.py"
    return [str(alone) if (ROOT / alone).exists() else HOUSE]


def changed_since(commit: str = "") -> list[str]:
    """Return the paths of files changed since a commit, or since the branch left main."""
    if not commit:
        kept = next(name for name in ("origin/main", "main", "HEAD") if _git("rev-parse", name))
        [commit] = _git("merge-base", "HEAD", kept)
    new = _git("ls-files", "--others", "--exclude-standard")
    return [*_git("diff", "--name-only", commit), *new]


def _git(*words: str) -> list[str]:
    """Return the lines that git prints; none where it fails."""
    said = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return said.stdout.splitlines() if said.returncode == 0 else []


if __name__ == "__main__":
    sys.stdout.write(" ".join(affected_by(changed_since(*sys.argv[1:]))))
