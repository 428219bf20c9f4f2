"""The commands for taking a turn, each of which can ask first, and for advice in it."""

import logging
from functools import partial
from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.arkadia.panel import ask, ask_draw, ask_undo, open_panel, show_after, show_undone
from engine import UNDO, Action, Build, Castle, End, Pass
from engine.actions import banner as banner_of
from engine.legality import phase_refusal
from i18n.translation import N_
from players.judge import Hint
from tabletop import computers, once
from tabletop.errors import TableError
from tabletop.table import Table
from ui import buttons, features
from ui.answers import RefusalError, reply, reply_and_show
from ui.components import at_table
from ui.input import actions, suggestions, typed
from ui.input.games import RUNNING, find_table
from ui.input.suggestions import game_option, named, of_table, offered_families, one_option_each
from ui.interactions import Interaction, asked_in, services_of, table_seen, where_of, words_of
from ui.panel.player import PanelPlayer
from ui.panel.showing import advised_view, meanwhile, player_of
from ui.public.end import final_answer
from ui.texts import advice
from ui.texts.events import Teller

log = logging.getLogger("arkadia.turns")

SEALS_SOLD: Final = N_("How many {family} seals to sell")
CONFIRM: Final = N_("Ask me to confirm first")

FAMILIES: Final = offered_families("everything", "confirm", "game")  # sold by options


