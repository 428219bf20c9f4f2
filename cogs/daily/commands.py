"""``/arkadia-daily``: the position of the day on one screen, and the silent message about it."""

import asyncio
import logging
from datetime import date
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.daily import showing
from cogs.daily.service import Daily, DailySettings, Supply
from cogs.daily.showing import (
    ANSWER,
    PANEL,
    colour_names,
    daily_player,
    position_of,
    press_daily,
    show_archive,
    show_position,
)
from cogs.daily.texts import EPOCH, before_text, date_of, day_text, levels_text, public_question
from db.errors import StoreError
from db.outbox import StoredItem
from delivery.notice import Draft
from i18n.translation import N_, Words
from players.daily import Puzzle
from players.thinking import ThinkingError
from ui.answers import RefusalError
from ui.components import Press, on, view_of, with_numbers
from ui.features import NOTHING, Extra, Feature, Page
from ui.input.suggestions import Choices, choice, quiet
from ui.interactions import Interaction, services_of, words_of
from ui.panel.page import panel_form, panel_presses
from ui.pictures import marks_now, view_file
from ui.public.post import Post, without_file
from ui.public.regular_posts import RegularPosts, channel_setting, words_there
from ui.texts.markup import Part

ANNOUNCED: Final = N_(
    "Every day this channel gets a position from Arkadia, silently: one decision, and "
    "everybody answers alone."
)
"""What a channel that is chosen is told."""


async def build(client: discord.Client, daily: Daily, item: StoredItem) -> Draft | None:
    """Build the message of the latest day that is to be told; None if no channel is chosen."""
    guild = item.guild_id
    chosen = await daily.channels.chosen(guild)
    puzzle = await daily.position(item.news)
    if chosen is None or puzzle is None:
        return None
    words = await words_there(client, chosen)
    last = await daily.position(puzzle.day - 1)
    shares = await daily.shares(puzzle.day - 1)
    before = before_text(shares, last.best, words) if last and shares else ""
    post = await daily_post(puzzle, before, words)
    sign = ANSWER.pattern
    return Draft(post, chosen.channel_id, sign, bare=partial(without_file, post, words))


async def daily_post(puzzle: Puzzle, before: str, words: Words) -> Post:
    """Return the message with a position, as the public sees it.

    Args:
        before: how the last position was answered; empty if too few have answered.
    """
    day = day_text(puzzle.day, words)
    lines = [
        words("**Arkadia, position of {day}**", day=day),
        f"{public_question(puzzle, words)} {levels_text(puzzle, words)}",
        before,
    ]
    player = daily_player(puzzle, 0, words)
    file = await view_file(
        player.position.view(),
        colour_names(puzzle, words),
        f"arkadia-{puzzle.day}",
        words,
        title=day,
        marks=marks_now(player.table, player.user),
    )
    view = view_of(ANSWER.button(puzzle.day, words=words))
    return Post([Part(line) for line in lines if line], [file], view)


log = logging.getLogger("arkadia.daily")

TEND_EVERY_S: Final = 900.0
"""Seconds between two looks whether positions are missing."""


async def _position(interaction: Interaction, day: str | None) -> Puzzle:
    """Return the position of a typed day, or of today."""
    if day is None:
        return await position_of(interaction, None)
    try:
        typed = date.fromisoformat(day.strip())
    except ValueError as error:
        words = words_of(interaction)
        raise RefusalError(words("Type a day like this: `2026-12-24`.")) from error
    return await position_of(interaction, (typed - EPOCH).days)


@quiet
async def _days(interaction: Interaction, typed: str) -> Choices[str]:
    """Suggest the days that have a position."""
    daily, words = services_of(interaction)[Daily], words_of(interaction)
    days = daily.positions.days(daily.today)
    found = ((day_text(day, words), date_of(day).isoformat()) for day in days)
    return [choice(name, value) for name, value in found if typed in value or typed in name]


async def _open_daily(interaction: Interaction, day: int) -> None:
    """Show the position to the person, or what came of their answer."""
    await show_position(interaction, await position_of(interaction, day))


async def _pick_daily(interaction: Interaction, press: Press) -> None:
    """Show the position of the chosen day."""
    await show_position(interaction, await position_of(interaction, press.chosen_number))


class DailyCog(RegularPosts):
    """The command and buttons of the position of the day; it also has positions made."""

    presses = (
        with_numbers(showing.ANSWER, _open_daily),
        with_numbers(showing.EARLIER, show_archive),
        on(showing.PICK, _pick_daily),
        *panel_presses(press_daily, str(PANEL)),
    )
    modals = (panel_form(press_daily, str(PANEL)),)

    settings = (
        channel_setting(
            "daily",
            N_("Position of the day"),
            lambda services: services[Daily].channels,
            ANNOUNCED,
            N_("A position is posted every day, silently. Everybody answers alone."),
        ),
    )

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        super().__init__(bot)
        services = self.services
        self.regular = services[Daily]
        ahead = services[DailySettings].daily_ahead
        self._supply = Supply(services[Daily], services.thinking, ahead)

    async def build(self, item: StoredItem) -> Draft | None:
        """Build the message of the latest day that is to be told."""
        return await build(self.bot, self.services[Daily], item)

    def offers(self, page: Page, words: Words) -> Extra:
        """Return its line of the help."""
        told = words("- A position every day: `/arkadia-daily`.")
        return Extra([told]) if page == "help" else NOTHING

    @app_commands.command(
        name="arkadia-daily", description=N_("A position a day: one decision, one answer, and why")
    )
    @app_commands.guild_only()
    @app_commands.describe(day=N_("Which day, such as 2026-12-24; today if you name none"))
    @app_commands.autocomplete(day=_days)
    async def daily(
        self, interaction: Interaction, day: app_commands.Range[str, 8, 12] | None = None
    ) -> None:
        """Show a position, or what came of the person's answer."""
        await show_position(interaction, await _position(interaction, day))

    async def work(self) -> None:
        """Have positions made again and again, when few are left."""
        while True:
            # Not at the start, when people come back to their games; days are left.
            await asyncio.sleep(TEND_EVERY_S)
            try:
                await self._supply.tend()
            except (StoreError, ThinkingError) as error:  # it is tried again
                log.error("No position made", extra={"why": str(error)})


class DailyAlone(Feature):
    """The same command for a person who has the bot in any place."""

    under = "arkadia-solo"

    @app_commands.command(description=N_("A position a day: one decision, one answer, and why"))
    @app_commands.describe(day=N_("Which day, such as 2026-12-24; today if you name none"))
    @app_commands.autocomplete(day=_days)
    async def daily(
        self, interaction: Interaction, day: app_commands.Range[str, 8, 12] | None = None
    ) -> None:
        """Show a position, or what came of the person's answer."""
        await show_position(interaction, await _position(interaction, day))
