"""The examples in docstrings of ``players`` run as they stand there."""

from __future__ import annotations

import doctest

import players


def test_examples_run() -> None:
    failed, tried = doctest.testmod(players)
    assert tried
    assert failed == 0
