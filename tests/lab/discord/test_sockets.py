"""A Discord on sockets takes what Discord takes, and fails when it is told to."""

import asyncio
import json
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import aiohttp
import pytest

from lab.discord.gateway import Session
from lab.discord.history import COMMAND, Interaction, Person
from lab.discord.model import Discord
from lab.discord.people import command_data
from lab.discord.requests import Faults
from lab.discord.sockets import Servers

EPHEMERAL = 64


@pytest.fixture
async def servers() -> AsyncIterator[Servers]:
    servers = Servers(Discord(), Faults(Random(1)))
    async with servers.serving():
        yield servers


@pytest.fixture
async def session(servers: Servers) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(f"http://{servers.address}/api/") as session:
        yield session


async def ask(session: aiohttp.ClientSession, method: str, path: str, body: Any) -> tuple[int, Any]:
    async with session.request(method, path, json=body) as response:
        return response.status, await response.json() if response.status != 204 else None


def asked(servers: Servers) -> Interaction:
    """Something that a person did and that waits for an answer."""
    data, channel = command_data("arkadia board", {}), servers.discord.channel.id
    told = Session(intents=0)
    servers.gateway.session = told
    interaction = servers.discord.begin(Person(7, "ada"), COMMAND, "arkadia board", channel, data)
    assert "arkadia board" not in told.told[0]
    assert json.loads(told.told[0])["d"]["token"] == interaction.record.token
    return interaction


async def test_what_discord_refuses_is_refused_and_noted(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    path = f"channels/{servers.discord.channel.id}/messages"
    for body in ({"content": "a" * 2001}, {"content": "a", "nonce": "a" * 26}):
        assert (await ask(session, "POST", path, body))[0] == 400
    assert servers.violations.total() == 2
    assert (await ask(session, "GET", "nothing/of/the/kind", None))[0] == 501
    assert servers.violations.total() == 3
    assert not servers.discord.channel.messages


async def test_files_arrive_with_their_descriptions(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    form = aiohttp.FormData()
    described = {"attachments": [{"id": 0, "description": "The board"}]}
    form.add_field("payload_json", json.dumps(described), content_type="application/json")
    form.add_field("files[0]", b"\r\n--" * 9, filename="board.png", content_type="image/png")
    path = f"channels/{servers.discord.channel.id}/messages"
    async with session.post(path, data=form) as response:
        [file] = (await response.json())["attachments"]
    told = file["filename"], file["description"], file["size"]
    assert told == ("board.png", "The board", 36)


async def test_only_those_who_may_be_are_notified(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    body = {"content": "<@1> <@2>", "allowed_mentions": {"parse": [], "users": ["2"]}}
    _, posted = await ask(session, "POST", f"channels/{servers.discord.channel.id}/messages", body)
    assert servers.discord.channel.messages[int(posted["id"])].pings == (2,)


async def test_an_interaction_is_answered_once(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    interaction = asked(servers)
    path = f"interactions/{interaction.record.id}/{interaction.record.token}/callback"
    body = {"type": 4, "data": {"content": "Yes", "flags": EPHEMERAL}}
    assert (await ask(session, "POST", path, body))[0] == 200
    status, refusal = await ask(session, "POST", path, body)
    assert (status, refusal["code"]) == (400, 40060)
    assert interaction.text == "Yes"
    assert not servers.discord.history.answers


async def test_after_three_seconds_an_interaction_is_not_known(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    interaction = asked(servers)
    interaction.record.initial_response_deadline = servers.discord.now_iso()
    path = f"interactions/{interaction.record.id}/{interaction.record.token}/callback"
    status, refusal = await ask(session, "POST", path, {"type": 5})
    assert (status, refusal["code"]) == (404, 10062)
    assert servers.discord.answering.late == 1


async def test_an_answer_that_all_see_is_noted(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    interaction = asked(servers)
    path = f"interactions/{interaction.record.id}/{interaction.record.token}/callback"
    await ask(session, "POST", path, {"type": 5, "data": {}})
    await ask(
        session,
        "POST",
        f"webhooks/{servers.discord.application_id}/{interaction.record.token}",
        {"content": "Your hand"},
    )
    [told] = servers.discord.history.answers
    assert told.payload["content"] == "Your hand"


@pytest.mark.parametrize("kind", ["500", "503", "502 without JSON", "429 without JSON", "403"])
async def test_a_fault_before_leaves_nothing_done(
    servers: Servers, session: aiohttp.ClientSession, kind: str
) -> None:
    servers.faults.rate, servers.faults.kinds = 1.0, (kind,)
    path = f"channels/{servers.discord.channel.id}/messages"
    async with session.post(path, json={"content": "a"}) as response:
        assert response.status == int(kind.split()[0])
        assert (response.content_type == "application/json") == (" without JSON" not in kind)
    assert not servers.discord.channel.messages


@pytest.mark.parametrize("kind", ["reset before", "hang-up before", "reset after", "500 after"])
async def test_a_lost_answer_is_one_to_something_that_was_done_or_not(
    servers: Servers, session: aiohttp.ClientSession, kind: str
) -> None:
    servers.faults.rate, servers.faults.kinds = 1.0, (kind,)
    path = f"channels/{servers.discord.channel.id}/messages"
    if kind.startswith("500"):
        assert (await ask(session, "POST", path, {"content": "a"}))[0] == 500
    else:
        with pytest.raises((aiohttp.ClientOSError, aiohttp.ServerDisconnectedError)):
            await ask(session, "POST", path, {"content": "a"})
    assert len(servers.discord.channel.messages) == int(kind.endswith("after"))


async def test_what_waits_when_the_bot_dies_is_cut(servers: Servers) -> None:
    interaction = asked(servers)
    waiting = asyncio.create_task(servers.discord.answering.wait(interaction))
    await asyncio.sleep(0)
    servers.end_life()
    await waiting
    assert interaction.cut
    assert not interaction.has_answer
