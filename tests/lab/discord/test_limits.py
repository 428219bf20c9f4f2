"""A Discord on sockets refuses what comes too often, and says how often is right."""

import json
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from lab.discord.model import Discord
from lab.discord.requests import GLOBAL, PAUSE, SENDS, Limits, answer
from lab.discord.sockets import Servers

TURN = "POST /channels/*/messages"


class Asking:
    """Asks limits at a time that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.limits = Limits(lambda: self.now)

    def ask(self, what: str, path: str, status: int = 200) -> web.Response:
        refusal, headers = self.limits.take(what, path)
        if refusal is not None:
            status = 429
        self.limits.note(status)
        return answer({} if refusal is None else refusal, status, **headers)


@pytest.fixture
def asking() -> Asking:
    return Asking()


def test_each_channel_takes_five_messages_in_five_seconds(asking: Asking) -> None:
    done = [asking.ask(TURN, "/channels/1/messages") for _ in range(6)]
    assert [one.status for one in done] == [200] * 5 + [429]
    assert [one.headers["X-RateLimit-Remaining"] for one in done[:5]] == list("43210")
    assert done[5].headers["X-RateLimit-Scope"] == "user"
    told = json.loads(str(done[5].text))
    assert (told["retry_after"], told["global"]) == (5.0, False)
    assert asking.ask(TURN, "/channels/2/messages").status == 200
    asking.now = 5.0
    assert asking.ask(TURN, "/channels/1/messages").status == 200


def test_a_bot_makes_fifty_requests_a_second_and_as_many_answers_as_it_likes(
    asking: Asking,
) -> None:
    statuses = [asking.ask(TURN, f"/channels/{n}/messages").status for n in range(GLOBAL)]
    assert statuses == [200] * GLOBAL
    refused = asking.ask(TURN, "/channels/99/messages")
    assert (refused.status, json.loads(str(refused.text))["global"]) == (429, True)
    answer = "POST /interactions/*/*/callback"
    for number in range(3):
        assert asking.ask(answer, f"/interactions/{number}/token{number}/callback").status == 200
    asking.now = 1.0
    assert asking.ask(TURN, "/channels/99/messages").status == 200
    assert asking.limits.refused == {"global": 1}


def test_who_is_refused_too_often_is_not_answered_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.discord.requests.INVALID", (20, 600.0))
    asking = Asking()
    for number in range(21):
        asking.ask("GET /channels/*", f"/channels/{number}", status=403)
    banned = asking.ask("GET /channels/*", "/channels/1")
    assert (banned.status, banned.content_type) == (429, "text/html")
    asking.now = 600.0
    assert asking.ask("GET /channels/*", "/channels/1").status == 200


@pytest.fixture
async def gateway() -> AsyncIterator[SimpleNamespace]:
    servers = Servers(Discord())
    async with servers.serving(), aiohttp.ClientSession() as session:
        yield SimpleNamespace(
            servers=servers,
            connect=lambda: session.ws_connect(f"http://{servers.address}/gateway/"),
        )


LOGIN: dict[str, Any] = {"op": 2, "d": {"intents": 0, "token": "t", "shard": [0, 1]}}


async def test_a_shard_logs_in_once_in_five_seconds(gateway: SimpleNamespace) -> None:
    told = []
    for _ in range(2):
        async with gateway.connect() as socket:
            assert (await socket.receive_json())["op"] == 10
            await socket.send_json(LOGIN)
            told.append(await socket.receive_json())
    assert [(one["op"], one["t"]) for one in told] == [(0, "READY"), (9, None)]
    assert gateway.servers.limits.refused["login"] == 1
    assert PAUSE == 5.0


async def test_who_sends_too_much_is_disconnected(gateway: SimpleNamespace) -> None:
    async with gateway.connect() as socket:
        for _ in range(SENDS[0] + 1):
            await socket.send_json({"op": 1, "d": None})
        while (await socket.receive()).type is aiohttp.WSMsgType.TEXT:
            pass
        assert socket.close_code == 4008
