"""A bot in this process, without sockets, so that the bot and discord.py alone are measured."""

import asyncio
import re
import time
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import EPHEMERAL_FLAG
from simcord.backend.models import Message as Posted
from simcord.http import router

from lab.discord.history import COMMAND, COMPONENT, Interaction, Person
from lab.discord.model import Discord, new_id
from lab.discord.people import command_data
from lab.discord.strict import BUTTON, Json
from lab.private_names import add_server, become_ready, hear_interaction

LASTING: Final = tuple(
    re.findall(
        r"\S+",
        """
        timeout_task_impl persistently Upkeep.work Heartbeat.work Emojis.work ClocksCog._attend
        ClubNews.work Dispatcher._wait Outbox._look Sharing.work
        RequestHandler.start RequestHandler._handle_request
        """,
    )
)
"""Tasks that last as long as the bot or a message, and for which nothing waits."""

ENDLESS: Final = 60.0
"""Seconds after which a task that still runs is taken for one of that kind, and named."""


class Adapter(AsyncWebhookAdapter):
    """An adapter for discord.py that passes answers to interactions to a simulated Discord."""

    def __init__(self, connected: "InProcess") -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._connected = connected

    async def request(
        self, route: Any, session: Any, *, payload: Any = None, multipart: Any = None, **rest: Any
    ) -> Any:
        """Send an answer to the simulated Discord, and return the response."""
        return self._connected.request(route, json=payload, form=multipart, **rest)


class InProcess:
    """A bot in this process that is logged in to a Discord.

    It must be made in the event loop in which the bot then works.
    """

    def __init__(self, bot: discord.Client, where: Discord) -> None:
        self.bot = bot
        self._discord = where
        self._seconds = 0.0
        self._before = asyncio.all_tasks()

        async def request(route: Any, **sent: Any) -> Any:
            return self.request(route, **sent)

        async def static_login(_: str) -> Any:
            return dict(serializers.user_payload(where.bot_user))

        bot.http.request = request  # type: ignore[method-assign]
        bot.http.static_login = static_login  # type: ignore[method-assign, assignment]
        async_context.set(Adapter(self))
        where.subscribers.append(self._hear)

    @property
    def worked(self) -> float:
        """Processor seconds that this process has used so far, without the simulated Discord's."""
        return time.process_time() - self._seconds

    async def start(self) -> None:
        """Log the bot in."""
        await self.bot.login("")
        for guild in self._discord.guilds.values():
            payload = serializers.guild_create_payload(self._discord, guild)
            add_server(self.bot, payload)
        become_ready(self.bot)

    async def close(self) -> None:
        """Stop the bot."""
        self._discord.subscribers.remove(self._hear)
        await self.bot.close()

    def _hear(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            # The bot's own work, within a call whose whole time is taken for Discord's.
            begun = time.thread_time()
            hear_interaction(self.bot, payload)
            self._seconds -= time.thread_time() - begun

    def request(
        self, route: Any, *, form: Any = None, files: Any = None, json: Any = None, **sent: Any
    ) -> Any:
        """Return Discord's response to a request."""
        # By the thread's clock: the bot's drawing threads go on meanwhile, and their work counts.
        begun = time.thread_time()
        path = unquote(urlsplit(route.url).path.removeprefix("/api/v10"))
        uploads, params = list(files or ()), sent.get("params")
        if form:
            json, uploads = router.parse_form(list(form), uploads)
        ask = self._discord.request
        try:
            return ask(route.method, path, json=json, params=params, files=uploads)
        except BackendError as error:
            kinds = {403: discord.Forbidden, 404: discord.NotFound}
            response: Any = SimpleNamespace(status=error.status, reason="")
            kind = kinds.get(error.status, discord.HTTPException)
            raise kind(response, error.to_json()) from error
        finally:
            self._seconds += time.thread_time() - begun

    async def run(self, command: str, user: int, options: Mapping[str, Any]) -> None:
        """Run a slash command in the channel, and wait until the bot is idle again."""
        data = command_data(command, options)
        await self.interact(COMMAND, command, data, user)

    async def press(self, custom_id: str, rows: list[Json], user: int) -> None:
        """Press a button in given rows of a private message, and wait until the bot is idle."""
        channel = self._discord.channel.id
        message = Posted(new_id(), channel, self._discord.bot_user.id, flags=EPHEMERAL_FLAG)
        message.components = rows
        self._discord.messages[channel][message.id] = message
        data = {"custom_id": custom_id, "component_type": BUTTON}
        await self.interact(COMPONENT, custom_id, data, user, message)
        del self._discord.messages[channel][message.id]

    async def interact(
        self, kind: int, what: str, data: Json, user: int, source: Posted | None = None
    ) -> Interaction:
        """Send the bot an interaction from the channel, and wait until it is idle again."""
        person, channel = Person(user, f"user{user}"), self._discord.channel.id
        begun = time.thread_time()
        done = self._discord.begin(person, kind, what, channel, data, source)
        self._seconds += time.thread_time() - begun
        await self.rest()
        return done

    async def rest(self) -> None:
        """Wait until none of the bot's tasks run but the lasting ones."""
        while busy := self._busy():
            _, waiting = await asyncio.wait(busy, timeout=ENDLESS)
            if waiting:
                raise TimeoutError(f"the bot does not come to rest: {waiting}")

    def _busy(self) -> set[asyncio.Task[Any]]:
        """Return the tasks that are waited for; looking for them is no work of the bot's."""
        begun = time.thread_time()
        busy = {task for task in asyncio.all_tasks() if self._is_busy(task)}
        busy -= {asyncio.current_task()}
        self._seconds += time.thread_time() - begun
        return busy

    def _is_busy(self, task: asyncio.Task[Any]) -> bool:
        lasting = getattr(task.get_coro(), "__qualname__", "").endswith(LASTING)
        return not lasting and task not in self._before
