"""Resigning, being away and coming back: commands and buttons for seats in running games."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Final, Literal

from discord import app_commands
from discord.ext import commands

from engine.errors import EngineError
from i18n.translation import N_, NC_
from tabletop import errors, outcome, personal
from tabletop.seats import STAND_IN
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, reply, reply_and_show, show
from ui.components import at_table, at_turn
from ui.input import choices, games
from ui.input.days import until_typed
from ui.input.suggestions import GAME, Choices, choice, game_option, own_table, quiet
from ui.input.typed import fits
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.panel.player import PanelPlayer
from ui.panel.showing import meanwhile, player_of
from ui.panel.steps.turn import planned_lines
from ui.texts import markup, refusals

ALL = N_("In all your games on this server")
OFFERED_DAYS: Final = (
    NC_("until when", "tomorrow"),
    NC_("until when", "3d"),
    NC_("until when", "next Monday"),
)
"""Days of which one is often meant; in English everybody may type them."""


class SeatCommands(commands.Cog):
    """The commands to resign, be away and come back during a game."""

    seat = app_commands.Group(name="seat", description=N_("Your seat in a running game"))

    @seat.command(description=N_("Leave a running game for good"))
    @app_commands.describe(sure=N_("Choose yes to confirm: this can't be undone"))
    @game_option(games.RUNNING)
    async def resign(
        self, interaction: Interaction, sure: Literal["yes", "no"], game: int | None = None
    ) -> None:
        """Resign from a game: the caretaker plays the person's seat to the end."""
        words = words_of(interaction)
        table = await games.find_table(interaction, game, leaving=True)
        if sure != "yes":
            text = words("You're still in game {number}.", number=table.number)
            if outcome.counts_in_ranking(table) and len(table.people) > 1:
                loss = words("Leaving counts as a loss in the ranking.")
                text = f"{text} {loss}"
            raise RefusalError(text)
        await services_of(interaction).tables.seats.resign(table.number, interaction.user.id)
        text = words(
            "You've resigned from game {number}; a computer plays for you now.", number=table.number
        )
        await reply_and_show(interaction, table.number, text)

    @seat.command(description=N_("Say you're away, or replace a player whose time is up"))
    @app_commands.describe(
        until=N_("Until when: 3d, Monday, 24 Dec"),
        level=N_("Playing strength"),
        player=N_("Replace a player whose time is up"),
        once=N_("Replace a player for this turn only"),
        everywhere=ALL,
    )
    @app_commands.autocomplete(level=choices.level_choices)
    @game_option(games.RUNNING)
    async def away(
        self,
        interaction: Interaction,
        until: app_commands.Range[str, 1, 40] | None = None,
        level: app_commands.Range[str, 1, 40] = STAND_IN,
        player: int | None = None,
        once: bool = False,
        everywhere: bool = False,
        game: int | None = None,
    ) -> None:
        """Mark the person as away, or give a late player's seat to a computer player."""
        day = None if until is None else until_typed(interaction, until)
        level = await choices.read_level(interaction, level)
        leave = partial(_leave, interaction, until=day, level=level)
        if everywhere:
            await _in_all(interaction, leave)
            return
        table = await games.find_table(interaction, game, leaving=True)
        if player is None or player == table.own_seat(interaction.user.id).seat:
            text = await leave(table)
        else:
            text = await _take_over(interaction, table, player, level, once=once)
        await reply_and_show(interaction, table.number, text)

    @seat.command(description=N_("Prepare your next turn"))
    @app_commands.describe(
        turn=N_("The turn, written as in the log"),
        otherwise=N_("A second choice, in case the first isn't possible"),
        at_once=N_("Play it immediately"),
        game=GAME,
    )
    async def prepare(
        self,
        interaction: Interaction,
        turn: app_commands.Range[str, 1, 100] | None = None,
        otherwise: app_commands.Range[str, 1, 100] | None = None,
        at_once: bool = False,
        game: int | None = None,
    ) -> None:
        """Prepare the person's next turn; without a turn, forget what is prepared."""
        table = await games.find_table(interaction, game)
        player = player_of(interaction, table)
        if not player.ahead or not player.has_a_turn_ahead:
            raise errors.TableError("nothing-ahead", number=table.number)
        prepared = _typed_plan(player, [text for text in (turn, otherwise) if text is not None])
        if prepared is not None:
            prepared = replace(prepared, at_once=at_once)
        number, user = table.number, interaction.user.id
        table = await services_of(interaction).tables.turns.prepare(number, user, prepared)
        lines = planned_lines(player_of(interaction, table).with_plan(prepared))
        lines = lines or [player.words("Your prepared turn has been cleared.")]
        await reply(interaction, "\n".join(lines), view=await meanwhile(interaction, table))

    @seat.command(description=N_("Take your seat back"))
    @app_commands.describe(everywhere=ALL)
    @game_option(games.RUNNING)
    async def back(
        self, interaction: Interaction, everywhere: bool = False, game: int | None = None
    ) -> None:
        """End the person's absence in one game, or in all."""
        if everywhere:
            await _in_all(interaction, partial(_come_back, interaction))
            return
        await _back(interaction, await games.find_table(interaction, game))

    @away.autocomplete("until")
    @quiet
    async def _days(self, interaction: Interaction, typed: str) -> Choices[str]:
        words = words_of(interaction)
        days = {day: words.context("until when", day) for day in OFFERED_DAYS}
        return [
            choice(label, day) for day, label in days.items() if fits(typed, f"{day} {label}")
        ] or [choice(typed, typed)]

    @away.autocomplete("player")
    @quiet
    async def _absent(self, interaction: Interaction, typed: str) -> Choices[int]:
        table = await own_table(interaction)
        return [choice(seat.name, seat.seat) for seat in table.playing if fits(typed, seat.name)]


