"""The earlier positions of the day: a person's answers, and a menu to open one."""

from __future__ import annotations

from typing import Final

import discord

from i18n.translation import Words
from tabletop.daily.rating import points
from tabletop.daily.service import Standing
from ui import buttons
from ui.answers import RefusalError, reply
from ui.components.views import view_of
from ui.daily.texts import FOUND, MISSED, day_text, streak_text
from ui.interactions import Interaction, services_of, words_of
from ui.limits import MOST_OPTIONS

LISTED: Final = MOST_OPTIONS
"""Days in the menu, the latest first."""


async def show_archive(interaction: Interaction) -> None:
    """Show a person the latest positions with their own answers.

    Raises:
        RefusalError: if no day has come that has a position.
    """
    words, daily = words_of(interaction), services_of(interaction).daily
    days = daily.positions.days(daily.today)[:LISTED]
    if not days:
        raise RefusalError(words("There is no position of the day yet."))
    standing = await daily.standing(interaction.user.id)
    menu = buttons.DAILY_PICK.menu(options=_options(days, standing, words), words=words)
    await reply(interaction, archive_text(standing, words), view=view_of(menu))


def archive_text(standing: Standing, words: Words) -> str:
    """Return what a person's answers come to."""
    found = sum(answer.found for answer in standing.answers)
    lines = [
        words("**Positions of the day**"),
        words.plural(
            "You answered {n} position and found {found}. Your rating is {rating}.",
            "You answered {n} positions and found {found}. Your rating is {rating}.",
            len(standing.answers),
            found=found,
            rating=points(standing.rating),
        ),
        streak_text(standing.streak, words),
        words("Open one below or with `/arkadia-daily show`."),
    ]
    return "\n".join(line for line in lines if line)


def _options(days: list[int], standing: Standing, words: Words) -> list[discord.SelectOption]:
    found = {answer.day: answer.found for answer in standing.answers}
    signs = {True: f"{FOUND} ", False: f"{MISSED} ", None: ""}
    return [
        discord.SelectOption(label=f"{signs[found.get(day)]}{day_text(day, words)}", value=str(day))
        for day in days
    ]
