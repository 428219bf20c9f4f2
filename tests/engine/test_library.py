"""The engine is a library of its own, and the examples in its documentation run."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engine

ROOT = Path(__file__).parents[2]
IMPORT_ALL = """
import importlib, pkgutil, engine
for module in pkgutil.iter_modules(engine.__path__):
    importlib.import_module(f"engine.{module.name}")
"""


@pytest.mark.slow
def test_it_needs_the_standard_library_only() -> None:
    """Without the site's packages everything can be imported."""
    done = subprocess.run([sys.executable, "-S", "-c", IMPORT_ALL], cwd=ROOT, capture_output=True)
    assert done.stderr == b""
    assert done.returncode == 0


def test_all_that_it_names_is_there() -> None:
    for name in engine.__all__:
        assert getattr(engine, name) is not None


PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_examples_of_the_page_run() -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) > 10
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert result.failed == 0, "".join(told)
