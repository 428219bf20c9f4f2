"""A simulated Discord with one server, a channel, people and the real bot on a real database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from typing import Final, TypeAlias

import discord
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot import ArkadiaBot
from lab.discord.history import WRITTEN
from tabletop.table import now
from tests.e2e.people import Person
from tests.e2e.posts import Post, post_of
from tests.e2e.sent import PUBLIC, Recorder, Sent
from ui.services.servers import IN_TIME_S

Place: TypeAlias = simcord.ChannelHandle  # a channel or a thread

ALL_RETRIES: Final = 4000.0
"""Seconds after which the bot has tried again whatever it means to try again."""

FIRST_ANSWER: Final = ("POST", "/interactions/*/*/callback")

NAMES = ("ada", "bela", "chiara", "deniz")


class WallClock:
    """The time in milliseconds UTC, as late as a test has set it on.

    Attributes:
        ahead: milliseconds by which it is ahead of the real time.
        late: seconds by which what people do seems to have been done earlier than it was.
    """

    def __init__(self) -> None:
        self.ahead = 0
        self.late = 0.0

    def __call__(self) -> int:
        return now() + self.ahead


class World:
    """Everything that a test needs to play through Discord.

    Attributes:
        env: the simulated Discord, for what is not offered here.
        bot: the bot that runs now; another one after a restart.
        guild: the server.
        channel: its channel ``#arkadia``, where people are unless a test says otherwise.
        people: four members of the server.
        sent: every request that the bot made.
        wall: the clock that the bot looks at.
    """

    def __init__(
        self,
        env: simcord.Env,
        make_bot: Callable[[], ArkadiaBot],
        recorder: Recorder,
        wall: WallClock,
    ) -> None:
        self.env = env
        self.sent: list[Sent] = recorder.requests
        self._make_bot = make_bot
        self._recorder = recorder
        self.wall = wall
        self.guild = env.create_guild("Arkadia")
        self.channel: Place = self.guild.create_text_channel("arkadia")
        self.people = tuple(self.newcomer(name) for name in NAMES)

    @property
    def bot(self) -> ArkadiaBot:
        assert isinstance(self.env.bot, ArkadiaBot)
        return self.env.bot

    def another_server(self) -> World:
        """Another server of the same bot, with people and a channel of its own."""
        return World(self.env, self._make_bot, self._recorder, self.wall)

    def newcomer(
        self, name: str, *, shown: str = "", permissions: discord.Permissions | None = None
    ) -> Person:
        """A new member of the server, with more permissions than everybody if so wished.

        Args:
            shown: the name that people see, which they may choose as they like.
        """
        roles = [self.guild.create_role(name, permissions=permissions)] if permissions else []
        user = self.env.create_user(name, global_name=shown or name.capitalize())
        return Person(self.env, self.guild.add_member(user, roles=roles), self.channel)

    def person(self, user: int | None) -> Person:
        [person] = [person for person in self.people if person.id == user]
        return person

    def posts(self, place: Place | None = None) -> list[Post]:
        """What all people see in a place of what the bot wrote, the oldest first."""
        return [*self._newest_first(place)][::-1]

    def newest(self, place: Place | None = None) -> Post:
        post = next(self._newest_first(place), None)
        assert post is not None, "the bot wrote nothing"
        return post

    def _newest_first(self, place: Place | None) -> Iterator[Post]:
        bot = self.env.backend.bot_user.id
        for message in reversed((place or self.channel).history()):
            post = post_of(self.env, message)
            ours = post.author == bot and post.payload["type"] in WRITTEN
            if ours and post.owner is None:
                yield post

    def now(self, post: Post) -> Post:
        return post_of(self.env, post.source)

    def threads(self) -> list[Place]:
        return self.channel.threads

    def public(self) -> list[Sent]:
        """What the bot sent that others than one person may see."""
        return [sent for sent in self.sent if sent.owner is PUBLIC]

    def counted(self, outcome: str) -> float:
        """The answers that came out so, by the bot's figures."""
        registry = self.bot.services.metrics.registry
        return registry.get_sample_value("arkadia_answer_seconds_count", {"outcome": outcome}) or 0

    async def later(self, **passed: float) -> None:
        """Lets hours or days pass in which the bot is there and nobody does anything.

        Args:
            passed: how long, as ``timedelta`` takes it.
        """
        self.wall.ahead += round(timedelta(**passed).total_seconds() * 1000)
        self.bot.services.tables.uptime._seen_at = self.wall()
        with self.env._bot_scope():
            self.bot.services.dispatcher.wake()
        await self.env.settle()

    async def restart(self, bot: ArkadiaBot | None = None) -> None:
        """Stops the bot cleanly and starts this one, or else a new one on the same database."""
        await self.bot.close()
        await self.env.restart_bot(bot or self._make_bot())

    async def crash(self) -> None:
        """Breaks off whatever the bot does, without a clean stop, and starts a new one.

        Its tasks are cancelled where they wait. What a killed process leaves behind is tested
        with a real process.
        """
        old = self.bot
        await self.env._detach_bot()
        await old.store.close()
        old.services.thinking.close()
        await self.env.restart_bot(self._make_bot())

    @asynccontextmanager
    async def at_once(self) -> AsyncIterator[None]:
        """What people do inside happens at the same time: the bot answers when it ends."""

        async def not_yet(**_: object) -> None:
            pass

        self.env.__dict__["_settle_internal"] = not_yet
        try:
            yield
        finally:
            del self.env.__dict__["_settle_internal"]
        await self.env.settle()

    @contextmanager
    def late(self, seconds: float) -> Iterator[None]:
        """What people do inside reaches the bot so much later; Discord takes no answer after 3."""
        self.wall.late += seconds
        if seconds > IN_TIME_S:
            self.fail(*FIRST_ANSWER, status=404, code=10062, times=None)
        try:
            yield
        finally:
            self.wall.late -= seconds
            self.recover()

    async def delete(self, post: Post) -> None:
        self.env.backend.delete_message(post.channel, post.id)
        await self.env.settle()

    async def delete_place(self, place: Place) -> None:
        self.env.backend.delete_channel(place.id)
        await self.env.settle()

    async def archive(self, place: Place, *, locked: bool = False) -> None:
        changes = {"archived": True, "locked": locked}
        self.env.backend.edit_channel(place.id, {}, thread_metadata=changes)
        await self.env.settle()

    async def forbid(self, *permissions: str, place: Place | None = None) -> None:
        """Takes permissions away from the bot in a place, and gives back all others."""
        denied = discord.Permissions(**dict.fromkeys(permissions, True))
        bot = self.env.backend.bot_user.id
        overwrite = Overwrite(target_id=bot, type=OverwriteType.MEMBER, deny=denied.value)
        self.env.backend.set_overwrite((place or self.channel).id, overwrite)
        await self.env.settle()

    def fail(
        self, method: str, path: str, *, status: int = 500, code: int = 0, times: int | None = 1
    ) -> None:
        """Makes Discord refuse the next requests to a path such as ``/channels/*/messages``.

        With ``times=None`` it refuses until ``recover``.
        """
        self.env.inject_error(method, path, status=status, code=code, times=times)

    def lose_answer(self, method: str, path: str) -> None:
        """Makes Discord carry out the next request to a path without the bot hearing of it."""
        self._recorder.losing.append((method, path))

    def cut_off(self, path: str = "*") -> None:
        """Lets nobody answer where Discord's API should be, or at some paths of it."""
        self._recorder.unreachable.append(path)

    def recover(self) -> None:
        self.env.backend.faults.clear()
        self._recorder.unreachable.clear()
