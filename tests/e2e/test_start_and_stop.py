"""What the bot does at its start and at its stop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import discord
import pytest
import simcord
from discord import app_commands

from bot import ArkadiaBot, Part
from settings import Settings
from tests.e2e.counter import counter
from tests.e2e.sent import Recorder
from tests.e2e.world import World


class LastWords:
    """A part that writes something down when the bot stops."""

    async def add(self, bot: ArkadiaBot) -> None:
        async def write() -> None:
            assert bot.stopping
            assert not bot.is_closed()
            await bot.store.set_setting("test", "last words", "Good night")

        bot.exits.push_async_callback(write)


async def another(bot: ArkadiaBot) -> None:
    @bot.tree.command(description="Another command")
    async def another(interaction: discord.Interaction[ArkadiaBot]) -> None:
        await interaction.response.send_message("Yes.")


class German(app_commands.Translator):
    """Translates everything into one word."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        return "wort" if locale is discord.Locale.german else None


async def german(bot: ArkadiaBot) -> None:
    await bot.tree.set_translator(German())


def synced(recorder: Recorder) -> list[str]:
    return [sent.path for sent in recorder.requests if sent.path.endswith("/commands")]


@pytest.fixture
def parts() -> tuple[Part, ...]:
    return (counter, LastWords().add)


async def test_commands_are_sent_only_when_they_changed(
    world: World, recorder: Recorder, database: Path
) -> None:
    await world.restart()
    assert len(synced(recorder)) == 1
    for count, parts in enumerate([(counter, another), (counter, another, german)], 2):
        await world.bot.close()
        await world.env.restart_bot(ArkadiaBot(Settings(token="", database=database), parts))
        assert len(synced(recorder)) == count


async def test_a_bot_for_one_server_has_its_commands_there(
    world: World, recorder: Recorder, database: Path
) -> None:
    settings = Settings(token="", database=database, guild=world.guild.id)
    await world.bot.close()
    await world.env.restart_bot(ArkadiaBot(settings, (counter,)))
    assert synced(recorder)[-1].endswith(f"/guilds/{world.guild.id}/commands")


async def test_a_part_can_finish_its_work_before_the_store_is_closed(world: World) -> None:
    await world.restart()
    assert await world.bot.store.get_setting("test", "last words") == "Good night"


async def test_closing_twice_is_closing_once(world: World) -> None:
    await world.bot.close()
    await world.bot.close()
    assert world.bot.is_closed()


async def test_the_bot_asks_for_no_more_than_it_needs(
    env: simcord.Env, make_bot: Callable[[], ArkadiaBot]
) -> None:
    bot = make_bot()
    assert bot.intents == discord.Intents(guilds=True)
    assert bot.allowed_mentions is not None
    assert dict(bot.allowed_mentions.to_dict()) == {"parse": []}