class TurnCommands(commands.Cog):
    """The commands for the actions of a turn, and for taking them back."""

    @app_commands.command(description=N_("Take your turn, or prepare the next"))
    @game_option(RUNNING)
    async def turn(self, interaction: Interaction, game: int | None = None) -> None:
        """Open the panel for taking a turn."""
        await open_panel(interaction, await find_table(interaction, game))

    @app_commands.command(description=N_("Build: play a card, lay its tile, draw a card"))
    @app_commands.describe(
        card=N_("A card from your hand"),
        place=N_("The tile's squares, such as F7 F8"),
        draw=N_("Draw from the stack or take an open card"),
        turn=N_("Quarter turns clockwise, 0 to 3"),
        confirm=CONFIRM,
    )
    @app_commands.autocomplete(
        card=of_table(suggestions.hand),
        place=of_table(suggestions.places),
        draw=of_table(suggestions.draws),
    )
    @game_option(RUNNING)
    async def build(
        self,
        interaction: Interaction,
        card: app_commands.Range[str, 1, 40],
        place: app_commands.Range[str, 1, 60],
        draw: app_commands.Range[str, 1, 40] | None = None,
        turn: app_commands.Range[int, 0, 3] | None = None,
        confirm: bool | None = None,
        game: int | None = None,
    ) -> None:
        """Build a building."""
        table = await find_table(interaction, game)
        position = table.game_in_turn(interaction.user.id).position
        words = words_of(interaction)
        chosen, squares = actions.read_build(position, card, place, turn, words)
        drawn = typed.read_draw(position, draw, words)
        if drawn is None:
            # What to draw is left open, so it is chosen in the panel, beside the open cards.
            await ask_draw(interaction, table, chosen, squares)
            return
        await _do(interaction, table, Build(chosen, squares, drawn), confirm)

    @app_commands.command(description=N_("Place workers around one building or the castle"))
    @app_commands.describe(
        own=N_("Squares for your own workers, such as D4 E4"),
        neutral=N_("Squares for neutral workers"),
        building=N_("One of the building's squares, or “castle”"),
        confirm=CONFIRM,
    )
    @app_commands.autocomplete(
        own=of_table(partial(suggestions.worker_squares, other="neutral")),
        neutral=of_table(partial(suggestions.worker_squares, other="own")),
        building=of_table(suggestions.buildings),
    )
    @game_option(RUNNING)
    async def workers(
        self,
        interaction: Interaction,
        own: app_commands.Range[str, 1, 100] | None = None,
        neutral: app_commands.Range[str, 1, 100] | None = None,
        building: app_commands.Range[str, 1, 20] | None = None,
        confirm: bool | None = None,
        game: int | None = None,
    ) -> None:
        """Place workers."""
        table = await find_table(interaction, game)
        position = table.game_in_turn(interaction.user.id).position
        action = actions.read_workers(position, building, own, neutral, words_of(interaction))
        await _do(interaction, table, action, confirm)

    @app_commands.command(description=N_("Place a castle piece for a completed building"))
    @app_commands.describe(
        family=N_("The colour of the piece"), ring=N_("The ring square's number"), confirm=CONFIRM
    )
    @app_commands.autocomplete(family=of_table(suggestions.families))
    @app_commands.autocomplete(ring=of_table(suggestions.ring_squares))
    @game_option(RUNNING)
    async def castle(
        self,
        interaction: Interaction,
        family: app_commands.Range[str, 1, 20],
        ring: int,
        confirm: bool | None = None,
        game: int | None = None,
    ) -> None:
        """Place a piece of the castle."""
        table = await find_table(interaction, game)
        position = table.game_in_turn(interaction.user.id).position
        # The phase first: outside of it, a wrong colour is not what to correct.
        if (reason := phase_refusal(position, Castle)) is not None:
            raise reason
        colour = typed.read_family(family, position.start.edition, words_of(interaction))
        await _do(interaction, table, Castle(colour, ring), confirm)

    @app_commands.command(description=N_("Hand in a banner: take workers, sell seals"))
    @app_commands.describe(
        **{family: named(SEALS_SOLD, family=family) for family in FAMILIES},
        everything=N_("Sell all your seals"),
        confirm=CONFIRM,
    )
    @game_option(RUNNING)
    # Options are fixed when the bot starts, and editions have other families.
    @one_option_each(FAMILIES, app_commands.Range[int, 0, 99])
    async def banner(
        self,
        interaction: Interaction,
        /,
        everything: bool = False,
        confirm: bool | None = None,
        game: int | None = None,
        **amounts: int,
    ) -> None:
        """Hand in a banner."""
        table = await find_table(interaction, game)
        edition = table.game_in_turn(interaction.user.id).start.edition
        sale = amounts
        screen = table.view(interaction.user.id).screen
        if everything and screen is not None:
            sale = dict(zip(edition.families, screen.seals, strict=True))
        await _do(interaction, table, banner_of(sale, edition), confirm)

    @app_commands.command(description=N_("End your turn, or pass if you can't do anything"))
    @app_commands.describe(confirm=CONFIRM)
    @game_option(RUNNING)
    async def end(
        self, interaction: Interaction, confirm: bool | None = None, game: int | None = None
    ) -> None:
        """End the person's turn; where they can neither build nor place a worker, pass first."""
        table = await find_table(interaction, game)
        position = table.game_in_turn(interaction.user.id).position
        action = Pass() if position.is_legal(Pass()) else End()
        await _do(interaction, table, action, confirm)

    @app_commands.command(description=N_("Take back your last action of this turn"))
    @app_commands.describe(confirm=CONFIRM)
    @game_option(RUNNING)
    async def undo(
        self, interaction: Interaction, confirm: bool | None = None, game: int | None = None
    ) -> None:
        """Take back the last action of the person's turn."""
        await _take_back(interaction, await find_table(interaction, game), confirm)


async def _do(interaction: Interaction, table: Table, action: Action, confirm: bool | None) -> None:
    """Carry out an action, asking first if that is wished, or else if the person prefers it."""
    turns, user = services_of(interaction).tables.turns, interaction.user.id
    if (notes := await _asks(interaction, table, str(action), confirm)) is not None:
        await ask(interaction, table, action, notes)
        return
    # what the person saw is what was found for the command
    number, now, by = table.number, table.version, asked_in(interaction)
    table, events = await turns.act(number, user, action, now, by)
    _log_done(interaction, table)
    await show_after(interaction, table, action, events)


