"""The examples in the storage's docstrings run and print what they say."""

import doctest
from pathlib import Path

from db import share, store


def test_the_stores_example_runs(tmp_path: Path) -> None:
    found = doctest.testmod(store, extraglobs={"folder": tmp_path})
    assert found.attempted
    assert not found.failed


def test_the_shares_example_runs() -> None:
    found = doctest.testmod(share)
    assert found.attempted
    assert not found.failed
