"""Tests of a feature may be through the simulated Discord; all know what it is told of commands."""

from collections.abc import Sequence

import pytest

from db.store import Store
from tests.cogs.payloads import Payload
from tests.db.features import all_tables
from tests.e2e.fixtures import *  # noqa: F403
from tests.e2e.world import World
from ui.client import command_payloads

_SENT: list[Payload] = []
_MODULES: dict[str, str] = {}


@pytest.fixture
async def store(store: Store) -> Store:
    """A store with the tables of all features."""
    for tables in all_tables():
        await store.load(tables)
    return store


@pytest.fixture
async def _payloads(world: World) -> None:
    tree = world.bot.tree
    _SENT.extend(await command_payloads(tree))
    _MODULES.update({one.qualified_name: one.module or "" for one in tree.walk_commands()})


@pytest.fixture
def all_payloads(request: pytest.FixtureRequest) -> Sequence[Payload]:
    """All commands as the bot sends them, with translations; it is started once for that."""
    if not _SENT:
        request.getfixturevalue("_payloads")
    return _SENT


@pytest.fixture
def modules(all_payloads: Sequence[Payload]) -> dict[str, str]:
    return _MODULES