async def _take_back(interaction: Interaction, table: Table, confirm: bool | None) -> None:
    turns, user = services_of(interaction).tables.turns, interaction.user.id
    if (notes := await _asks(interaction, table, UNDO, confirm)) is not None:
        await ask_undo(interaction, table, notes)
        return
    number, now, by = table.number, table.version, asked_in(interaction)
    table, action = await turns.undo(number, user, now, by)
    _log_done(interaction, table)
    await show_undone(interaction, table, action)


async def _asks(
    interaction: Interaction, table: Table, entry: str, confirm: bool | None
) -> list[str] | None:
    """Return the question before an action; None where no confirmation is needed."""
    services, words, user = services_of(interaction), words_of(interaction), interaction.user.id
    # An answer may have been lost: the same command again is more likely a repeat than a wish.
    if await services[once.Once].may_be_repeat(table, user, entry):
        return [words("In case you missed it: your last move went through.")]
    if confirm is None:
        confirm = services.personal.preferences(user).confirm
    return [] if confirm else None


def _log_done(interaction: Interaction, table: Table) -> None:
    log.info("Done", extra={"table": table.number, **where_of(interaction)})


class AdviceCommands(commands.Cog):
    """The command ``/arkadia hint``."""

    @app_commands.command(description=N_("Ask for advice on your turn; only you see it"))
    @app_commands.describe(
        play=N_("In practice games: play the turn for me"), why=N_("Explain why")
    )
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
    """Tell a person the best actions that the master builder sees for them, a line each."""
    player, found = await _found(interaction, table)
    view = advised_view(player, [hint.action for hint in found])
    view.add_item(buttons.WHY.button(table.number, words=player.words))
    lines = advice.advice_lines(table.number, found, player.teller)
    await reply(interaction, "\n".join(lines), view=view)


async def reason(interaction: Interaction, table: Table) -> None:
    """Tell a person the reasons for the ideas of a hint, and those against them."""
    player, found = await _found(interaction, table)
    lines = advice.why_lines(table.number, found, player.position.view(player.seat), player.words)
    await reply(interaction, "\n".join(lines))


async def _found(interaction: Interaction, table: Table) -> tuple[PanelPlayer, list[Hint]]:
    """Return the hints for a person's turn, with the player as they are afterwards."""
    version = table.version
    found = await services_of(interaction)[computers.Advice].found(table, interaction.user.id)
    table = await table_seen(interaction, table.number)
    # Thinking takes seconds, in which the person may have played on.
    if table.version != version:
        raise TableError("outdated", number=table.number)
    return player_of(interaction, table), found


async def play_turn(interaction: Interaction, table: Table) -> None:
    """Play a person's turn to its end as the master builder would, and tell why."""
    words, user, services = words_of(interaction), interaction.user.id, services_of(interaction)
    if not table.is_practice:
        raise RefusalError(
            words(
                "*Play it for me* only works when all your opponents are computers. "
                "Press *Hint* instead."
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
    ended, asked = False, [asked_in(interaction)]
    while not ended:
        # Asked anew for each action, since a drawn card or a castle piece changes the next.
        [hint, *_] = await services[computers.Advice].found(table, user)
        table, _ = await services.tables.turns.act(number, user, hint.action, table.version, *asked)
        asked.clear()  # the first action is the sign of all
        ended = isinstance(hint.action, End)
        # The end of a turn needs no reason, unless it is all that was done.
        if not ended or len(lines) == 1:
            lines.append(f"- {advice.action_text(hint.action, teller)}")
            lines.append(f"  {' '.join(advice.pro_and_con(hint, words)).rstrip()}")
    extra = await features.extra_of(interaction.client, "played", table, words, user)
    lines += extra.lines
    lines += advice.care_lines(edition, words)
    view = (
        await final_answer(interaction, table)
        if table.active is None
        else await meanwhile(interaction, table)
    )
    features.add_to(view, extra)
    await reply_and_show(interaction, number, "\n".join(lines), view=view)


PRESSES: Final = (
    at_table(buttons.HINT, advise),
    at_table(buttons.WHY, reason),
    at_table(buttons.PLAY_FOR_ME, play_turn),
)
