"""The examples in docstrings of ``i18n`` run as they stand there."""

from __future__ import annotations

import doctest

from i18n import naming


def test_examples_of_naming_run() -> None:
    failed, tried = doctest.testmod(naming)
    assert tried
    assert failed == 0
