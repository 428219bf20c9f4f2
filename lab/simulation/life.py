"""One process of the bot in a simulation, from its start to its kill."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final
from unittest.mock import patch

import discord
from simcord.backend import serializers

from bot import ArkadiaBot
from db.outbox.rows import StoredItem, Topic
from db.sqlite.link import GroupConnection
from db.store import Store
from delivery.notice import Draft, Notice
from i18n.translation import ENGLISH
from lab.discord.model import Discord
from lab.doors import become_ready, speak_through
from lab.simulation.requests import Session
from lab.simulation.store import NAME, store_on
from runtime.settings import Settings
from ui.components.faces import ButtonFace
from ui.components.views import view_of
from ui.public.posts.post import Post
from ui.texts.fitting import Part

EXTENSIONS: Final = ("cogs.public_messages", "cogs.clock")
"""The extensions that speak to the public of games."""

NOTICE: Final = "simulated"
"""A kind of notice without contents of its own."""

FACE: Final = ButtonFace("simulated", "Look", 2)


async def _drawn(*_: Any, **__: Any) -> discord.File:
    return discord.File(io.BytesIO(b"a picture"), "board.png", description="a board")


@contextmanager
def without_pictures() -> Iterator[None]:
    """Let public messages have a file of a few bytes in place of a picture."""
    with (
        patch("ui.public.posts.turn.board_file", _drawn),
        patch("ui.public.posts.final.end_file", _drawn),
    ):
        yield


class Life(ArkadiaBot):
    """A bot whose requests, database and time are drawn.

    Attributes:
        session: its requests.
    """

    def __init__(
        self,
        clock: Any,
        rng: Random,
        kept: GroupConnection,
        session: Session,
        served: Discord,
    ) -> None:
        super().__init__(
            Settings(token="", database=NAME, daily_ahead=0), EXTENSIONS, clock=clock, rng=rng
        )
        self.session = session
        self._kept, self._drawn = kept, rng

        async def static_login(_: str) -> Any:
            speak_through(self, session, served.application_id)
            return dict(serializers.user_payload(served.bot_user))

        self.http.static_login = static_login  # type: ignore[method-assign, assignment]

    async def _open_store(self) -> Store:
        return store_on(self._kept, self._drawn, 0.0)

    async def sync_commands(self) -> None:
        """Send no commands."""

    async def begin(self) -> None:
        """Log in, and be ready."""
        await self.login("")
        services = self.services
        sender = services.sender(self)
        notice = Notice(services.outbox, self.store, sender, self._build)
        services.outbox.handle(NOTICE, notice.say)
        become_ready(self)

    async def _build(self, item: StoredItem) -> Draft:
        button = FACE.button(item.subject_id, item.news, words=ENGLISH)
        post = Post([Part(f"News {item.news} of {item.subject_id}")], view=view_of(button))
        return Draft(post, item.channel_id, FACE.pattern)


def watched(life: Life, heard: Any) -> None:
    """Have each attempt of a process told: its topic, its beginning and its end."""
    outbox: Any = life.services.outbox
    attempt = outbox._try
    loop = asyncio.get_running_loop()

    async def tell(topic: Topic) -> Any:
        begun = loop.time()
        heard.begun(topic, begun)
        trouble = await attempt(topic)
        heard.ended(topic, begun, loop.time(), trouble)
        return trouble

    outbox._try = tell
