"""The message that tells a channel of the day's position, silently."""

from __future__ import annotations

from functools import partial
from typing import Final

import discord

from db.outbox.rows import StoredItem
from delivery.notice import Draft
from i18n.translation import N_, Words
from players.daily.puzzle import Puzzle
from tabletop.daily.service import Daily
from ui import buttons
from ui.components.views import view_of
from ui.daily.desk import colour_names, daily_desk
from ui.daily.texts import before_text, day_text, levels_text, public_question
from ui.pictures import marks_now, view_file
from ui.public.posts.post import Post, without_file
from ui.public.regular_posts import words_there
from ui.texts.fitting import Part

ANNOUNCED: Final = N_(
    "Every day this channel gets a position from Arkadia, silently: one decision, which each "
    "answers alone."
)
"""What a channel that is chosen is told."""


async def build(client: discord.Client, daily: Daily, item: StoredItem) -> Draft | None:
    """Build the message of the latest day that is to be told; None if no channel is chosen.

    Raises:
        NotShownError: if the channel is gone.
    """
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
    sign = buttons.DAILY.pattern
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
    desk = daily_desk(puzzle, 0, words)
    file = await view_file(
        desk.position.view(),
        colour_names(puzzle, words),
        f"arkadia-{puzzle.day}",
        words,
        title=day,
        marks=marks_now(desk.table, desk.user),
    )
    view = view_of(buttons.DAILY.button(puzzle.day, words=words))
    return Post([Part(line) for line in lines if line], [file], view)
