"""Advice for the person whose turn it is: the best actions a computer player sees, and why."""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.ext import commands

from engine.actions import End
from i18n.translation import N_
from players.hints import Hint
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, reply
from ui.components.presses import at_table
from ui.input.games import RUNNING, find_table
from ui.input.suggestions import game_option
from ui.interactions import Interaction, services_of, words_of
from ui.interactions.audience import table_seen
from ui.news import reply_and_show
from ui.panel.advised import advised_view
from ui.panel.desk import Desk
from ui.panel.drawing import desk_of
from ui.panel.meanwhile import meanwhile
from ui.public.posts.final import final_view
from ui.texts.game.advice import action_text
from ui.texts.game.advised import advice_lines, care_lines, pro_and_con, why_lines
from ui.texts.game.events import Teller


class AdviceCommands(commands.Cog):
    """The command ``/arkadia hint``."""

    @app_commands.command(description=N_("Ask for advice in your turn; only you see it"))
    @app_commands.describe(play=N_("In practice: play the turn for you"), why=N_("Tell why"))
    @game_option(RUNNING)
    async def hint(
        self,
        interaction: Interaction,
        play: bool = False,
        why: bool = False,
        game: int | None = None,
    ) -> None:
        """Give the person advice for their turn or its reasons, or play that turn for them."""
        answer = play_turn if play else reason if why else advise
        await answer(interaction, await find_table(interaction, game))


async def advise(interaction: Interaction, table: Table) -> None:
    """Tell a person the best actions that the master builder sees for them, a line each.

    Raises:
        RefusalError: if the game has moved on meanwhile.
        TableError: if it is not this person's turn, they have no hints, or no worker is free.
    """
    desk, found = await _found(interaction, table)
    view = advised_view(desk, [hint.action for hint in found])
    view.add_item(buttons.WHY.button(table.number, words=desk.words))
    await reply(interaction, "\n".join(advice_lines(table.number, found, desk.teller)), view=view)


async def reason(interaction: Interaction, table: Table) -> None:
    """Tell a person the reasons for the ideas of a hint, and those against them.

    Raises:
        RefusalError: if the game has moved on meanwhile.
        TableError: if it is not this person's turn, they have no hints, or no worker is free.
    """
    desk, found = await _found(interaction, table)
    lines = why_lines(table.number, found, desk.position.view(desk.seat), desk.words)
    await reply(interaction, "\n".join(lines))


async def _found(interaction: Interaction, table: Table) -> tuple[Desk, list[Hint]]:
    """Return the hints for a person's turn, with their desk as it is afterwards."""
    version = table.version
    found = await services_of(interaction).advice.found(table, interaction.user.id)
    table = await table_seen(interaction, table.number)
    # Thinking takes seconds, in which the person may have played on.
    if table.version != version:
        words = words_of(interaction)
        raise RefusalError(words("The game has moved on. Please ask again."))
    return desk_of(interaction, table), found


async def play_turn(interaction: Interaction, table: Table) -> None:
    """Play a person's turn to its end as the master builder would, and tell why.

    Raises:
        RefusalError: if others play in the game.
        TableError: if it is not this person's turn, they have no hints, no worker is free, or the
            game has moved on.
    """
    words, user, tables = (
        words_of(interaction),
        interaction.user.id,
        services_of(interaction).tables,
    )
    if not table.is_practice:
        raise RefusalError(
            words(
                "*Play it for me* works only when you play against computers alone. Press *Hint*."
            )
        )
    teller, number = Teller.of(table, words), table.number
    turn, edition = table.running_game().position.turn, table.running_game().start.edition
    lines = [
        words(
            "**The master builder played turn {turn} of game {number} for you:**",
            turn=turn,
            number=number,
        )
    ]
    ended = False
    while not ended:
        # Asked anew for each action, since a drawn card or a castle piece changes the next.
        [hint, *_] = await services_of(interaction).advice.found(table, user)
        table, _ = await tables.turns.act(number, user, hint.action, table.version)
        ended = isinstance(hint.action, End)
        # The end of a turn needs no reason, unless it is all that was done.
        if not ended or len(lines) == 1:
            lines.append(f"- {action_text(hint.action, teller)}")
            lines.append(f"  {' '.join(pro_and_con(hint, words)).rstrip()}")
    lines.append(words("*Take back turns…* plays it again your way."))
    lines += care_lines(edition, words)
    view = (
        final_view(table, words, services_of(interaction).settings.looking_back)
        if table.active is None
        else await meanwhile(interaction, table)
    )
    view.add_item(buttons.GO_BACK.button(number, words=words))
    await reply_and_show(interaction, number, "\n".join(lines), view=view)


PRESSES: Final = (
    at_table(buttons.HINT, advise),
    at_table(buttons.WHY, reason),
    at_table(buttons.PLAY_FOR_ME, play_turn),
)
