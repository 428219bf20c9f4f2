"""What is used of libraries that is not public stands in one module each, and is there."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Final

import discord
import pytest
from simcord._clock import Clock
from simcord.preview import Preview, _snapshot

ROOT: Final = Path(__file__).parent.parent

DOORS: Final[dict[str, tuple[str, Callable[[], bool]]]] = {
    "_applied_tags": ("ui/public/forum.py", lambda: "_applied_tags" in discord.Thread.__slots__),
    "_pages": ("tryout/page.py", lambda: "_pages" in Preview.__init__.__code__.co_names),
    "_publish": ("tryout/page.py", lambda: callable(Preview._publish)),
    "_server": ("tryout/page.py", lambda: "_server" in Preview.__init__.__code__.co_names),
    "_snapshot": ("tryout/page.py", lambda: callable(_snapshot.build_snapshot)),
    "_imaging": ("render/files/core.py", lambda: True),  # tests/render/files/test_core.py
    "_clock": ("lab/discord/model.py", lambda: callable(Clock.now)),
}
"""The private names of libraries, the one module that uses each, and whether it is there."""

LIBRARIES: Final = {"discord", "simcord", "PIL", "psycopg", "aiohttp", "bidi", "distributed"}

OUTSIDE: Final = {"tests", "build", ".venv"}


def private_imports(path: Path) -> set[str]:
    """The private names that a file imports from libraries."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in LIBRARIES:
            names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
            found |= {name for name in names if name.startswith("_")}
    return found


@pytest.mark.parametrize("door", DOORS)
def test_a_private_door_is_still_open(door: str) -> None:
    module, is_open = DOORS[door]
    assert is_open(), f"a new version has no {door} any more: {module} is to be written anew"
    assert door in (ROOT / module).read_text()


def test_no_other_module_uses_them() -> None:
    sources = [
        path for path in ROOT.glob("*/**/*.py") if path.relative_to(ROOT).parts[0] not in OUTSIDE
    ]
    assert len(sources) > 500
    uses = {
        (str(path.relative_to(ROOT)), name) for path in sources for name in private_imports(path)
    }
    assert uses == {(module, door) for door, (module, _) in DOORS.items()} & uses
    for use, door in (("._applied_tags", "_applied_tags"), ("preview._publish", "_publish")):
        found = {str(path.relative_to(ROOT)) for path in sources if use in path.read_text()}
        assert found == {DOORS[door][0]}
