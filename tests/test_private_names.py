"""What is used of libraries that is not public stands in one module each, and is there."""

import ast
import asyncio
from asyncio.base_events import BaseEventLoop
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

import discord
import pytest
import simcord
from discord.http import HTTPClient
from discord.state import ConnectionState
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.preview import Preview, _snapshot

from tests.features import beside_features

ROOT: Final = Path(__file__).parent.parent

LAB: Final = "lab/private_names.py"
THINKING: Final = "players/thinking.py"

NAMES: Final[dict[str, tuple[str, Callable[[], bool]]]] = {
    "_pages": ("tryout/page.py", lambda: "_pages" in Preview.__init__.__code__.co_names),
    "_publish": ("tryout/page.py", lambda: callable(Preview._publish)),
    "_server": ("tryout/page.py", lambda: "_server" in Preview.__init__.__code__.co_names),
    "_snapshot": ("tryout/page.py", lambda: callable(_snapshot.build_snapshot)),
    "_settle_internal": ("tryout/simulation.py", lambda: callable(simcord.Env._settle_internal)),
    "_blobs": ("tryout/channel_memory.py", lambda: hasattr(Backend().cdn, "_blobs")),
    "_imaging": ("render/files/core.py", lambda: True),  # tests/render/files/test_raster.py
    "_clock": ("lab/discord/model.py", lambda: callable(Clock.now)),
    "_connection": (LAB, lambda: "_connection" in names_in(discord.Client.__init__)),
    "_add_guild_from_data": (LAB, lambda: callable(ConnectionState._add_guild_from_data)),
    "_ready": (LAB, lambda: "_ready" in names_in(discord.Client.__init__)),
    "_ready_task": (LAB, lambda: "_ready_task" in names_in(ConnectionState.__init__)),
    "_HTTPClient__session": (LAB, lambda: "_HTTPClient__session" in names_in(HTTPClient.__init__)),
    "_global_over": (LAB, lambda: "_global_over" in names_in(HTTPClient.__init__)),
    "_scheduled": (LAB, lambda: {"_scheduled", "_ready"} <= names_in(BaseEventLoop.__init__)),
    "_log_destroy_pending": (LAB, lambda: hasattr(asyncio.Task, "_log_destroy_pending")),
    "_processes": (THINKING, lambda: "_processes" in names_in(ProcessPoolExecutor.__init__)),
    "_Popen": (THINKING, lambda: callable(ForkServerProcess._Popen)),
    "_clock_resolution": (
        "lab/simulation/life.py",
        lambda: "_clock_resolution" in names_in(BaseEventLoop.__init__),
    ),
}
"""The private names of libraries, the one module that uses each, and whether it is there."""

for of_feature in beside_features("private_names"):
    NAMES.update(of_feature.NAMES)

LIBRARIES: Final = {"discord", "simcord", "PIL", "psycopg", "aiohttp", "bidi", "distributed"}

OUTSIDE: Final = {"tests", "build", ".venv"}

PUBLIC: Final = {"_replace", "_asdict", "_fields", "_exit"}
"""Names of named tuples and of ``os`` that begin like private ones."""


def names_in(function: Callable[..., object]) -> set[str]:
    return set(function.__code__.co_names)


def sources() -> Iterator[tuple[str, ast.Module]]:
    """All modules beside the tests, with their paths."""
    paths = [path.relative_to(ROOT) for path in ROOT.glob("**/*.py")]
    found = [path for path in paths if path.parts[0] not in OUTSIDE]
    assert len(found) > 300
    for path in found:
        yield str(path), ast.parse((ROOT / path).read_text())


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def is_named(node: ast.expr, *names: str) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in LIBRARIES:
        yield from (node.module or "").split(".")
        yield from (alias.name for alias in node.names)


def reached(node: ast.AST) -> Iterator[str]:
    """The attribute that an expression asks of another object than its own ``self``."""
    if isinstance(node, ast.Attribute) and not is_named(node.value, "self", "cls"):
        yield node.attr
    if isinstance(node, ast.Call) and is_named(node.func, "getattr"):
        yield ast.literal_eval(node.args[1]) if isinstance(node.args[1], ast.Constant) else ""


def own(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    if isinstance(node, ast.Attribute) and is_named(node.value, "self"):
        yield node.attr
    if isinstance(node, ast.AnnAssign | ast.Assign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


@pytest.mark.parametrize("name", NAMES)
def test_a_private_name_is_still_there(name: str) -> None:
    module, is_there = NAMES[name]
    assert is_there(), f"a new version has no {name} any more: {module} is to be written anew"
    assert name in (ROOT / module).read_text()


@pytest.mark.nightly
def test_no_other_module_uses_them() -> None:
    ours, used = set[str](), set[tuple[str, str]]()
    for module, tree in sources():
        for node in ast.walk(tree):
            ours.update(own(node))
            used |= {(module, name) for name in (*imported(node), *reached(node))}
    used = {(module, name) for module, name in used if is_private(name)}
    used = {(module, name) for module, name in used if name not in ours - set(NAMES)}
    assert used <= {(module, name) for name, (module, _) in NAMES.items()}
