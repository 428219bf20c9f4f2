"""Copies of JSON in little time: the simulated Discord copies all that goes to and fro."""

import marshal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from types import SimpleNamespace
from typing import Any, Final, TypeVar, cast
from unittest import mock

T = TypeVar("T")

_UNCHANGING: Final = frozenset((str, int, bool, float, type(None)))

_MODULES: Final = ("simcord.gateway.copy", "simcord.http.router.copy")
_FUNCTIONS: Final = (
    "simcord.backend.serializers.deepcopy",
    "simcord.components.deepcopy",
    "simcord.results.deepcopy",
)


def copied(value: T) -> T:
    """A copy that shares nothing with what it was made of that can be changed."""
    copy: Any
    try:
        copy = marshal.loads(marshal.dumps(value))  # type: ignore[arg-type]  # asks whether it is JSON
    except ValueError:  # there is more in it than JSON has
        copy = _by_parts(value)
    return cast("T", copy)


def _by_parts(value: Any) -> Any:
    if type(value) is dict:
        return {key: _by_parts(inner) for key, inner in value.items()}
    if type(value) is list:
        return [_by_parts(inner) for inner in value]
    return value if type(value) in _UNCHANGING else deepcopy(value)


@contextmanager
def quick_copies() -> Iterator[None]:
    """Inside, the simulated Discord copies in this way."""
    with ExitStack() as patches:
        for name in _MODULES:
            patches.enter_context(mock.patch(name, SimpleNamespace(deepcopy=copied)))
        for name in _FUNCTIONS:
            patches.enter_context(mock.patch(name, copied))
        yield
