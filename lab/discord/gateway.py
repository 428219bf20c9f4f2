"""Discord's gateway: a bot logs in, receives events, and may resume a session."""

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from weakref import WeakKeyDictionary

import discord
from aiohttp import WSMsgType, web
from simcord.backend import serializers
from simcord.intents import required_intent

from lab.discord.model import Discord
from lab.discord.requests import AT_ONCE, PAUSE, SENDS, Window
from lab.discord.strict import Json

HEARTBEAT: Final = 1_000
"""Milliseconds between heartbeats. Short, so that a bot with a fast clock soon notices a dead
connection; it is longer where the bot's clock runs slower."""

DISPATCH, BEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, BEAT_HEARD = 0, 1, 2, 6, 7, 9, 10, 11

TOO_OFTEN: Final = 4008
"""The code with which Discord ends a connection that exceeds the limit of sent messages."""

BROKEN: Final = 4000  # the code of a broken connection, whose session may be resumed

LEFT: Final = (1000, 1001)  # the codes by which a bot gives its session up

_sessions: Final = itertools.count(1)


@dataclass(slots=True)
class Session:
    """A login of the bot, with all its events, so that missed ones can be sent again."""

    intents: int
    id: str = field(default_factory=lambda: f"session{next(_sessions)}")
    told: list[str] = field(default_factory=list)
    more: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, event: str, data: Mapping[str, Any]) -> None:
        """Add an event, if the bot's intents include it."""
        intent = required_intent(event, data)
        if intent is None or self.intents & discord.Intents(**{intent: True}).value:
            number = len(self.told) + 1
            told = {"op": DISPATCH, "t": event, "s": number, "d": data}
            # As text: the model may change the same dictionaries before the event is sent.
            self.told.append(json.dumps(told))
            self.more.set()

    async def send(self, socket: web.WebSocketResponse, since: int) -> None:
        """Send the events since a number, and further ones as they come."""
        with suppress(ConnectionError, RuntimeError):  # sent again when the session is resumed
            while not socket.closed:
                for told in self.told[since:]:
                    await socket.send_str(told)
                    since += 1
                self.more.clear()
                if since == len(self.told):  # else events came while the last ones were sent
                    await self.more.wait()


class Gateway:
    """The gateway's server, with one session at a time.

    Attributes:
        ready: set while a bot is logged in.
        session: the bot's session; None while it has none.
        deaf: if it is an event, the first connection breaks off after its login, and later ones
            get no events; the event is set at the first later one.
    """

    def __init__(
        self, served: Discord, refused: Counter[str], clock: Callable[[], float], speed: float = 1.0
    ) -> None:
        self.ready = asyncio.Event()
        self.session: Session | None = None
        self.deaf: asyncio.Event | None = None
        self._served = served
        self._refused = refused
        self._clock = clock
        self._heartbeat = round(HEARTBEAT / min(speed, 1.0))
        self._logins: dict[int, Window] = {}
        self._socket: web.WebSocketResponse | None = None
        # By session: two processes may be logged in, and each is to be told that it is ready.
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._sessions: WeakKeyDictionary[web.WebSocketResponse, Session] = WeakKeyDictionary()
        served.subscribers.append(self._hear)

    def _hear(self, event: str, data: Mapping[str, Any]) -> None:
        if self.session is not None:
            self.session.tell(event, data)
        elif event == "INTERACTION_CREATE":  # no bot is logged in
            self._served.answering.cut(data["token"])

    async def drop(self, *, ask: bool) -> None:
        """Break the connection, or ask the bot to reconnect; the session may be resumed."""
        socket = self._socket
        if socket is None or socket.closed:
            return
        if ask:
            await _say(socket, RECONNECT, None)
            return
        self._socket = None  # the session stays
        self._hush(socket)
        await socket.close(code=BROKEN)

    def end(self) -> None:
        """End the session, because the bot's process has ended."""
        self.session = self._socket = None
        self.ready.clear()

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        if self.deaf is not None and self._logins:
            self.deaf.set()
            await socket.receive()
            return socket
        await _say(socket, HELLO, {"heartbeat_interval": self._heartbeat})
        sends = Window(*SENDS)
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            if not sends.take(self._clock()):
                self._refused["gateway"] += 1
                await socket.close(code=TOO_OFTEN)
                break
            await self._answer(socket, request, json.loads(message.data))
        self._hush(socket)
        if self._socket is socket:  # else a newer connection has resumed the session
            self._socket = None
            if socket.close_code in LEFT:
                self.end()
        return socket

    async def _answer(
        self, socket: web.WebSocketResponse, request: web.Request, told: Json
    ) -> None:
        """Answer one message of the bot."""
        data = told["d"]
        if told["op"] == BEAT:
            await _say(socket, BEAT_HEARD, None)
        elif told["op"] == IDENTIFY and self._may_log_in(data):
            session = self._identify(request, data)
            if self.deaf is None:
                self._attach(socket, 0)
                return
            for event in session.told:
                await socket.send_str(event)
            await socket.close(code=BROKEN)
        elif told["op"] == RESUME and (known := self._known(data)):
            self._attach(socket, int(data.get("seq") or 0))
            known.tell("RESUMED", {})
        elif told["op"] in (IDENTIFY, RESUME):
            await _say(socket, INVALID, False)  # not to be resumed: the bot logs in anew

    def _may_log_in(self, data: Json) -> bool:
        """Return whether a shard logs in late enough after another one, or itself."""
        place = (data.get("shard") or [0, 1])[0] % AT_ONCE
        allowed = self._logins.setdefault(place, Window(1, PAUSE)).take(self._clock())
        self._refused["login"] += not allowed
        return allowed

    def _known(self, data: Json) -> Session | None:
        """Return the session to resume, if it is still kept."""
        same = self.session is not None and data.get("session_id") == self.session.id
        return self.session if same else None

    def _identify(self, request: web.Request, data: Json) -> Session:
        served, session = self._served, Session(int(data["intents"]))
        guilds = list(served.guilds.values())
        ready = {
            "v": 10,
            "user": dict(serializers.user_payload(served.bot_user)),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": f"ws://{request.host}/gateway/",
            "application": {"id": str(served.application_id), "flags": 0},
            "shard": data.get("shard") or [0, 1],
        }
        session.tell("READY", ready)
        for guild in guilds:
            session.tell("GUILD_CREATE", dict(serializers.guild_create_payload(served, guild)))
        self.session = session
        self.ready.set()
        return session

    def _attach(self, socket: web.WebSocketResponse, since: int) -> None:
        """Send the session's events on a connection from now on."""
        session = self.session
        assert session is not None
        if (before := self._sending.pop(session.id, None)) is not None:
            before.cancel()
        self._socket = socket
        self._sessions[socket] = session
        self._sending[session.id] = asyncio.create_task(session.send(socket, since))

    def _hush(self, socket: web.WebSocketResponse) -> None:
        """Send nothing more on a connection, unless a newer one has its session."""
        session = self._sessions.pop(socket, None)
        if session is not None and all(one is not session for one in self._sessions.values()):
            sending = self._sending.pop(session.id, None)
            if sending is not None:
                sending.cancel()


async def _say(socket: web.WebSocketResponse, op: int, data: Any) -> None:
    await socket.send_str(json.dumps({"op": op, "d": data, "s": None, "t": None}))
