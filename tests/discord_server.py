"""As much of Discord's servers as a bot without commands talks to, on this machine.

For tests of the whole process; games are played in the simulated Discord of ``tests/e2e``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from aiohttp import WSMsgType, web

from lab.soak.places import APPLICATION, BOT_PAYLOAD

TOKEN: Final = "right.to.ken"


def _json(value: object, status: int = 200) -> web.Response:
    body = json.dumps(value).encode()
    return web.Response(body=body, status=status, content_type="application/json")


async def _me(request: web.Request) -> web.Response:
    if request.headers["Authorization"] != f"Bot {TOKEN}":
        return _json({"message": "401: Unauthorized", "code": 0}, status=401)
    return _json(BOT_PAYLOAD)


async def _application(request: web.Request) -> web.Response:
    return _json(APPLICATION)


async def _commands(request: web.Request) -> web.Response:
    return _json([])


async def _guilds(request: web.Request) -> web.Response:
    return _json([])


async def _emojis(request: web.Request) -> web.Response:
    return _json({"items": []})


async def _add_emoji(request: web.Request) -> web.Response:
    name = (await request.json())["name"]
    return _json({"id": "1", "name": name, "animated": False}, status=201)


async def _shards(request: web.Request) -> web.Response:
    limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 16}
    url = f"ws://{request.host}/gateway/"
    return _json({"url": url, "shards": 1, "session_start_limit": limit})


async def _gateway(
    request: web.Request, deaf: asyncio.Event | None = None
) -> web.WebSocketResponse:
    """Serves a connection; with ``deaf`` it breaks off after the login, and that is set."""
    socket = web.WebSocketResponse()
    await socket.prepare(request)

    async def say(op: int, data: Any, event: str | None = None) -> None:
        await socket.send_str(json.dumps({"op": op, "d": data, "t": event, "s": 1}))

    await say(10, {"heartbeat_interval": 45_000})
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            break
        sent = json.loads(message.data)
        if sent["op"] == 2:
            ready = {
                "v": 10,
                "user": BOT_PAYLOAD,
                "guilds": [],
                "session_id": "1",
                "resume_gateway_url": str(request.url),
                "application": APPLICATION,
                "shard": sent["d"]["shard"],
            }
            await say(0, ready, "READY")
            if deaf is not None:
                deaf.set()
                await socket.close(code=4000)
    return socket


@asynccontextmanager
async def discord_server(deaf: asyncio.Event | None = None) -> AsyncIterator[str]:
    """Runs the servers; gives their address without a scheme.

    Args:
        deaf: of a gateway that breaks off after the first login and never says a word again; set
            when the bot has connected to it in vain.
    """
    breaking = asyncio.Event()

    async def gateway(request: web.Request) -> web.WebSocketResponse:
        if deaf is None:
            return await _gateway(request)
        if not breaking.is_set():
            return await _gateway(request, breaking)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        deaf.set()
        await socket.receive()
        return socket

    app = web.Application()
    app.router.add_get("/api/users/@me", _me)
    app.router.add_get("/api/users/@me/guilds", _guilds)
    app.router.add_get("/api/oauth2/applications/@me", _application)
    app.router.add_get("/api/applications/{id}/emojis", _emojis)
    app.router.add_post("/api/applications/{id}/emojis", _add_emoji)
    app.router.add_put("/api/applications/{id}/commands", _commands)
    app.router.add_get("/api/gateway/bot", _shards)
    app.router.add_get("/gateway/", gateway)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield "{}:{}".format(*runner.addresses[0])
    finally:
        await runner.cleanup()
