"""A look back at a finished game: what the master builder would have done in one's own turns."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Final

import discord

from cogs.answering import RefusalError, pages, reply
from cogs.app import Interaction, app_of, words_of
from cogs.buttons import Press
from cogs.pictures import file_of, theme_of
from cogs.reasons import action_text
from cogs.telling import Teller
from players.game import own_turns
from players.player import Budget
from players.review import Opinion, opinion
from players.workers import WorkersError
from render import Theme, draw_lookback
from tables.table import Table
from translation import N_, Words

THINKING: Final = Budget(seconds=1.0)
"""For each decision of a turn."""

TOLD: Final = 8
"""How many turns are told in words, those with the most to learn from."""

WORTH_TELLING: Final = 1.0
"""Gold given away in a turn that is told."""


class Review(Press, what="review"):
    """Asks for a look back at one's own turns."""

    caption = N_("Review my turns")

    async def press(self, interaction: Interaction) -> None:
        """Look back at the person's turns."""
        await send_review(interaction, await self.table(interaction))


async def send_review(interaction: Interaction, table: Table) -> None:
    """Look back at a person's own turns of a finished game, telling how far it is.

    Raises:
        RefusalError: if the game is not over, the person did not play, or nobody can think now.
        TableError: if the game has not begun.
    """
    words = words_of(interaction)
    game = table.running_game()
    if not game.position.over:
        raise RefusalError(
            words("Game {number} is not over; then you can look back at it.", number=table.number)
        )
    seat = table.person(interaction.user.id)
    if seat is None:
        raise RefusalError(words("You did not play in game {number}.", number=table.number))
    turns = own_turns(game.start, game.actions, seat.seat)
    await reply(interaction, words("The master builder looks at your {n} turns…", n=len(turns)))
    workers = app_of(interaction).workers
    opinions: list[Opinion] = []
    for turn in turns:
        seconds = (THINKING.seconds or 0.0) * len(turn.decisions)
        try:
            opinions.append(
                await workers.run(seconds, opinion, turn, secrets.randbits(32), THINKING)
            )
        except WorkersError as error:
            raise RefusalError(words("No review can be had now. Please try again.")) from error
        text = words(
            "The master builder looks at your turns: {done} of {count}",
            done=len(opinions),
            count=len(turns),
        )
        await interaction.edit_original_response(content=text)
    teller = Teller(game.start.edition, table.names, game.start.colours, words)
    text = review_text(opinions, teller, table.number)
    chart = await _chart(opinions, table, teller.colours[seat.seat], words, theme_of(interaction))
    await interaction.edit_original_response(content=pages(text)[0], attachments=[chart])


async def _chart(
    opinions: Sequence[Opinion], table: Table, colour: str, words: Words, theme: Theme
) -> discord.File:
    """A bar for each turn."""
    given_away = [entry.given_away for entry in opinions]
    picture = await asyncio.to_thread(
        draw_lookback,
        [entry.turn for entry in opinions],
        given_away,
        colour=colour,
        title=words("Game {number}", number=table.number),
        theme=theme,
        words=words,
    )
    bars = ", ".join(f"{entry.turn}: {round(entry.given_away)}" for entry in opinions)
    alt = words("Gold given away by turn: {bars}.", bars=bars)
    return file_of(picture, f"arkadia-{table.number}-review.png", alt)


def review_text(opinions: Sequence[Opinion], teller: Teller, number: int) -> str:
    """The turns with the most to learn from."""
    words = teller.words
    total = sum(entry.given_away for entry in opinions)
    lines = [
        words("**Your turns of game {number}, as the master builder sees them**", number=number),
        words(
            "Given away in all: about {gold} gold in {n} turns.", gold=round(total), n=len(opinions)
        ),
    ]
    worst = sorted(opinions, key=lambda entry: -entry.given_away)[:TOLD]
    for entry in sorted(worst, key=lambda entry: entry.turn):
        if entry.given_away >= WORTH_TELLING:
            lines.append(_told(entry, teller, words))
    if len(lines) == 2:
        lines.append(words("The master builder would hardly have done anything else. Well played!"))
    lines.append(words("These are estimates: the master builder does not know the cards to come."))
    return "\n".join(lines)


def _told(entry: Opinion, teller: Teller, words: Words) -> str:
    place = max(range(len(entry.lost)), key=entry.lost.__getitem__)
    return words(
        "- Turn {turn}, about {gold} gold: you chose to {done}; better: {best}.",
        turn=entry.turn,
        gold=round(entry.given_away),
        done=action_text(entry.done[place], teller),
        best=action_text(entry.best[place], teller),
    )
