"""The panel for taking a turn: each press is checked, carried out and answered by one request."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from engine import Action, Card, End, EngineError, Phase, SquareSet
from engine.events import BuildingCompleted, Event
from i18n.translation import N_
from tabletop import errors, personal
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, anew, open_modal, put, show
from ui.components import Press, at_table, on
from ui.features import extra_of
from ui.interactions import Interaction, services_of, table_seen, where_of, words_of
from ui.panel import page, showing, steps
from ui.panel.player import CHOOSE, PanelPlayer, build_step
from ui.public.end import final_answer, won_lines
from ui.services.per_person import GoingOn
from ui.texts import markup, refusals
from ui.texts.events import in_sentences
from ui.texts.turns import gained_since, goes_on_here, turn_ended

log = logging.getLogger("arkadia.panel")

NO_MORE: Final = N_("You've had your last turn in this game. Watch the rest with `/arkadia board`.")


async def _turn_taken(interaction: Interaction, press: Press) -> None:
    table, (number, news) = await press.table(interaction), press.numbers
    await services_of(interaction).tables.cache.check_past(number, news=news)
    await open_panel(interaction, table)


async def open_panel(interaction: Interaction, table: Table) -> None:
    """Open the panel for a person who can act now or prepare a turn."""
    words = words_of(interaction)
    table.must_run()
    if table.person(interaction.user.id) is None:
        active = table.active
        raise RefusalError(
            words(
                "You're watching game {number}: it's {name}'s turn. `/arkadia board` "
                "shows the board.",
                number=table.number,
                name=markup.plain_name(active.name if active else "?"),
            )
        )
    player = showing.player_of(interaction, table)
    if player.ahead and not player.has_a_turn_ahead:
        raise RefusalError(words(NO_MORE))
    # What is begun here must not be replaced when the computer players have had their turns.
    services_of(interaction)[GoingOn].forget(table.number)
    await showing.show_current(interaction, player, gained_since(table, player.user, words))


async def ask(interaction: Interaction, table: Table, action: Action, notes: Sequence[str]) -> None:
    """Show the effect of an action, and ask the person to confirm it."""
    table.game_in_turn(interaction.user.id)
    player = showing.player_of(interaction, table)
    await showing.put_page(interaction, player, *showing.confirmation(player, action), notes)


async def ask_draw(interaction: Interaction, table: Table, card: Card, squares: SquareSet) -> None:
    """Show a building at the typed place, and ask which card to draw."""
    table.game_in_turn(interaction.user.id)
    player = showing.player_of(interaction, table)
    note = player.words("Which card do you draw? Choosing it also places your building.")
    await showing.show_step(interaction, player, build_step(player, card, squares), [note])


async def ask_undo(interaction: Interaction, table: Table, notes: Sequence[str]) -> None:
    """Show the action that would be taken back, and ask the person to confirm."""
    table.game_in_turn(interaction.user.id)
    player = showing.player_of(interaction, table)
    await showing.put_page(interaction, player, *showing.undo_confirmation(player), notes)


async def _panel_pressed(
    interaction: Interaction, address: page.PanelAddress, verb: str, values: Sequence[str]
) -> None:
    cache = services_of(interaction).tables.cache
    await cache.check_past(address.table, address.epoch, version=address.version)
    await press_panel(interaction, address, verb, values)


async def press_panel(
    interaction: Interaction, address: page.PanelAddress, verb: str, values: Sequence[str]
) -> None:
    """Carry out a press on a panel and show the result; redraw the panel if it is outdated."""
    words, user = words_of(interaction), interaction.user.id
    table = await table_seen(interaction, address.table)
    person = table.person(user)
    if person is None or person.seat != address.seat:
        other = words("This panel belongs to another player. `/arkadia turn` opens yours.")
        raise RefusalError(other)
    if table.row.state != "running":
        await put(interaction, words("This game is over. `/arkadia board` shows who won."))
        return
    player = showing.player_of(interaction, table)
    if player.ahead and not player.has_a_turn_ahead:
        await put(interaction, words(NO_MORE))
        return
    # Optimistic concurrency: a press counts for the version that its panel was drawn for.
    now = (player.ahead, player.version, player.table.epoch)
    if (address.ahead, address.version, address.epoch) != now:
        await showing.show_current(interaction, player, [_gone_on(player, address.epoch)])
        return
    if verb == showing.LEAVE:
        await showing.show_current(interaction, player)
        return
    if address.step == CHOOSE:
        player = await showing.with_plan(interaction, player)
    try:
        # Custom ids are input: a forged one may name any step.
        if address.step not in steps.STEPS:
            raise page.NotOfferedError(address.step)
        if verb == showing.SHOW:
            await showing.show_step(interaction, player, page.Go(address.step, address.numbers))
            return
        outcome = steps.STEPS[address.step].press(player, address.numbers, verb, values)
        await _carry_out(interaction, player, address, outcome)
    except page.NotOfferedError:
        stands = words("You can't do that now. Here's how the game stands.")
        await showing.show_current(interaction, player, [stands])
    except errors.TableError as error:
        # Another press was faster: the version was compared before the table's lock was taken.
        if error.code not in ("outdated", "not-your-turn"):
            raise
        table = await table_seen(interaction, address.table)
        player = showing.player_of(interaction, table)
        await showing.show_current(interaction, player, [_gone_on(player, address.epoch)])
    except EngineError as error:
        await showing.show_current(interaction, player, [refusals.refusal_text(error, words)])


async def _carry_out(
    interaction: Interaction, player: PanelPlayer, address: page.PanelAddress, outcome: page.Outcome
) -> None:
    turns, user, words = services_of(interaction).tables.turns, player.user, player.words
    number = player.table.number
    match outcome:
        case page.Ask():
            await open_modal(interaction, page.modal_for(address, outcome))
        case page.Go():
            await showing.show_step(interaction, player, outcome)
        case page.Forget():
            await turns.prepare(number, user, None)
            cleared = words("Your prepared turn has been cleared.")
            await showing.show_current(interaction, player, [cleared])
        case page.Do(action) if player.ahead:
            # Checked when it is prepared, so that it is not the turn that brings the refusal.
            if (reason := player.position.refusal(action)) is not None:
                raise reason
            before = (await showing.with_plan(interaction, player)).planned
            prepared = personal.with_another(before, action, player.position)
            await turns.prepare(number, user, prepared)
            await showing.show_current(interaction, player)
        case page.AtOnce(wanted):
            planned = (await showing.with_plan(interaction, player)).planned
            if planned is not None:
                await turns.prepare(number, user, replace(planned, at_once=wanted))
            await showing.show_current(interaction, player)
        case page.Do(action):
            table, events = await turns.act(number, user, action, address.version)
            log.info("Done", extra={"table": table.number, **where_of(interaction)})
            await show_after(interaction, table, action, events)
        case page.Undo():
            table, action = await turns.undo(number, user, address.version)
            log.info("Done", extra={"table": table.number, **where_of(interaction)})
            await show_undone(interaction, table, action)


async def show_after(
    interaction: Interaction, table: Table, action: Action, events: Sequence[Event]
) -> None:
    """Show a person what comes after an action of theirs; publish the turn if it has ended."""
    if isinstance(action, End):
        try:
            text, view = await _turn_over(interaction, table)
            await put(interaction, text, view=view)
        finally:  # even if the answer failed
            await show(interaction, table.number)
        return
    player = showing.player_of(interaction, table)
    # The castle step tells by itself for which buildings its pieces are.
    owed = player.position.phase is Phase.CASTLE
    done = [one for one in events if isinstance(one, BuildingCompleted) and not owed]
    await showing.show_current(interaction, player, in_sentences(done, player.teller, player.seat))


async def _turn_over(interaction: Interaction, table: Table) -> tuple[str, discord.ui.View]:
    """Return the answer to a person whose turn has just ended, with its buttons.

    Where computer players alone are next, the panel goes on by itself after them.
    """
    words = words_of(interaction)
    extra = await extra_of(interaction.client, "ended", table, words, interaction.user.id)
    text = "\n".join([turn_ended(table, words), *extra.lines])
    if table.active is None:
        return text, await final_answer(interaction, table)
    if len(table.playing) == 1 and table.computer_due:
        go_on = partial(_go_on, interaction, table.number)
        services_of(interaction)[GoingOn].wait(table.number, interaction, go_on)
        text = f"{text} {goes_on_here(words)}"
    return text, await showing.meanwhile(interaction, table)


async def _go_on(interaction: Interaction, number: int) -> None:
    """Show a person their turn, or the end, below the public message; their old answer goes."""
    table, words = await services_of(interaction).tables.get(number), words_of(interaction)
    async with anew(interaction):
        if table.active is None:
            extra = await extra_of(interaction.client, "ended", table, words, interaction.user.id)
            await put(
                interaction,
                "\n".join([*won_lines(table, words), *extra.lines]),
                view=await final_answer(interaction, table),
            )
        else:
            player = showing.player_of(interaction, table)
            await showing.show_current(interaction, player, gained_since(table, player.user, words))


async def show_undone(interaction: Interaction, table: Table, action: Action) -> None:
    """Show a person their turn after an action of theirs was taken back."""
    player = showing.player_of(interaction, table)
    note = player.words("Taken back: {action}.", action=player.in_short(action))
    await showing.show_current(interaction, player, [note], undone=action)


def _gone_on(player: PanelPlayer, epoch: int) -> str:
    if epoch < player.table.epoch:
        return player.words("The bot was restored from a backup. Here's how the game stands now.")
    return player.words("The game has moved on. Here's how it stands now.")


PRESSES: Final = (
    on(buttons.TAKE_TURN, _turn_taken),
    at_table(buttons.TAKE_REMINDED, open_panel),
    at_table(buttons.PREPARE, open_panel),
    *page.panel_presses(_panel_pressed),
)
MODALS: Final = (page.panel_form(press_panel),)
