"""Which values of a parameter a test has in each run, and which in the night alone."""

from collections.abc import Iterable
from typing import Any

import pytest


def nightly_except(values: Iterable[object], *chosen: object) -> list[Any]:
    """Return values for ``parametrize``; those that are not chosen are left to ``make nightly``."""
    night = pytest.mark.nightly
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if value in chosen else night,
        )
        for value in values
    ]
