"""A server of pages with a game of Ada and Bela, and both at their pages."""

from collections.abc import AsyncIterator

import pytest

from db.store import Store
from tabletop.tables import Tables
from tests.cogs.pages.server.visiting import Server, Visitor, serving
from tests.tabletop.playing import ADA, BELA, Clock, active, begun


@pytest.fixture
async def server(store: Store, tables: Tables, clock: Clock) -> AsyncIterator[Server]:
    async with serving(store, tables, clock) as server:
        yield server


@pytest.fixture
async def game(server: Server) -> int:
    """A game that has begun and was told."""
    game = await begun(server.tables)
    await server.publisher.publish(game)
    return game


@pytest.fixture
async def due(server: Server, game: int) -> AsyncIterator[Visitor]:
    """The page of the person whose turn it is."""
    async with server.player(game, await active(server.tables, game)) as visitor:
        yield visitor


@pytest.fixture
async def other(server: Server, game: int, due: Visitor) -> AsyncIterator[Visitor]:
    """The page of the other one."""
    async with server.player(game, BELA if due.user == ADA else ADA) as visitor:
        yield visitor


@pytest.fixture
async def visitor(server: Server) -> AsyncIterator[Visitor]:
    """A browser that is signed in to nothing."""
    async with server.visitor() as visitor:
        yield visitor


@pytest.fixture
def watch(server: Server, game: int) -> str:
    """The path of the scene for all who have the game's link."""
    return f"/api{server.watching(game)}"
