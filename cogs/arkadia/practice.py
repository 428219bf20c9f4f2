"""Practice: a game of one person against computer players, and what a computer player advises."""

import logging
from typing import Final

from discord import app_commands
from discord.ext import commands

from engine.actions import End
from engine.start import FIRST_GAME
from i18n.translation import N_, words_for
from players.judge import Hint
from tabletop.computers import Advice
from tabletop.opening import Opening
from tabletop.table import Table
from tabletop.time_control import ENDLESS, PRESETS
from ui import buttons, interactions
from ui.answers import RefusalError, reply, reply_and_show
from ui.components import at_table, with_numbers
from ui.features import add_to, extra_of
from ui.input.choices import edition_choices, level_choices, own_level, read_edition, read_level
from ui.input.games import RUNNING, find_table
from ui.input.suggestions import SETUP_CHOICES, game_option, most_seats
from ui.panel.player import PanelPlayer
from ui.panel.showing import advised_view, meanwhile, player_of
from ui.public.end import final_answer
from ui.public.places import channel_for_threads, own_thread, practice_name
from ui.texts.advice import action_text, advice_lines, care_lines, pro_and_con, why_lines
from ui.texts.events import Teller

log = logging.getLogger("arkadia.practice")

MOST_SEATS: Final = most_seats()


class PracticeCommands(commands.Cog):
    """The command that begins a practice game."""

    @app_commands.command(description=N_("Play against the computer at once, privately"))
    @app_commands.describe(
        level=N_("How well your opponents play"),
        opponents=N_("How many opponents you have"),
        setup=N_("What stands on the board"),
        edition=N_("Which edition is played"),
    )
    @app_commands.choices(setup=SETUP_CHOICES)
    @app_commands.autocomplete(level=level_choices, edition=edition_choices)
    async def practice(
        self,
        interaction: interactions.Interaction,
        level: app_commands.Range[str, 1, 40] | None = None,
        opponents: app_commands.Range[int, 1, MOST_SEATS - 1] = 1,
        setup: str = FIRST_GAME,
        edition: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Open a game against computer players and begin it."""
        chosen = await (read_level(interaction, level) if level else own_level(interaction))
        await begin_practice(interaction, (chosen,) * opponents, setup, read_edition(edition).id)


async def _play_practice(interaction: interactions.Interaction) -> None:
    """Open a game against one computer player and begin it."""
    await begin_practice(interaction, (await own_level(interaction),))


async def begin_practice(
    interaction: interactions.Interaction,
    levels: tuple[str, ...],
    setup: str = FIRST_GAME,
    edition: str = "",
) -> None:
    """Open a game of one person against computer players of some levels, and begin it."""
    words = interactions.words_of(interaction)
    if interaction.channel_id is None:
        raise RefusalError(words("A game needs a channel. Type this in one."))
    tables = interactions.services_of(interaction).tables
    home = await channel_for_threads(interaction)
    opening = Opening(
        guild=interactions.guild_of(interaction),
        channel=home.id if home else interaction.channel_id,
        host=interaction.user.id,
        name=interaction.user.display_name,
        setup=setup,
        seat_limit=len(levels) + 1,
        language=interactions.private_language(interaction),
        computers=levels,
        help="all",
        # No clock: alone against computers, a slow person keeps nobody waiting.
        clock=str(PRESETS[ENDLESS]),
        edition=edition,
        asked=interactions.asked_in(interaction),
    )
    table = await tables.lobby.open(opening)  # refused before anything is made that is seen
    if home is not None:
        name = practice_name(interaction.user.display_name, words_for(opening.language))
        thread = await own_thread(interaction, home, name)
        if thread is not None:
            await tables.display.set_thread(table.number, thread.id)
    await tables.lobby.begin(table.number, interaction.user.id)
    place = f"<#{table.place}>"
    begun = words("Game {number} has begun in {place}. Have fun!", number=table.number, place=place)
    await reply_and_show(interaction, table.number, begun)


class AdviceCommands(commands.Cog):
    """The command ``/arkadia hint``."""

    @app_commands.command(description=N_("Ask for advice in your turn; only you see it"))
    @app_commands.describe(play=N_("In practice: play the turn for you"), why=N_("Tell why"))
    @game_option(RUNNING)
    async def hint(
        self,
        interaction: interactions.Interaction,
        play: bool = False,
        why: bool = False,
        game: int | None = None,
    ) -> None:
        """Give the person advice for their turn or its reasons, or play that turn for them."""
        answer = play_turn if play else reason if why else advise
        await answer(interaction, await find_table(interaction, game))


async def advise(interaction: interactions.Interaction, table: Table) -> None:
    """Tell a person the best actions that the master builder sees for them, a line each."""
    player, found = await _found(interaction, table)
    view = advised_view(player, [hint.action for hint in found])
    view.add_item(buttons.WHY.button(table.number, words=player.words))
    await reply(interaction, "\n".join(advice_lines(table.number, found, player.teller)), view=view)


async def reason(interaction: interactions.Interaction, table: Table) -> None:
    """Tell a person the reasons for the ideas of a hint, and those against them."""
    player, found = await _found(interaction, table)
    lines = why_lines(table.number, found, player.position.view(player.seat), player.words)
    await reply(interaction, "\n".join(lines))


async def _found(
    interaction: interactions.Interaction, table: Table
) -> tuple[PanelPlayer, list[Hint]]:
    """Return the hints for a person's turn, with the player as they are afterwards."""
    version = table.version
    found = await interactions.services_of(interaction)[Advice].found(table, interaction.user.id)
    table = await interactions.table_seen(interaction, table.number)
    # Thinking takes seconds, in which the person may have played on.
    if table.version != version:
        words = interactions.words_of(interaction)
        raise RefusalError(words("The game has moved on. Please ask again."))
    return player_of(interaction, table), found


async def play_turn(interaction: interactions.Interaction, table: Table) -> None:
    """Play a person's turn to its end as the master builder would, and tell why."""
    words, user, tables = (
        interactions.words_of(interaction),
        interaction.user.id,
        interactions.services_of(interaction).tables,
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
    ended, asked = False, [interactions.asked_in(interaction)]
    while not ended:
        # Asked anew for each action, since a drawn card or a castle piece changes the next.
        [hint, *_] = await interactions.services_of(interaction)[Advice].found(table, user)
        table, _ = await tables.turns.act(number, user, hint.action, table.version, *asked)
        asked.clear()  # the first action is the sign of all
        ended = isinstance(hint.action, End)
        # The end of a turn needs no reason, unless it is all that was done.
        if not ended or len(lines) == 1:
            lines.append(f"- {action_text(hint.action, teller)}")
            lines.append(f"  {' '.join(pro_and_con(hint, words)).rstrip()}")
    extra = await extra_of(interaction.client, "played", table, words, user)
    lines += extra.lines
    lines += care_lines(edition, words)
    view = (
        await final_answer(interaction, table)
        if table.active is None
        else await meanwhile(interaction, table)
    )
    add_to(view, extra)
    await reply_and_show(interaction, number, "\n".join(lines), view=view)


PRESSES: Final = (
    with_numbers(buttons.PRACTICE, _play_practice),
    at_table(buttons.HINT, advise),
    at_table(buttons.WHY, reason),
    at_table(buttons.PLAY_FOR_ME, play_turn),
)
