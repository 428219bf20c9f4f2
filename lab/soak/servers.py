"""Discord's servers on this machine: what the bot asks of its API is done, refused or fails."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Final

from aiohttp import web

from db.share import ALONE, Share
from lab.soak.answering import Answering
from lab.soak.failing import failed
from lab.soak.faults import AFTER, Faults
from lab.soak.forms import answer, pings, read
from lab.soak.gateway import Gateway, Session
from lab.soak.interactions import Interaction, Person, make, payload
from lab.soak.limits import AT_ONCE, Limits, faster
from lab.soak.places import (
    APPLICATION,
    BOT,
    BOT_PAYLOAD,
    PUBLIC_THREAD,
    TEXT,
    Guild,
    Json,
    Message,
    Place,
    new_id,
)
from lab.soak.refusals import (
    RefusedError,
    bad_form,
    cannot_send_empty,
    has_thread,
    missing_permissions,
    thread_archived,
    unknown,
)
from lab.soak.rules import command_faults, message_faults

TOKEN: Final = "right.to.ken"
SPARED: Final = re.compile(r"/api/(v10/)?(users/@me|oauth2/.*|gateway.*|applications/.*)")
"""What never fails: without it no bot comes up, and one that does not is only started again."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Servers:
    """Discord with one server of people, as far as a bot for games comes to see it.

    Args:
        speed: how much faster the bot's clock runs, by which limits count the time as well.
        limits: those of a bot that other processes are as well, at servers of their own.

    Attributes:
        guild: the server.
        channel: the channel where people are.
        gateway: where the bot hears what happens.
        answering: the interactions that wait for an answer, and how they are answered.
        faults: what fails.
        limits: what is refused because it comes too often.
        requests: how many requests there were, by what they are.
        violations: what the bot sent that Discord does not take, each once.
        errors: what these servers could not do themselves, which should be nothing.
        commands: the commands that the bot has sent.
        emojis: the emojis of the bot.
    """

    def __init__(
        self,
        seed: int,
        rate: float,
        share: Share = ALONE,
        speed: float = 1.0,
        limits: Limits | None = None,
    ) -> None:
        self.guild = Guild("Arkadia", share)
        self.channel = self.guild.add(TEXT, "arkadia")
        self.limits = Limits(faster(speed)) if limits is None else limits
        self.gateway = Gateway([self.guild], self.limits.refused, self.limits.clock, speed)
        self.faults = Faults(Random(seed), rate)
        self.requests: Counter[str] = Counter()
        self.violations: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.commands: list[Json] = []
        self.emojis: list[Json] = []
        self.answering = Answering()
        self.address = ""
        self._nonces: dict[tuple[int, str], tuple[float, Message]] = {}

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Runs the servers; then ``address`` is where they are."""
        app = web.Application(middlewares=[self._frame], client_max_size=1 << 26)
        self._route(app.router)
        runner = web.AppRunner(app, shutdown_timeout=0.5, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.address = "{}:{}".format(*runner.addresses[0])
        try:
            yield
        finally:
            await runner.cleanup()

    def _route(self, router: web.UrlDispatcher) -> None:
        routes: list[tuple[str, str, Handler]] = [
            ("GET", "/users/@me", self._me),
            ("GET", "/gateway/bot", self._gateway_bot),
            ("GET", "/oauth2/applications/@me", self._application),
            ("PUT", "/applications/{app}/commands", self._commands),
            ("GET", "/applications/{app}/emojis", self._emojis),
            ("POST", "/applications/{app}/emojis", self._add_emoji),
            ("GET", "/users/@me/guilds", self._guilds),
            ("GET", "/guilds/{guild}", self._guild),
            ("GET", "/guilds/{guild}/channels", self._channels),
            ("GET", "/guilds/{guild}/threads/active", self._active_threads),
            ("GET", "/channels/{place}", self._get_place),
            ("PATCH", "/channels/{place}", self._change_place),
            ("POST", "/channels/{place}/messages", self._post),
            ("GET", "/channels/{place}/messages", self._history),
            ("GET", "/channels/{place}/messages/{message}", self._get_message),
            ("PATCH", "/channels/{place}/messages/{message}", self._edit),
            ("DELETE", "/channels/{place}/messages/{message}", self._delete),
            ("POST", "/channels/{place}/threads", self._thread),
            ("POST", "/channels/{place}/messages/{message}/threads", self._thread),
            ("PUT", "/channels/{place}/thread-members/{user}", self._add_to_thread),
            ("POST", "/interactions/{interaction}/{token}/callback", self._callback),
            ("POST", "/webhooks/{app}/{token}", self._follow_up),
            ("GET", "/webhooks/{app}/{token}/messages/{message}", self._get_answer),
            ("PATCH", "/webhooks/{app}/{token}/messages/{message}", self._edit_answer),
            ("DELETE", "/webhooks/{app}/{token}/messages/{message}", self._delete_answer),
        ]
        for method, path, handler in routes:
            router.add_route(method, f"/api{path}", handler)
        router.add_get("/gateway/", self.gateway.connect)

    # What people do

    async def interact(
        self,
        person: Person,
        kind: int,
        what: str,
        place: Place,
        data: Mapping[str, Any],
        source: Message | None = None,
    ) -> Interaction:
        """Tells the bot what a person did, and waits for the answer as long as Discord does."""
        interaction = make(person, kind, what, place, source)
        self.answering.open(interaction)
        told = await self.gateway.tell(
            "INTERACTION_CREATE", payload(interaction, person, self.guild, data)
        )
        if not told:
            interaction.cut = True
            interaction.answer()
        await self.answering.wait(interaction)
        return interaction

    async def delete_place(self, place: Place) -> None:
        """A moderator deletes a channel or a thread."""
        for gone in self.guild.remove(place):
            event = "THREAD_DELETE" if gone.is_thread else "CHANNEL_DELETE"
            await self.gateway.tell(event, gone.payload())

    async def delete_channel(self) -> None:
        """A moderator deletes the channel and makes another one, where people go on."""
        gone, self.channel = self.channel, self.guild.add(TEXT, "arkadia")
        await self.gateway.tell("CHANNEL_CREATE", self.channel.payload())
        await self.delete_place(gone)

    async def archive(self, place: Place, *, locked: bool = False) -> None:
        """Discord, or a moderator, archives a thread."""
        place.archived, place.locked = True, locked
        await self.gateway.tell("THREAD_UPDATE", place.payload())

    def end_life(self, session: Session | None = None) -> None:
        """The bot's process has ended: nobody answers any more what waits for an answer.

        Args:
            session: its session, where another process may have logged in meanwhile.
        """
        self.gateway.end(session)
        self.answering.cut_all()

    # The frame of all requests

    @web.middleware
    async def _frame(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith("/api/"):
            try:
                return await handler(request)
            except ConnectionError:  # whoever wanted to be told was killed meanwhile
                return web.Response(status=400)
        path = re.sub(r"(token)?[0-9]{5,}", "*", request.path.removeprefix("/api"))
        what = f"{request.method} {path}"
        self.requests[what] += 1
        if (early := self.limits.refusal(request, what)) is not None:
            self.limits.mark(request, what, early)
            return early
        fault = "" if SPARED.fullmatch(request.path) else self.faults.pick(what)
        if fault:
            self.answering.trouble(request.match_info.get("token", ""))
        if fault == "slow":
            await asyncio.sleep(self.faults.rng.uniform(0.05, 1.0))
        elif fault and fault not in AFTER:
            return failed(request, fault)
        try:
            done = await handler(request)
        except RefusedError as error:
            if error.status == 400 and not error.surprise:
                self.violations[f"{what}: {error.message}"] += 1
            done = answer({"message": error.message, "code": error.code}, error.status)
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            self.errors[f"{what}: {error!r}"] += 1
            raise
        except ConnectionError:  # whoever asked was killed meanwhile; nobody hears the answer
            done = web.Response(status=400)
        except web.HTTPNotFound:
            self.violations[f"{what}: no such route"] += 1
            raise
        if fault in AFTER:
            return failed(request, fault)
        self.limits.mark(request, what, done)
        return done

    # Setting up

    async def _me(self, request: web.Request) -> web.Response:
        if request.headers["Authorization"] != f"Bot {TOKEN}":
            return answer({"message": "401: Unauthorized", "code": 0}, status=401)
        return answer(BOT_PAYLOAD)

    async def _gateway_bot(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": AT_ONCE}
        url = f"ws://{request.host}/gateway/"
        return answer({"url": url, "shards": 1, "session_start_limit": limit})

    async def _application(self, request: web.Request) -> web.Response:
        return answer(APPLICATION)

    async def _commands(self, request: web.Request) -> web.Response:
        wanted = await request.json()
        faults = [fault for command in wanted for fault in command_faults(command)]
        if faults:
            raise bad_form(faults)
        self.commands = [
            {**command, "id": str(new_id()), "application_id": str(BOT), "version": "1"}
            for command in wanted
        ]
        return answer(self.commands)

    async def _emojis(self, request: web.Request) -> web.Response:
        return answer({"items": self.emojis})

    async def _add_emoji(self, request: web.Request) -> web.Response:
        name = (await request.json())["name"]
        if not re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) or any(
            emoji["name"] == name for emoji in self.emojis
        ):
            raise bad_form([f"emoji {name}"])
        self.emojis.append({"id": str(new_id()), "name": name})
        return answer(self.emojis[-1])

    # Places and messages

    def _place(self, request: web.Request) -> Place:
        place = self.guild.places.get(int(request.match_info["place"]))
        if place is None:
            raise unknown("Channel")
        return place

    def _message(self, request: web.Request, place: Place) -> Message:
        message = place.messages.get(int(request.match_info["message"]))
        if message is None or message.deleted:
            raise unknown("Message")
        return message

    async def _guilds(self, _: web.Request) -> web.Response:
        return answer([self.guild.payload()])

    async def _guild(self, _: web.Request) -> web.Response:
        return answer(self.guild.payload())

    async def _channels(self, _: web.Request) -> web.Response:
        return answer(self.guild.payload()["channels"])

    async def _active_threads(self, _: web.Request) -> web.Response:
        return answer({"threads": self.guild.payload()["threads"], "members": []})

    async def _get_place(self, request: web.Request) -> web.Response:
        return answer(self._place(request).payload())

    async def _change_place(self, request: web.Request) -> web.Response:
        place, changes = self._place(request), await request.json()
        if "archived" in changes and place.is_thread:
            if place.locked and not changes["archived"]:
                raise missing_permissions()
            place.archived = bool(changes["archived"])
        return answer(place.payload())

    async def _post(self, request: web.Request) -> web.Response:
        place = self._place(request)
        body, files = await read(request)
        if place.archived:
            if place.locked:
                raise thread_archived()
            place.archived = False  # whoever writes in a thread opens it again
        faults = message_faults(body, [int(file["size"]) for file in files], whole=True)
        if faults:
            raise cannot_send_empty() if faults == ["an empty message"] else bad_form(faults)
        nonce = None if body.get("nonce") is None else str(body["nonce"])
        if nonce is not None and body.get("enforce_nonce"):
            known = self._nonces.get((place.id, nonce))
            if known is not None and time.monotonic() - known[0] < 300 and not known[1].deleted:
                return answer(known[1].payload())
        message = Message(new_id(), place.id, None, nonce=nonce)
        message.put(body, files)
        message.pings = pings(body)
        place.messages[message.id] = message
        if nonce is not None:
            self._nonces[place.id, nonce] = (time.monotonic(), message)
        return answer(message.payload())

    async def _history(self, request: web.Request) -> web.Response:
        place = self._place(request)
        limit = int(request.query.get("limit", "50"))
        before = int(request.query.get("before", str(1 << 63)))
        after = int(request.query.get("after", "0"))
        found = [message for message in place.visible() if after < message.id < before]
        return answer([message.payload() for message in reversed(found[-limit:])])

    async def _get_message(self, request: web.Request) -> web.Response:
        return answer(self._message(request, self._place(request)).payload())

    async def _edit(self, request: web.Request) -> web.Response:
        place = self._place(request)
        message = self._message(request, place)
        body, files = await read(request)
        if place.archived:
            raise thread_archived()
        faults = message_faults(body, [int(file["size"]) for file in files], whole=False)
        if faults:
            raise bad_form(faults)
        message.put(body, files)
        return answer(message.payload())

    async def _delete(self, request: web.Request) -> web.Response:
        self._message(request, self._place(request)).deleted = True
        return web.Response(status=204)

    async def _thread(self, request: web.Request) -> web.Response:
        parent, body = self._place(request), await request.json()
        number = 0
        if "message" in request.match_info:
            number = self._message(request, parent).id  # a message and its thread have one id
        if not 1 <= len(str(body.get("name") or "")) <= 100 or parent.is_thread:
            raise bad_form([f"a thread named {body.get('name')}"])
        if number in self.guild.places or any(gone.id == number for gone in self.guild.graveyard):
            raise has_thread()
        kind = int(body.get("type") or PUBLIC_THREAD)
        thread = self.guild.add(kind, body["name"], parent.id, number)
        await self.gateway.tell("THREAD_CREATE", {**thread.payload(), "newly_created": True})
        return answer(thread.payload(), 201)

    async def _add_to_thread(self, request: web.Request) -> web.Response:
        if self._place(request).archived:
            raise thread_archived()
        return web.Response(status=204)

    # Answers to interactions

    async def _callback(self, request: web.Request) -> web.Response:
        body, files = await read(request)
        number, token = int(request.match_info["interaction"]), request.match_info["token"]
        return answer(self.answering.first(number, token, body, files))

    async def _follow_up(self, request: web.Request) -> web.Response:
        body, files = await read(request)
        return answer(self.answering.more(request.match_info["token"], body, files).payload())

    async def _get_answer(self, request: web.Request) -> web.Response:
        return answer(self._answer(request).payload())

    async def _edit_answer(self, request: web.Request) -> web.Response:
        body, files = await read(request)
        token, which = request.match_info["token"], request.match_info["message"]
        return answer(self.answering.edit(token, which, body, files).payload())

    async def _delete_answer(self, request: web.Request) -> web.Response:
        self._answer(request).deleted = True
        return web.Response(status=204)

    def _answer(self, request: web.Request) -> Message:
        return self.answering.find(request.match_info["token"], request.match_info["message"])
