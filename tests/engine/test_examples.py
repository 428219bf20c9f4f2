"""The examples in the engine's docstrings run as they stand there."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = (
    *("engine", "engine.actions", "engine.edition_files", "engine.game", "engine.position"),
    *("engine.record", "engine.squares"),
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert failed == 0
