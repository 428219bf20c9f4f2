"""The panel for taking a turn: each press is checked, carried out and answered by one request."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from cogs.arkadia.learn import press_lesson
from engine.actions import Action, End
from engine.cards import Card
from engine.errors import EngineError
from engine.events import BuildingCompleted, Event
from engine.squares import SquareSet
from engine.view import Phase
from tabletop.errors import TableError
from tabletop.prepared import with_another
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, anew, open_modal, put
from ui.components.modals import Submitted, on_form
from ui.components.presses import Press, PressHandler, at_table
from ui.daily.desk import DAILY
from ui.daily.showing import press_daily
from ui.interactions import Interaction, services_of, where_of, words_of
from ui.interactions.audience import table_seen
from ui.lesson.progress import LESSON
from ui.news import show
from ui.panel import routes
from ui.panel.address import PanelAddress, template
from ui.panel.advised import SHOW
from ui.panel.coach import tips
from ui.panel.confirmation import LEAVE, confirmation, undo_confirmation
from ui.panel.desk import Desk
from ui.panel.drawing import desk_of, put_page
from ui.panel.forms import modal_for
from ui.panel.meanwhile import meanwhile
from ui.panel.page import Ask, AtOnce, Do, Forget, Go, NotOfferedError, PressOutcome, Undo
from ui.panel.steps import STEPS
from ui.panel.steps.choose import only_choice
from ui.public.posts.final import final_view, won_lines
from ui.texts.escaping import plain_name
from ui.texts.game.since import gained_since, in_sentences
from ui.texts.game.turns import goes_on_here, turn_ended
from ui.texts.refusals import refusal_text

log = logging.getLogger("arkadia.panel")


async def _no_more_tips(interaction: Interaction, table: Table) -> None:
    """Turn the person's tips off, and show the panel without a tip."""
    personal, user = services_of(interaction).personal, interaction.user.id
    await personal.prefer(user, replace(personal.preferences(user), tips=False))
    desk = desk_of(interaction, table)
    told = desk.words("No more tips. `/arkadia preferences` brings them back.")
    await show_current(interaction, desk, [told])


# One handler for the buttons and menus of all panels: the state of a panel stands in its custom
# ids, so it survives restarts, and a thousand open panels cost no memory.
async def _panel_pressed(interaction: Interaction, press: Press) -> None:
    """Carry out the meaning of a button or menu in the panel's current step."""
    await press_panel(interaction, *PanelAddress.read(press.match), press.values)


async def _panel_sent(interaction: Interaction, sent: Submitted) -> None:
    """Carry out the submitted form."""
    address, verb = PanelAddress.read(sent.match)
    await press_panel(interaction, address, verb, list(sent.texts.values()))


async def open_panel(interaction: Interaction, table: Table) -> None:
    """Open the panel for a person who can act now or prepare a turn.

    Raises:
        RefusalError: if the person only watches, or has no turn any more.
        TableError: if the game does not run, or the person has left it.
    """
    words = words_of(interaction)
    table.must_run()
    if table.person(interaction.user.id) is None:
        active = table.active
        raise RefusalError(
            words(
                "You watch game {number}: it is {name}'s turn. `/arkadia board` shows the board.",
                number=table.number,
                name=plain_name(active.name if active else "?"),
            )
        )
    desk = desk_of(interaction, table)
    if desk.ahead and not desk.has_a_turn_ahead:
        raise RefusalError(
            words("You have had your last turn in this game. `/arkadia board` shows it.")
        )
    # What is begun here must not be replaced when the computer players have had their turns.
    services_of(interaction).going_on.forget(table.number)
    await show_current(interaction, desk, gained_since(table, desk.user, words))


async def ask(
    interaction: Interaction, table: Table, action: Action, notes: Sequence[str] = ()
) -> None:
    """Show the effect of an action, and ask the person to confirm it.

    Raises:
        TableError: if it is not the person's turn.
        IllegalActionError: if the action is not legal.
    """
    table.game_in_turn(interaction.user.id)
    desk = desk_of(interaction, table)
    await put_page(interaction, desk, *confirmation(desk, action), notes)


async def ask_draw(interaction: Interaction, table: Table, card: Card, squares: SquareSet) -> None:
    """Show a building at the typed place, and ask which card to draw.

    Raises:
        TableError: if it is not the person's turn.
    """
    table.game_in_turn(interaction.user.id)
    desk = desk_of(interaction, table)
    note = desk.words("What do you draw? Its button builds.")
    await show_step(interaction, desk, routes.build(desk, card, squares), [note])


