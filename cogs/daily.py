"""``/arkadia-daily``: the position of the day, its archive, and the message about it."""

from __future__ import annotations

import asyncio
import logging
from datetime import date
from functools import partial
from typing import Final

from discord import app_commands
from discord.ext import commands

from db.errors import StoreError
from engine.actions import Build, Castle, Draw, End
from engine.legality import phase_refusal
from engine.notation import banner as banner_of
from i18n.translation import N_
from players.daily.choices import with_last_draw
from players.daily.puzzle import Puzzle
from players.thinking import ThinkingError
from runtime.background import persistently
from tabletop.daily.supply import Supply
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError
from ui.components.cog import ComponentCog
from ui.components.presses import Press, on, with_numbers
from ui.daily import channel
from ui.daily.archive import show_archive
from ui.daily.desk import daily_desk
from ui.daily.showing import answer_position, position_of, show_position
from ui.daily.texts import EPOCH, date_of, day_text
from ui.input import suggestions
from ui.input.actions import read_build, read_workers
from ui.input.cards import read_family
from ui.input.options import families, named, one_option_each
from ui.input.suggestions import Choices, choice, of_table, quiet
from ui.interactions import Interaction, services_of, words_of
from ui.public.regular_posts import RegularPosts
from ui.services import services_in

log = logging.getLogger("arkadia.daily")

TEND_EVERY_S: Final = 900.0
"""Seconds between two looks whether positions are missing."""

DAY: Final = N_("Which day, such as 2026-12-24; today if you name none")
FAMILIES: Final = families("everything", "day")
"""Whose seals can be sold by an option of their own."""


async def _position(interaction: Interaction, day: str | None) -> Puzzle:
    """Return the position of a typed day, or of today.

    Raises:
        RefusalError: if the text is no day, or the day has no position.
    """
    if day is None:
        return await position_of(interaction, None)
    try:
        typed = date.fromisoformat(day.strip())
    except ValueError as error:
        words = words_of(interaction)
        raise RefusalError(words("A day is typed such as `2026-12-24`.")) from error
    return await position_of(interaction, (typed - EPOCH).days)


async def _table(interaction: Interaction) -> Table:
    """Return the table of the position that a half-typed answer is about, as its seat sees it.

    Raises:
        RefusalError: if the text typed as the day is no day, or the day has no position.
    """
    puzzle = await _position(interaction, suggestions.namespace_text(interaction, "day") or None)
    return daily_desk(puzzle, interaction.user.id, words_of(interaction)).table


@quiet
async def _days(interaction: Interaction, typed: str) -> Choices[str]:
    """Suggest the days that have a position."""
    daily, words = services_of(interaction).daily, words_of(interaction)
    days = daily.positions.days(daily.today)
    found = ((day_text(day, words), date_of(day).isoformat()) for day in days)
    return [choice(name, value) for name, value in found if typed in value or typed in name]


async def _open_daily(interaction: Interaction, day: int) -> None:
    """Show the position to the person, or what came of their answer."""
    await show_position(interaction, await position_of(interaction, day))


async def _pick_daily(interaction: Interaction, press: Press) -> None:
    """Show the position of the chosen day."""
    await show_position(interaction, await position_of(interaction, press.chosen_number))


