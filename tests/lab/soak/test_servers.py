"""The soak's Discord takes what Discord takes, refuses the rest, and fails when it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from lab.soak.interactions import COMMAND, Interaction, Person, make
from lab.soak.places import EPHEMERAL
from lab.soak.servers import Servers


@pytest.fixture
async def servers() -> AsyncIterator[Servers]:
    servers = Servers(seed=1, rate=0.0)
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
    interaction = make(Person(7, "ada"), COMMAND, "arkadia board", servers.channel, None)
    servers.answering.open(interaction)
    return interaction


def button(custom_id: str, label: str = "Join") -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


BAD_MESSAGES = (
    {"content": "a" * 2001},
    {"content": ""},
    {"content": "a", "components": [row(button("one"), button("one"))]},
    {"content": "a", "components": [row(button("a" * 101))]},
    {"content": "a", "components": [row(button("one", "a" * 81))]},
    {"content": "a", "components": [row(*(button(str(n)) for n in range(6)))]},
    {"content": "a", "components": [row(button(str(n))) for n in range(6)]},
    {"content": "a", "components": [row({"type": 3, "custom_id": "menu", "options": []})]},
    {"content": "a", "nonce": "a" * 26},
    {"content": "a", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
)


@pytest.mark.parametrize("body", BAD_MESSAGES, ids=range(len(BAD_MESSAGES)))
async def test_what_discord_refuses_is_refused_and_noted(
    servers: Servers, session: aiohttp.ClientSession, body: dict[str, Any]
) -> None:
    status, _ = await ask(session, "POST", f"channels/{servers.channel.id}/messages", body)
    assert status == 400
    assert servers.violations.total() == 1
    assert not servers.channel.messages


async def test_the_same_nonce_gives_back_the_first_message(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    path = f"channels/{servers.channel.id}/messages"
    body = {"content": "Turn 1", "nonce": "7", "enforce_nonce": True}
    _, first = await ask(session, "POST", path, body)
    _, again = await ask(session, "POST", path, {**body, "content": "Turn 2"})
    _, other = await ask(session, "POST", path, {**body, "enforce_nonce": False})
    assert first["id"] == again["id"] != other["id"]
    assert again["content"] == "Turn 1"


async def test_only_those_who_may_be_are_notified(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    body = {"content": "<@1> <@2>", "allowed_mentions": {"parse": [], "users": ["2"]}}
    _, posted = await ask(session, "POST", f"channels/{servers.channel.id}/messages", body)
    assert servers.channel.messages[int(posted["id"])].pings == (2,)


async def test_an_interaction_is_answered_once(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    interaction = asked(servers)
    path = f"interactions/{interaction.id}/{interaction.token}/callback"
    body = {"type": 4, "data": {"content": "Yes", "flags": EPHEMERAL}}
    assert (await ask(session, "POST", path, body))[0] == 200
    status, refusal = await ask(session, "POST", path, body)
    assert (status, refusal["code"]) == (400, 40060)
    assert interaction.text == "Yes"
    assert not servers.answering.public


async def test_after_three_seconds_an_interaction_is_not_known(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    interaction = asked(servers)
    interaction.sent -= 3.1
    path = f"interactions/{interaction.id}/{interaction.token}/callback"
    status, refusal = await ask(session, "POST", path, {"type": 5})
    assert (status, refusal["code"]) == (404, 10062)
    assert servers.answering.late == 1


async def test_an_answer_that_all_see_is_noted(
    servers: Servers, session: aiohttp.ClientSession
) -> None:
    interaction = asked(servers)
    path = f"interactions/{interaction.id}/{interaction.token}/callback"
    await ask(session, "POST", path, {"type": 5, "data": {}})
    await ask(session, "POST", f"webhooks/1/{interaction.token}", {"content": "Your hand"})
    assert servers.answering.public["arkadia board"] == 1


@pytest.mark.parametrize("kind", ["500", "503", "502 without JSON", "429 without JSON", "403"])
async def test_a_fault_before_leaves_nothing_done(
    servers: Servers, session: aiohttp.ClientSession, kind: str
) -> None:
    servers.faults.rate, servers.faults.kinds = 1.0, (kind,)
    path = f"channels/{servers.channel.id}/messages"
    async with session.post(path, json={"content": "a"}) as response:
        assert response.status == int(kind.split()[0])
        assert (response.content_type == "application/json") == (" without JSON" not in kind)
    assert not servers.channel.messages


@pytest.mark.parametrize("kind", ["reset before", "hang-up before", "reset after", "500 after"])
async def test_a_lost_answer_is_one_to_something_that_was_done_or_not(
    servers: Servers, session: aiohttp.ClientSession, kind: str
) -> None:
    servers.faults.rate, servers.faults.kinds = 1.0, (kind,)
    path = f"channels/{servers.channel.id}/messages"
    if kind.startswith("500"):
        assert (await ask(session, "POST", path, {"content": "a"}))[0] == 500
    else:
        with pytest.raises((aiohttp.ClientOSError, aiohttp.ServerDisconnectedError)):
            await ask(session, "POST", path, {"content": "a"})
    assert len(servers.channel.messages) == int(kind.endswith("after"))


async def test_what_waits_when_the_bot_dies_is_cut(servers: Servers) -> None:
    interaction = asked(servers)
    waiting = asyncio.create_task(servers.answering.wait(interaction))
    await asyncio.sleep(0)
    servers.end_life()
    await waiting
    assert interaction.cut
    assert not interaction.has_answer