async def ask_undo(interaction: Interaction, table: Table, notes: Sequence[str] = ()) -> None:
    """Show the action that would be taken back, and ask the person to confirm.

    Raises:
        TableError: if it is not the person's turn.
        UndoError: if nothing can be taken back.
    """
    table.game_in_turn(interaction.user.id)
    desk = desk_of(interaction, table)
    await put_page(interaction, desk, *undo_confirmation(desk), notes)


async def press_panel(
    interaction: Interaction, address: PanelAddress, verb: str, values: Sequence[str]
) -> None:
    """Carry out a press on a panel and show the result; redraw the panel if it is outdated.

    Raises:
        RefusalError: if it is another person's panel.
        TableError: if there is no such table, or the person has left it.
    """
    if address.table == LESSON:
        await press_lesson(interaction, address, verb, values)
        return
    if address.table == DAILY:
        await press_daily(interaction, address, verb, values)
        return
    words, user = words_of(interaction), interaction.user.id
    table = await table_seen(interaction, address.table)
    person = table.person(user)
    if person is None or person.seat != address.seat:
        raise RefusalError(
            words("This panel is another person's. `/arkadia turn` opens your own when you play.")
        )
    if table.row.state != "running":
        await put(interaction, words("Game {number} is over.", number=table.number))
        return
    desk = desk_of(interaction, table)
    if desk.ahead and not desk.has_a_turn_ahead:
        await put(
            interaction,
            words("You have had your last turn in this game. `/arkadia board` shows it."),
        )
        return
    # Optimistic concurrency: a press counts for the version that its panel was drawn for.
    now = (desk.ahead, desk.version, desk.table.epoch)
    if (address.ahead, address.version, address.epoch) != now:
        await show_current(interaction, desk, [_gone_on(desk)])
        return
    if verb == LEAVE:
        await show_current(interaction, desk)
        return
    if address.step == routes.CHOOSE:
        desk = await _with_plan(interaction, desk)
    try:
        # Custom ids are input: a forged one may name any step.
        if address.step not in STEPS:
            raise NotOfferedError(address.step)
        if verb == SHOW:
            await show_step(interaction, desk, Go(address.step, address.numbers))
            return
        outcome = STEPS[address.step].press(desk, address.numbers, verb, values)
        await _carry_out(interaction, desk, address, outcome)
    except NotOfferedError:
        await show_current(
            interaction, desk, [words("That is not possible now. This is how it stands.")]
        )
    except TableError as error:
        # Another press was faster: the version was compared before the table's lock was taken.
        if error.code not in ("outdated", "not-your-turn"):
            raise
        table = await table_seen(interaction, address.table)
        desk = desk_of(interaction, table)
        await show_current(interaction, desk, [_gone_on(desk)])
    except EngineError as error:
        await show_current(interaction, desk, [refusal_text(error, words)])


async def _carry_out(
    interaction: Interaction, desk: Desk, address: PanelAddress, outcome: PressOutcome
) -> None:
    services, user, words = services_of(interaction), desk.user, desk.words
    match outcome:
        case Ask():
            await open_modal(interaction, modal_for(address, outcome))
        case Go():
            await show_step(interaction, desk, outcome)
        case Forget():
            await services.tables.turns.prepare(desk.table.number, user, None)
            await show_current(interaction, desk, [words("What you prepared is forgotten.")])
        case Do(action) if desk.ahead:
            # Checked when it is prepared, so that it is not the turn that brings the refusal.
            if (reason := desk.position.refusal(action)) is not None:
                raise reason
            before = (await _with_plan(interaction, desk)).planned
            prepared = with_another(before, action, desk.position)
            await services.tables.turns.prepare(desk.table.number, user, prepared)
            await show_current(interaction, desk)
        case AtOnce(wanted):
            planned = (await _with_plan(interaction, desk)).planned
            if planned is not None:
                prepared = replace(planned, at_once=wanted)
                await services.tables.turns.prepare(desk.table.number, user, prepared)
            await show_current(interaction, desk)
        case Do(action):
            table, events = await services.tables.turns.act(
                desk.table.number, user, action, address.version
            )
            log.info("Done", extra={"table": table.number, **where_of(interaction)})
            await show_after(interaction, table, action, events)
        case Undo():
            table, action = await services.tables.turns.undo(
                desk.table.number, user, address.version
            )
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
    desk = desk_of(interaction, table)
    # The castle step tells by itself for which buildings its pieces are.
    owed = desk.position.phase is Phase.CASTLE
    done = [one for one in events if isinstance(one, BuildingCompleted) and not owed]
    await show_current(interaction, desk, in_sentences(done, desk.teller, desk.seat))