@app_commands.guild_only()
class DailyCog(
    ComponentCog,
    commands.GroupCog,
    name="arkadia-daily",
    description=N_("A position a day: one decision, one answer, and why"),
):
    """The commands and buttons of the position of the day; it also has positions made."""

    presses = (
        with_numbers(buttons.DAILY, _open_daily),
        with_numbers(buttons.DAILY_ARCHIVE, show_archive),
        on(buttons.DAILY_PICK, _pick_daily),
    )

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        super().__init__(bot)
        services = services_in(bot)
        self._posts = RegularPosts(
            services,
            services.daily.channels,
            services.daily.come_due,
            services.sender(bot),
            partial(channel.build, bot, services.daily),
        )
        self._supply = Supply(services.daily, services.thinking, services.settings.daily_ahead)
        self._tending: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Start telling channels of due positions, and making those that are missing."""
        self._posts.start()
        self._tending = asyncio.create_task(persistently("positions of the day", self._tend))

    async def cog_unload(self) -> None:
        """Stop telling and making; what is due waits for the next start."""
        self._posts.stop()
        if self._tending is not None:
            self._tending.cancel()
            await asyncio.gather(self._tending, return_exceptions=True)

    @app_commands.command(description=N_("The position of the day; only you see it"))
    @app_commands.describe(day=DAY)
    @app_commands.autocomplete(day=_days)
    async def show(
        self, interaction: Interaction, day: app_commands.Range[str, 8, 12] | None = None
    ) -> None:
        """Show a position, or what came of the person's answer."""
        await show_position(interaction, await _position(interaction, day))

    @app_commands.command(description=N_("Earlier positions, your answers and your rating"))
    async def archive(self, interaction: Interaction) -> None:
        """List the latest positions."""
        await show_archive(interaction)

    @app_commands.command(description=N_("Answer: build"))
    @app_commands.describe(
        card=N_("A card of your hand"),
        place=N_("The tile's squares, such as F7 F8"),
        day=DAY,
    )
    @app_commands.autocomplete(
        card=of_table(suggestions.hand, _table),
        place=of_table(suggestions.places, _table),
        day=_days,
    )
    async def build(
        self,
        interaction: Interaction,
        card: app_commands.Range[str, 1, 40],
        place: app_commands.Range[str, 1, 60],
        day: app_commands.Range[str, 8, 12] | None = None,
    ) -> None:
        """Answer with a building; which card is drawn does not matter."""
        puzzle = await _position(interaction, day)
        position = puzzle.position
        chosen, squares = read_build(position, card, place, None, words_of(interaction))
        drawn = Draw.STACK if position.draws() else Draw.NONE
        action = with_last_draw(position, Build(chosen, squares, drawn))
        await answer_position(interaction, puzzle, action)

    @app_commands.command(description=N_("Answer: place workers"))
    @app_commands.describe(
        own=N_("Squares for your own, such as D4 E4"),
        neutral=N_("Squares for neutral workers"),
        day=DAY,
    )
    @app_commands.autocomplete(
        own=of_table(partial(suggestions.worker_squares, other="neutral"), _table),
        neutral=of_table(partial(suggestions.worker_squares, other="own"), _table),
        day=_days,
    )
    async def workers(
        self,
        interaction: Interaction,
        own: app_commands.Range[str, 1, 100] | None = None,
        neutral: app_commands.Range[str, 1, 100] | None = None,
        day: app_commands.Range[str, 8, 12] | None = None,
    ) -> None:
        """Answer with workers."""
        puzzle = await _position(interaction, day)
        action = read_workers(puzzle.position, None, own, neutral, words_of(interaction))
        await answer_position(interaction, puzzle, action)

    @app_commands.command(description=N_("Answer: place a castle piece"))
    @app_commands.describe(
        family=N_("The colour of the piece"), ring=N_("The number of a ring square"), day=DAY
    )
    @app_commands.autocomplete(
        family=of_table(suggestions.families, _table),
        day=_days,
    )
    @app_commands.autocomplete(ring=of_table(suggestions.ring_squares, _table))
    async def castle(
        self,
        interaction: Interaction,
        family: app_commands.Range[str, 1, 20],
        ring: int,
        day: app_commands.Range[str, 8, 12] | None = None,
    ) -> None:
        """Answer with a castle piece."""
        puzzle = await _position(interaction, day)
        position = puzzle.position
        if (reason := phase_refusal(position, Castle)) is not None:
            raise reason
        colour = read_family(family, position.start.edition, words_of(interaction))
        await answer_position(interaction, puzzle, Castle(colour, ring))

    @app_commands.command(description=N_("Answer: hand in a banner, sell seals"))
    @app_commands.describe(
        **{
            family: named(N_("How many {family} seals you sell"), family=family)
            for family in FAMILIES
        },
        everything=N_("Sell all your seals"),
        day=DAY,
    )
    @app_commands.autocomplete(day=_days)
    # Options are fixed when the bot starts, and editions have other families.
    @one_option_each(FAMILIES, app_commands.Range[int, 0, 99])
    async def banner(
        self,
        interaction: Interaction,
        /,
        everything: bool = False,
        day: app_commands.Range[str, 8, 12] | None = None,
        **amounts: int,
    ) -> None:
        """Answer with a banner."""
        puzzle = await _position(interaction, day)
        position = puzzle.position
        edition, sale = position.start.edition, amounts
        if everything:
            sale = dict(zip(edition.families, position.seals[position.active], strict=True))
        await answer_position(interaction, puzzle, banner_of(sale, edition))

    @app_commands.command(description=N_("Answer: end the turn"))
    @app_commands.describe(day=DAY)
    @app_commands.autocomplete(day=_days)
    async def end(
        self, interaction: Interaction, day: app_commands.Range[str, 8, 12] | None = None
    ) -> None:
        """Answer with the end of the turn."""
        await answer_position(interaction, await _position(interaction, day), End())

    async def _tend(self) -> None:
        """Have positions made again and again, when few are left."""
        while True:
            # Not at the start, when people come back to their games; days are left.
            await asyncio.sleep(TEND_EVERY_S)
            try:
                await self._supply.tend()
            except (StoreError, ThinkingError) as error:  # it is tried again
                log.error("No position made", extra={"why": str(error)})


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(DailyCog(bot))
