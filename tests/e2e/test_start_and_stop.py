"""What the bot does at its start and at its stop."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable

import discord
import pytest
import simcord

from bot import ArkadiaBot, reload_on_signal
from db.database import Place
from runtime.settings import Settings
from tests.e2e.sent import Recorder, Sent
from tests.e2e.traces import Traces
from tests.e2e.world import World
from ui.client import ANSWERING

pytestmark = pytest.mark.databases

COUNTER = "tests.e2e.extensions.counter"
ANOTHER = "tests.e2e.extensions.lengths"
GERMAN = "tests.e2e.extensions.german"


def synced(recorder: Recorder) -> list[Sent]:
    return [sent for sent in recorder.requests if sent.path.endswith("/commands")]


@pytest.fixture
def extensions() -> tuple[str, ...]:
    return (COUNTER, "tests.e2e.extensions.last_words")


async def test_commands_go_if_changed(world: World, recorder: Recorder, database: Place) -> None:
    await world.restart()
    assert len(synced(recorder)) == 1
    for count, extensions in enumerate([(COUNTER, ANOTHER), (COUNTER, ANOTHER, GERMAN)], 2):
        await world.restart(ArkadiaBot(Settings(token="", database=database), extensions))
        assert len(synced(recorder)) == count


async def test_commands_of_one_server(world: World, recorder: Recorder, database: Place) -> None:
    settings = Settings(token="", database=database, guild=world.guild.id)
    await world.restart(ArkadiaBot(settings, (COUNTER,)))
    assert synced(recorder)[-1].path.endswith(f"/guilds/{world.guild.id}/commands")
    await world.restart(ArkadiaBot(Settings(token="", database=database), (COUNTER,)))
    assert f"/guilds/{world.guild.id}/" in synced(recorder)[-1].path
    assert synced(recorder)[-1].body == [], "else all of them would stand there twice"


async def test_before_the_stop_all_are_answered_and_cogs_finish_their_work(world: World) -> None:
    ada, *_ = world.people
    before = asyncio.all_tasks()
    async with world.at_once():
        asked = await ada.run("count show", start=2)
        new = asyncio.all_tasks() - before
        assert [task for task in new if task.get_name().startswith(ANSWERING)]
        await world.restart()
    assert asked.answered
    assert await world.bot.store.admin.setting("test", "last words") == "Good night"


async def test_a_hangup_is_heard_whatever_became_of_the_one_before(
    world: World, traces: Traces, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "arkadia.bot")
    await world.bot.store.admin.set_setting("commands", f"{world.bot.application_id}/all", None)
    heard = asyncio.Event()
    reload = world.bot.reload
    errors: list[Exception] = []

    async def hear() -> None:
        try:
            if errors:
                raise errors.pop()
            await reload()
        finally:
            heard.set()

    monkeypatch.setattr(world.bot, "reload", hear)
    hearing = asyncio.create_task(reload_on_signal(world.bot))
    errors.append(KeyError("what nobody thought of"))
    for told in ("Not reloaded", "Commands not sent", "Commands sent"):
        heard.clear()
        await asyncio.sleep(0)
        os.kill(os.getpid(), signal.SIGHUP)
        await asyncio.wait_for(heard.wait(), 30)
        await asyncio.sleep(0)
        assert told in caplog.text
        if told == "Not reloaded":
            assert len(traces.take()) == 1
            world.cut_off()
        else:
            world.recover()
    hearing.cancel()


async def test_no_more_is_asked(env: simcord.Env, make_bot: Callable[[], ArkadiaBot]) -> None:
    bot = make_bot()
    for _ in range(2):
        await env.bot.close()
    assert env.bot.is_closed()
    assert bot.intents == discord.Intents.none()
    assert bot.allowed_mentions is not None
    assert dict(bot.allowed_mentions.to_dict()) == {"parse": []}