async def _turn_over(interaction: Interaction, table: Table) -> tuple[str, discord.ui.View]:
    """Return the answer to a person whose turn has just ended, with its buttons.

    Where computer players alone are next, the panel goes on by itself after them.
    """
    words, text = words_of(interaction), turn_ended(table, words_of(interaction))
    if table.active is None:
        return text, final_view(table, words, services_of(interaction).settings.looking_back)
    if len(table.playing) == 1 and table.computer_due:
        go_on = partial(_go_on, interaction, table.number)
        services_of(interaction).going_on.wait(table.number, interaction, go_on)
        text = f"{text} {goes_on_here(words)}"
    view = await meanwhile(interaction, table)
    return text, view


async def _go_on(interaction: Interaction, number: int) -> None:
    """Show a person their turn, or the end, below the public message; their old answer goes."""
    table, words = await services_of(interaction).tables.get(number), words_of(interaction)
    async with anew(interaction):
        if table.active is None:
            await put(
                interaction,
                "\n".join(won_lines(table, words)),
                view=final_view(table, words, services_of(interaction).settings.looking_back),
            )
        else:
            desk = desk_of(interaction, table)
            await show_current(interaction, desk, gained_since(table, desk.user, words))


async def show_undone(interaction: Interaction, table: Table, action: Action) -> None:
    """Show a person their turn after an action of theirs was taken back."""
    desk = desk_of(interaction, table)
    told = desk.words("Taken back: {action}.", action=desk.in_short(action))
    await show_current(interaction, desk, [told], undone=action)


def _gone_on(desk: Desk) -> str:
    return desk.words("The game has moved on. This is how it stands now.")


async def show_current(
    interaction: Interaction, desk: Desk, notes: Sequence[str] = (), undone: Action | None = None
) -> None:
    """Show the panel at the step for the current state of the game."""
    go = routes.current_step(desk, undone)
    if go.step == routes.CHOOSE and (only := only_choice(desk)) is not None:
        # A choice of one is no choice, and would cost a press.
        go = only
        notes = [*notes, desk.words("This is the only thing you can do now.")]
    await show_step(interaction, desk, go, notes)


async def show_step(
    interaction: Interaction, desk: Desk, go: Go, notes: Sequence[str] = ()
) -> None:
    """Show a step of the panel."""
    tip = ""
    if go.step == routes.CHOOSE:
        desk = await _with_plan(interaction, desk)
        tip = await _tip(interaction, desk)
    page = STEPS[go.step].draw(desk, go.numbers)
    notes = [*notes, go.note] if go.note else [*notes]
    # Even an open card that is taken is replaced from the stack, so a card becomes known.
    if go.step == routes.BUILD and desk.position.stack_size and not desk.ahead:
        personal = services_of(interaction).personal
        if await personal.first_time(desk.user, "undo"):
            notes.append(desk.words("A building cannot be undone: the draw reveals a card."))
    await put_page(interaction, desk, go, page, notes, tip=tip)


async def _tip(interaction: Interaction, desk: Desk) -> str:
    """Return the tip for a newcomer's turn, or None."""
    personal = services_of(interaction).personal
    if desk.ahead or not personal.is_coached(desk.table, desk.user):
        return ""
    fitting = tips(desk)
    code = await personal.tip(desk.table, desk.user, fitting)
    return fitting[code] if code else ""


async def _with_plan(interaction: Interaction, desk: Desk) -> Desk:
    return desk.with_plan(await services_of(interaction).personal.prepared(desk.table, desk.user))


PRESSES: Final = (
    at_table(buttons.TAKE_TURN, open_panel),
    at_table(buttons.TAKE_REMINDED, open_panel),
    at_table(buttons.PREPARE, open_panel),
    at_table(buttons.NO_TIPS, _no_more_tips),
    PressHandler(re.compile(template("turn")), _panel_pressed),
    PressHandler(re.compile(template("pick")), _panel_pressed),
)
MODALS: Final = (on_form(template("form"), _panel_sent),)
