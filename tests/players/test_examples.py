"""The examples in docstrings of ``players`` run as they stand there."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

import players
from players import fair_queue


@pytest.mark.parametrize("module", [players, fair_queue], ids=lambda module: str(module.__name__))
def test_examples_run(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert failed == 0
