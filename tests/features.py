"""What features bring to tests that go through everything: modules of the same name in theirs."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

FOLDER: Final = Path(__file__).parent / "cogs"


def beside_features(name: str) -> Iterator[ModuleType]:
    """Yield what is called so of the tests of each feature, where there is such a module."""
    for path in sorted(FOLDER.glob(f"*/{name}.py")):
        yield import_module(f"tests.cogs.{path.parent.name}.{name}")
