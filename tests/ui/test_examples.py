"""The examples in the docstrings of ui/ run and print what they say."""

import doctest
from importlib import import_module

import pytest

MODULES = (
    "ui.components.faces",
    "ui.input.squares",
    "ui.input.times.dates",
    "ui.input.times.hours",
    "ui.input.times.zones",
    "ui.panel.address",
    "ui.services.markup",
    "ui.texts.escaping",
    "ui.texts.fitting",
    "ui.texts.times",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    result = doctest.testmod(import_module(name))
    assert result.attempted
    assert not result.failed
