"""Discord's gateway: a bot logs in, is told what happens, and may take a session up again."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSMsgType, web

from lab.soak.limits import AT_ONCE, PAUSE, SENDS, Window
from lab.soak.places import BOT, BOT_PAYLOAD, Guild, Json

HEARTBEAT: Final = 1_000
"""Milliseconds: a bot whose clock runs faster also hears sooner that nothing is heard. It beats by
the machine's clock; where its own runs slower, so does that."""

DISPATCH, BEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, BEAT_HEARD = 0, 1, 2, 6, 7, 9, 10, 11

GUILDS: Final = 1 << 0
"""The bit of who wants to be told of servers, their channels and threads."""

TOO_OFTEN: Final = 4008
"""The code with which Discord ends a connection on which too much is sent."""

LEFT: Final = (1000, 1001)
"""The codes with which a bot says that it does not come back."""

_ABOUT_GUILDS: Final = ("GUILD_", "CHANNEL_", "THREAD_")

_sessions: Final = itertools.count(1)


@dataclass(slots=True)
class Session:
    """A login of the bot: all it was told, to be told again what it missed.

    Attributes:
        intents: what it wants to be told of, in Discord's bits.
    """

    intents: int
    id: str = field(default_factory=lambda: f"session{next(_sessions)}")
    told: list[Json] = field(default_factory=list)


class Gateway:
    """The one connection over which the bot hears what happens.

    Args:
        refused: where it is counted what came too often.
        clock: the time in seconds, as fast as it passes for the bot.
        speed: how much faster that is.

    Attributes:
        ready: set while a bot is logged in.
    """

    def __init__(
        self,
        guilds: list[Guild],
        refused: Counter[str],
        clock: Callable[[], float],
        speed: float = 1.0,
    ) -> None:
        self.ready = asyncio.Event()
        self._refused = refused
        self._clock = clock
        self._heartbeat = round(HEARTBEAT / min(speed, 1.0))
        self._logins: dict[int, Window] = {}
        self._guilds = guilds
        self._session: Session | None = None
        self._socket: web.WebSocketResponse | None = None

    async def tell(self, event: str, data: Json) -> bool:
        """Tells the bot of something, if need be once it takes its session up again.

        Returns:
            Whether there is a session.
        """
        session, socket = self._session, self._socket
        if session is None:
            return False
        if event.startswith(_ABOUT_GUILDS) and not session.intents & GUILDS:
            return True
        told = {"op": DISPATCH, "t": event, "s": len(session.told) + 1, "d": data}
        session.told.append(told)
        if socket is not None and not socket.closed:
            with contextlib.suppress(ConnectionError, RuntimeError):  # told again when resumed
                await socket.send_str(json.dumps(told))
        return True

    async def drop(self, *, ask: bool) -> None:
        """Breaks the connection, or asks the bot to come anew; the session may be taken up."""
        if self._socket is None or self._socket.closed:
            return
        if ask:
            await self._socket.send_str(
                json.dumps({"op": RECONNECT, "d": None, "s": None, "t": None})
            )
        else:
            await self._socket.close(code=4000)

    @property
    def session(self) -> Session | None:
        """The session of the bot that is logged in."""
        return self._session

    def end(self, session: Session | None = None) -> None:
        """The bot's process has ended: its session is of no use any more.

        Args:
            session: its session, where another process may have logged in meanwhile.
        """
        if session is None or session is self._session:
            self._session = self._socket = None
            self.ready.clear()

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serves one connection."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)

        async def say(op: int, data: Any) -> None:
            await socket.send_str(json.dumps({"op": op, "d": data, "s": None, "t": None}))

        await say(HELLO, {"heartbeat_interval": self._heartbeat})
        sends = Window(*SENDS)
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            if not sends.take(self._clock()):
                self._refused["gateway"] += 1
                await socket.close(code=TOO_OFTEN)
                break
            told = json.loads(message.data)
            if told["op"] == BEAT:
                await say(BEAT_HEARD, None)
            elif told["op"] == IDENTIFY and not self._may_log_in(told["d"]):
                await say(INVALID, False)
            elif told["op"] == IDENTIFY:
                await self._identify(socket, request, told["d"])
            elif told["op"] == RESUME and not await self._resume(socket, told["d"]):
                await say(INVALID, False)
        if self._socket is socket:
            self._socket = None
            if socket.close_code in LEFT:
                self.end()
        return socket

    def _may_log_in(self, data: Json) -> bool:
        """Whether a shard does not log in too soon after another one, or itself."""
        place = (data.get("shard") or [0, 1])[0] % AT_ONCE
        allowed = self._logins.setdefault(place, Window(1, PAUSE)).take(self._clock())
        self._refused["login"] += not allowed
        return allowed

    async def _identify(
        self, socket: web.WebSocketResponse, request: web.Request, data: Json
    ) -> None:
        self._session, self._socket = Session(int(data["intents"])), socket
        ready = {
            "v": 10,
            "user": BOT_PAYLOAD,
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in self._guilds],
            "session_id": self._session.id,
            "resume_gateway_url": f"ws://{request.host}/gateway/",
            "application": {"id": str(BOT), "flags": 0},
            "shard": data.get("shard") or [0, 1],
        }
        await self.tell("READY", ready)
        for guild in self._guilds:
            await self.tell("GUILD_CREATE", guild.payload())
        self.ready.set()

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> bool:
        session = self._session
        if session is None or data.get("session_id") != session.id:
            return False
        self._socket = socket
        for told in session.told[int(data.get("seq") or 0) :]:
            await socket.send_str(json.dumps(told))
        await self.tell("RESUMED", {})
        return True
