"""The examples in docstrings run and print what they say."""

import doctest
import re
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
FOLDERS: Final = (
    *("cogs", "db", "delivery", "engine", "i18n", "players", "render", "runtime", "tabletop"),
    *("ui", "words"),
)
EXAMPLE: Final = re.compile(r"^\s*>>> ", re.MULTILINE)

FILES: Final = [
    path.relative_to(ROOT)
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*.py"))
    if EXAMPLE.search(path.read_text())
]


@pytest.mark.parametrize("path", FILES, ids=str)
def test_the_examples_of_a_module_run(path: Path, tmp_path: Path) -> None:
    module = import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
    found = doctest.testmod(module, extraglobs={"folder": tmp_path})
    assert found.attempted
    assert not found.failed
