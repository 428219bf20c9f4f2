"""The examples in the docstrings of render/ run and print what they say."""

import doctest
from importlib import import_module

import pytest

MODULES = (
    "render.board.picture",
    "render.colours",
    "render.icons",
    "render.letters.legible",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    result = doctest.testmod(import_module(name))
    assert result.attempted
    assert not result.failed
