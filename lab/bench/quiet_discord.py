"""A Discord that takes everything and says nothing, as cheap as can be.

Interactions go into a bot by the way that the gateway's take; what the bot sends ends here before
it becomes bytes. So what is measured is the bot and discord.py, and no network.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Mapping
from typing import Any, Final

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

GUILD: Final = 10
CHANNEL: Final = 20
_APPLICATION: Final = 30
_TIME: Final = "2026-01-01T00:00:00+00:00"
_USER: Final = {"username": "u", "discriminator": "0", "avatar": None}
_TYPES: Final = {str: 3, int: 4, bool: 5}
_ids: Final = itertools.count(1_000_000)
_CHANNEL: Final = {
    "id": str(CHANNEL),
    "guild_id": str(GUILD),
    "type": 0,
    "name": "c",
    "position": 0,
    "parent_id": None,
    "permission_overwrites": [],
    "nsfw": False,
    "topic": None,
}
_ROLE: Final = {
    "id": str(GUILD),
    "name": "@everyone",
    "permissions": str(discord.Permissions.all().value),
    "position": 0,
    "color": 0,
    "hoist": False,
    "managed": False,
    "mentionable": False,
    "flags": 0,
}
_GUILD: Final = {
    "id": str(GUILD),
    "name": "g",
    "owner_id": "1",
    "member_count": 5,
    "members": [],
    "roles": [_ROLE],
    "emojis": [],
    "features": [],
    "unavailable": False,
}


LASTING: Final = (
    "timeout_task_impl",
    "Upkeep._work",
    "Heartbeat._beat",
    "ClocksCog._attend",
    "Dispatcher._wait",
    "Emojis._see_to_them",
    "Sharing._look",
)
"""What goes on for as long as the bot or a message lives."""

ENDLESS: Final = 60.0
"""Seconds after which what still goes on is taken for something of that kind."""


class QuietAdapter(AsyncWebhookAdapter):
    """Takes answers to interactions."""

    async def request(self, route: Any, session: Any, **_: Any) -> Any:
        """Says what Discord would say to an answer."""
        if route.path.endswith("/callback"):
            return {"interaction": {"id": str(next(_ids)), "type": 2}}
        return _message(CHANNEL)


class QuietDiscord:
    """One server with one channel, and a bot that is logged in there.

    It must be made in the event loop in which the bot then works.
    """

    def __init__(self, bot: discord.Client) -> None:
        self.bot = bot
        self._state: Any = bot._connection
        self._before = asyncio.all_tasks()
        self._threads: dict[int, dict[str, Any]] = {}
        bot.http.request = self._request  # type: ignore[method-assign]
        adapter: AsyncWebhookAdapter = QuietAdapter()  # type: ignore[no-untyped-call]
        async_context.set(adapter)

    async def start(self) -> None:
        """Logs the bot in."""
        await self.bot._async_setup_hook()
        user: Any = {**_USER, "id": str(_APPLICATION), "bot": True}
        self._state.user = discord.ClientUser(state=self._state, data=user)
        self._state.application_id = _APPLICATION
        await self.bot.setup_hook()
        guild: Any = {**_GUILD, "channels": [_CHANNEL]}
        self._state._add_guild_from_data(guild)
        self._state._ready_task = None
        self.bot._ready.set()

    async def run(self, command: str, user: int, options: dict[str, Any]) -> None:
        """Runs a slash command of one group, and waits until all it causes is done."""
        root, *path = command.split()
        leaf = [
            {"name": name, "type": _TYPES[type(value)], "value": value}
            for name, value in options.items()
        ]
        for depth, name in enumerate(reversed(path)):
            leaf = [{"name": name, "type": 2 if depth else 1, "options": leaf}]
        await self.interact(2, {"id": "1", "name": root, "type": 1, "options": leaf}, user)

    async def press(self, custom_id: str, rows: list[dict[str, Any]], user: int) -> None:
        """Presses a button of a private message with these rows, and waits until all is done."""
        data = {"custom_id": custom_id, "component_type": 2}
        await self.interact(3, data, user, message=self.message(rows, 64))

    def message(self, rows: list[dict[str, Any]], flags: int) -> dict[str, Any]:
        """A message of the bot with these rows, for something on it to be pressed."""
        return {**_message(CHANNEL), "components": rows, "flags": flags}

    async def interact(self, kind: int, data: dict[str, Any], user: int, **more: Any) -> None:
        """Tells the bot what a person did, and waits until all it causes is done."""
        person = {**_USER, "id": str(user)}
        payload: Any = {
            "id": str(discord.utils.time_snowflake(discord.utils.utcnow()) + next(_ids)),
            "application_id": str(_APPLICATION),
            "type": kind,
            "token": "t",
            "version": 1,
            "data": data,
            "context": 0,
            "attachment_size_limit": 10_485_760,
            "entitlements": [],
            "guild_id": str(GUILD),
            "channel_id": str(CHANNEL),
            "locale": "en-US",
            "channel": {"id": str(CHANNEL), "type": 0, "name": "c"},
            "authorizing_integration_owners": {},
            "member": {
                "user": person,
                "roles": [],
                "joined_at": _TIME,
                "permissions": "8",
                "flags": 0,
            },
            **more,
        }
        self._state.parse_interaction_create(payload)
        await self.rest()

    async def rest(self) -> None:
        """Waits until the bot does nothing any more but what it does all its life.

        Raises:
            TimeoutError: names what goes on and on.
        """
        while busy := {task for task in asyncio.all_tasks() if self._is_busy(task)}:
            _, waiting = await asyncio.wait(busy, timeout=ENDLESS)
            if waiting:
                raise TimeoutError(f"the bot does not come to rest: {waiting}")

    def _is_busy(self, task: asyncio.Task[Any]) -> bool:
        lasting = getattr(task.get_coro(), "__qualname__", "").endswith(LASTING)
        return not lasting and task not in self._before

    async def _request(self, route: Any, **sent: Any) -> Any:
        place = int(route.channel_id or 0)
        if route.path.endswith("/threads"):
            lasts = {"archived": False, "auto_archive_duration": 60, "archive_timestamp": _TIME}
            thread: dict[str, Any] = {
                "id": str(next(_ids)),
                "type": 11,
                "guild_id": str(GUILD),
                "name": "t",
                "parent_id": str(place),
                "owner_id": str(_APPLICATION),
                "message_count": 0,
                "member_count": 1,
                "thread_metadata": {**lasts, "locked": False},
            }
            self._threads[int(thread["id"])] = thread
            return thread
        if route.path.endswith("/emojis"):
            return {"items": [], "id": str(next(_ids)), "name": "e"}
        if route.method in ("POST", "PATCH"):
            return {**_message(place), **_content(sent)}
        answers: dict[str, Any] = {
            "/channels/{channel_id}": self._threads.get(place, _CHANNEL),
            "/guilds/{guild_id}": _GUILD,
            "/guilds/{guild_id}/channels": [_CHANNEL],
            "/guilds/{guild_id}/threads/active": {"threads": [], "members": []},
        }
        return answers.get(route.path, [])


def _content(sent: Mapping[str, Any]) -> dict[str, Any]:
    """What a message says and the rows it has, of a request that posts or changes it."""
    payload = sent.get("json") or {}
    for part in sent.get("form") or ():
        if part["name"] == "payload_json":
            payload = json.loads(part["value"])
    return {key: payload[key] for key in ("content", "components") if payload.get(key)}


def _message(place: int) -> dict[str, Any]:
    return {
        "id": str(next(_ids)),
        "channel_id": str(place),
        "content": "",
        "type": 0,
        "author": {**_USER, "id": str(_APPLICATION)},
        "timestamp": _TIME,
        "pinned": False,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
    }
