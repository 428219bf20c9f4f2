"""What makes the simulated Discord quick: copies, and when tasks rest."""

import asyncio
import marshal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from types import SimpleNamespace
from typing import Any, Final, TypeVar, cast
from unittest import mock

import discord
from discord.ext.tasks import Loop
from discord.ui.view import BaseView
from simcord import _dpy_internals

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
    with ExitStack() as patches:
        for name in _MODULES:
            patches.enter_context(mock.patch(name, SimpleNamespace(deepcopy=copied)))
        for name in _FUNCTIONS:
            patches.enter_context(mock.patch(name, copied))
        yield


_EXPIRY: Final = BaseView._BaseView__timeout_task_impl.__code__  # type: ignore[attr-defined]
_LOOP: Final = Loop._loop.__code__

_is_listener_future = _dpy_internals.is_listener_future
_is_wait_for_listener = _dpy_internals.is_wait_for_listener
_view_timeout_task_identity = _dpy_internals._view_timeout_task_identity
_tasks_loop_sleep = _dpy_internals.tasks_loop_sleep


def _code_of(task: asyncio.Task[Any]) -> object:
    # A task may run a step of a generator, which has no code of its own.
    return getattr(task.get_coro(), "cr_code", None)


def is_listener_future(client: discord.Client, waiter: Any) -> bool:
    return bool(client._listeners) and _is_listener_future(client, waiter)


def is_wait_for_listener(client: discord.Client, task: asyncio.Task[Any]) -> bool:
    return bool(client._listeners) and _is_wait_for_listener(client, task)


def view_timeout_task_identity(client: discord.Client, task: asyncio.Task[Any]) -> bool:
    return _code_of(task) is _EXPIRY and _view_timeout_task_identity(client, task)


def tasks_loop_sleep(task: asyncio.Task[Any], waiter: Any) -> bool:
    return _code_of(task) is _LOOP and _tasks_loop_sleep(task, waiter)


@contextmanager
def quick_rest() -> Iterator[None]:
    """Inside, the simulated Discord finds in this way whether the bot rests."""
    ours: list[tuple[str, Callable[..., object]]] = [
        ("is_listener_future", is_listener_future),
        ("is_wait_for_listener", is_wait_for_listener),
        ("_view_timeout_task_identity", view_timeout_task_identity),
        ("tasks_loop_sleep", tasks_loop_sleep),
    ]
    with ExitStack() as patches:
        for name, function in ours:
            patches.enter_context(mock.patch.object(_dpy_internals, name, function))
        yield
