"""A session is taken up where it was left; the bot is told of what it wants to be told of."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from lab.discord.gateway import BROKEN
from lab.discord.history import COMMAND, Person
from lab.discord.model import Discord
from lab.discord.people import command_data
from lab.discord.sockets import Servers


@pytest.fixture
async def servers() -> AsyncIterator[Servers]:
    servers = Servers(Discord())
    async with servers.serving():
        yield servers


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def heard(socket: aiohttp.ClientWebSocketResponse, count: int) -> list[str]:
    """The names of the next events."""
    return [(await socket.receive_json(timeout=5))["t"] for _ in range(count)]


def ask(discord: Discord) -> None:
    """Somebody runs a command."""
    data = command_data("arkadia help", {})
    discord.begin(Person(7, "ada"), COMMAND, "arkadia help", discord.channel.id, data)


async def test_what_was_missed_is_told_once_a_session_is_taken_up(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    address = f"http://{servers.address}/gateway/"
    login: dict[str, Any] = {"op": 2, "d": {"intents": 0, "token": "t", "shard": [0, 1]}}
    async with session.ws_connect(address, autoclose=False) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json(login)
        ready = await socket.receive_json()
        ask(servers.discord)
        assert await heard(socket, 1) == ["INTERACTION_CREATE"]
        dropping = asyncio.create_task(servers.gateway.drop(ask=False))
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        await socket.close(code=BROKEN)
        await dropping
    ask(servers.discord)
    known = {"session_id": ready["d"]["session_id"], "seq": 2}
    async with session.ws_connect(address) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": known})
        assert await heard(socket, 2) == ["INTERACTION_CREATE", "RESUMED"]
        servers.end_life()
        await socket.send_json({"op": 6, "d": known})
        assert (await socket.receive_json())["op"] == 9


@pytest.mark.parametrize("intents", [0, 1])
async def test_who_wants_to_hear_of_servers_does(
    servers: Servers, session: aiohttp.ClientSession, intents: int
) -> None:
    login: dict[str, Any] = {"op": 2, "d": {"intents": intents, "token": "t", "shard": [0, 1]}}
    async with session.ws_connect(f"http://{servers.address}/gateway/") as socket:
        await socket.receive_json()
        await socket.send_json(login)
        assert await heard(socket, 1) == ["READY"]
        if intents:
            assert await heard(socket, 1) == ["GUILD_CREATE"]
        servers.discord.move_on()
        ask(servers.discord)
        told = ["CHANNEL_CREATE", "CHANNEL_DELETE"] if intents else []
        assert await heard(socket, len(told) + 1) == [*told, "INTERACTION_CREATE"]