async def _back(interaction: Interaction, table: Table) -> None:
    await reply_and_show(interaction, table.number, await _come_back(interaction, table))


def _typed_plan(player: PanelPlayer, texts: Iterable[str]) -> personal.Prepared | None:
    """Return the prepared turn whose choices were typed, the wanted one first; None for none."""
    prepared: personal.Prepared | None = None
    for text in texts:
        action = player.position.parse(text)
        if (reason := player.position.refusal(action)) is not None:
            raise reason
        if prepared is None:
            prepared = personal.new_plan(action, player.position)
        else:
            prepared = prepared.with_choice(action, player.position)
    return prepared


async def _leave(interaction: Interaction, table: Table, until: int | None, level: str) -> str:
    words, tables = words_of(interaction), services_of(interaction).tables
    user = interaction.user.id
    if until is None:
        await tables.seats.leave_to_computer(table.number, user, table.own_seat(user).seat, level)
        return words(
            "A computer plays for you in game {number} until you press *I'm back* under "
            "the game's newest message.",
            number=table.number,
        )
    table = await tables.seats.be_away(table.number, user, until)
    values = {"number": table.number, "when": markup.moment(until, "f")}
    if table.own_seat(user).status == "away":
        return words(
            "A computer plays for you in game {number} until {when}. Back sooner? Type "
            "`/arkadia seat back`.",
            **values,
        )
    return words(
        "Your clock in game {number} is paused until {when}. To restart it sooner, type "
        "`/arkadia seat back`.",
        **values,
    )


async def _take_over(
    interaction: Interaction, table: Table, seat: int, level: str, *, once: bool
) -> str:
    words, user = words_of(interaction), interaction.user.id
    table = await services_of(interaction).tables.seats.leave_to_computer(
        table.number, user, seat, level, one_turn=once
    )
    name = markup.plain_name(table.seats[seat].name)
    if table.seats[seat].status != "away":
        return words(
            "You've agreed to let a computer play for {name}. It will start when the "
            "others agree too.",
            name=name,
        )
    if once:
        return words("A computer takes this turn for {people}.", people=name)
    return words("A computer plays for {name} from now on.", name=name)


async def _taken_over(interaction: Interaction, table: Table, turn: int, *, once: bool) -> None:
    active = table.active
    # The message asked about one turn; a late press must not give away the next.
    if active is None or table.running_game().position.turn != turn:
        raise errors.TableError("outdated", number=table.number)
    text = await _take_over(interaction, table, active.seat, STAND_IN, once=once)
    await reply_and_show(interaction, table.number, text)


async def _come_back(interaction: Interaction, table: Table) -> str:
    await services_of(interaction).tables.seats.come_back(table.number, interaction.user.id)
    words = words_of(interaction)
    return words("Welcome back to game {number}.", number=table.number)


async def _in_all(interaction: Interaction, do: Callable[[Table], Awaitable[str]]) -> None:
    words, tables = words_of(interaction), services_of(interaction).tables
    user = interaction.user.id
    rows = await tables.store.games.find(guild_of(interaction), states=games.RUNNING, user=user)
    lines, changed = [], []
    # Each by itself: what one game refuses must not keep the others from being done.
    for row in reversed(rows):
        seats = [seat for seat in row.seats if seat.user_id == user and seat.status != "resigned"]
        if not seats:
            continue
        try:
            lines.append(await do(await tables.get(row.game_id)))
            changed.append(row.game_id)
        except EngineError as error:
            why = refusals.refusal_text(error, words)
            lines.append(words.labelled(words("Game {number}", number=row.game_id), why))
    nothing = words("You're not in a game here. `/arkadia start` opens one.")
    await reply(interaction, "\n".join(lines) or nothing)
    # After the answer: public messages in many channels take longer than a person should wait.
    for number in changed:
        await show(interaction, number)


PRESSES: Final = (
    at_turn(buttons.COMPUTER_TURN, partial(_taken_over, once=True)),
    at_turn(buttons.COMPUTER_SEAT, partial(_taken_over, once=False)),
    at_table(buttons.I_AM_BACK, _back),
)
