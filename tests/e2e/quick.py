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
from simcord import _dpy_internals, _runtime, _settlement

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


_EXPIRY: Final = BaseView._BaseView__timeout_task_impl.__code__  # type: ignore[attr-defined]
_LOOP: Final = Loop._loop.__code__
_COMPOSED: Final = frozenset(
    (
        *(asyncio.wait.__code__, asyncio.tasks._wait.__code__),  # type: ignore[attr-defined]
        asyncio.TaskGroup.__aexit__.__code__,
    )
)

_is_listener_future = _dpy_internals.is_listener_future
_is_wait_for_listener = _dpy_internals.is_wait_for_listener
_view_timeout_task_identity = _dpy_internals._view_timeout_task_identity
_tasks_loop_sleep = _dpy_internals.tasks_loop_sleep
_composed_tasks = _dpy_internals.composed_tasks
_is_sleep_waiter = _dpy_internals.is_sleep_waiter
_is_virtual_sleep_waiter = _settlement._is_virtual_sleep_waiter


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


def composed_tasks(task: asyncio.Task[Any], waiter: Any) -> list[Any]:
    """The futures for which a task waits together."""
    # What wakes the task is one callback; a shielded future has another.
    alone = type(waiter) is asyncio.Future and len(waiter._callbacks or ()) < 2
    return [] if alone and not _waits_for_several(task) else _composed_tasks(task, waiter)


def _waits_for_several(task: asyncio.Task[Any]) -> bool:
    coroutine: Any = task.get_coro()
    while coroutine is not None:
        if getattr(coroutine, "cr_code", None) in _COMPOSED:
            return True
        coroutine = getattr(coroutine, "cr_await", None)
    return False


def _is_told(waiter: Any, handles: Iterator[Any]) -> bool:
    """Whether one of the loop's timers has a future among its arguments."""
    return any(
        arg is waiter for handle in handles if handle is not None for arg in handle._args or ()
    )


def is_sleep_waiter(waiter: Any, loop: Any, deadline: float) -> bool:
    """Whether a future is that of somebody who sleeps beyond a time."""
    return _is_told(waiter, iter(loop._scheduled)) and _is_sleep_waiter(waiter, loop, deadline)


def is_virtual_sleep_waiter(state: Any, waiter: Any, deadline: float) -> bool:
    """Whether a future is that of one of the bot's tasks that sleeps beyond a time."""
    handles = (record.handle for record in state.work.callbacks)
    return _is_told(waiter, handles) and _is_virtual_sleep_waiter(state, waiter, deadline)


@contextmanager
def quick_rest() -> Iterator[None]:
    """Inside, the simulated Discord finds in this way whether the bot rests."""
    ours: list[tuple[Any, str, Callable[..., object]]] = [
        (_dpy_internals, "is_listener_future", is_listener_future),
        (_dpy_internals, "is_wait_for_listener", is_wait_for_listener),
        (_dpy_internals, "_view_timeout_task_identity", view_timeout_task_identity),
        (_dpy_internals, "tasks_loop_sleep", tasks_loop_sleep),
        (_dpy_internals, "composed_tasks", composed_tasks),
        (_dpy_internals, "is_sleep_waiter", is_sleep_waiter),
        (_settlement, "_is_virtual_sleep_waiter", is_virtual_sleep_waiter),
        # A record is taken off a list: it is that one, and not one that is equal to it.
        (_runtime._CallbackRecord, "__eq__", object.__eq__),
    ]
    with ExitStack() as patches:
        for module, name, function in ours:
            patches.enter_context(mock.patch.object(module, name, function))
        yield
