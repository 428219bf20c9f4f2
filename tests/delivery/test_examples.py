"""The examples in the docstrings of delivery/ run and print what they say."""

import doctest
from types import ModuleType

import pytest

from delivery import backoff, sender


@pytest.mark.parametrize("module", [backoff, sender])
def test_the_examples_run(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
