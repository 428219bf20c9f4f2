"""The examples in the docstrings of tables run and print what they say."""

import doctest
from types import ModuleType

import pytest

from tabletop import time_control
from tabletop.leagues import draw, standings


@pytest.mark.parametrize("module", [time_control, draw, standings])
def test_the_examples_of_a_module_run(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
