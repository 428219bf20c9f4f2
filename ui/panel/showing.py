"""Show a page of the panel to its owner, in place of the page that was pressed.

Beside the pages of the steps there are those that ask before a typed command acts, and the buttons
of advice and of the time between two turns.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from db.errors import StoreError
from engine.actions import Action, End, Pass
from tabletop.table import Table
from ui import buttons, pictures
from ui.answers import put
from ui.components import Part, RowsView, view_of
from ui.features import NOTHING, Extra, add_to, extra_of
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.panel import page as panel
from ui.panel.player import (
    BUILD,
    CASTLE,
    CHOOSE,
    END,
    PanelPlayer,
    current_step,
    only_choice,
    step_of,
)
from ui.panel.steps import STEPS
from ui.texts.lobby import own_time
from ui.texts.markup import on_a_phone, pages

log = logging.getLogger("arkadia.panel")

ADVISED: Final = (CHOOSE, END)  # the steps with a decision to make, so with advice


def player_of(interaction: Interaction, table: Table) -> PanelPlayer:
    """Return the player behind an interaction, with the help that they want."""
    user = interaction.user.id
    wished = services_of(interaction).personal.preferences(user).help
    return PanelPlayer.of(table, user, words_of(interaction), wished)


async def show_current(
    interaction: Interaction,
    player: PanelPlayer,
    notes: Sequence[str] = (),
    undone: Action | None = None,
) -> None:
    """Show the panel at the step for the current state of the game."""
    await show_step(interaction, player, first_step(player, undone), notes)


def first_step(player: PanelPlayer, undone: Action | None = None) -> panel.Go:
    """Return the step for the current state of the game."""
    go = current_step(player, undone)
    if go.step == CHOOSE and (only := only_choice(player)) is not None:
        # A choice of one is no choice, and would cost a press.
        return replace(only, note=player.words("This is the only thing you can do now."))
    return go


async def show_step(
    interaction: Interaction, player: PanelPlayer, go: panel.Go, notes: Sequence[str] = ()
) -> None:
    """Show a step of the panel."""
    extra = NOTHING
    if go.step == CHOOSE:
        player = await with_plan(interaction, player)
        if not player.ahead:
            client, table, words = interaction.client, player.table, player.words
            extra = await extra_of(client, "choose", table, words, player.user)
    page = STEPS[go.step].draw(player, go.numbers)
    notes = [*notes, go.note] if go.note else [*notes]
    # Even an open card that is taken is replaced from the stack, so a card becomes known.
    if go.step == BUILD and player.position.stack_size and not player.ahead:
        personal = services_of(interaction).personal
        if await personal.first_time(player.user, "undo"):
            notes.append(player.words("You can't undo this: you'll draw a card."))
    await put_page(interaction, player, go, page, notes, extra)


async def with_plan(interaction: Interaction, player: PanelPlayer) -> PanelPlayer:
    """Return the same player with the turn that they have prepared."""
    personal = services_of(interaction).personal
    return player.with_plan(await personal.prepared(player.table, player.user))


async def put_page(
    interaction: Interaction,
    player: PanelPlayer,
    go: panel.Go,
    page: panel.Page,
    notes: Sequence[str] = (),
    extra: Extra = NOTHING,
) -> None:
    """Show a page of a panel to its owner alone."""
    services, first, time = services_of(interaction), go.step == CHOOSE, list[str]()
    if first and not player.ahead:
        time = own_time(services.tables.clock.turn_time(player.table), player.words)
    head = _head(player, page, first=first)
    lines = [*([head] if head else []), *time, *notes, *extra.lines, *page.lines]
    # A panel is one message, edited in place: what a phone has no room for is left out from the
    # end, so the lines come with the most important first.
    [text, *_] = pages("\n".join(on_a_phone(lines)))
    # Translators: in a narrow column of a picture, above a turn that is prepared; 14 characters at
    # most.
    title = player.words("Next turn") if player.ahead else ""
    file = await pictures.turn_file(
        player.position.view(player.seat),
        player.table,
        player.words,
        marks=page.marks,
        theme=pictures.theme_of(interaction),
        title=title,
        whole=first,
        legend=first and await services.personal.needs_legend(player.table, player.user),
    )
    view = panel.components(player.address(go), page)
    panel.lay_out(view, await _further(interaction, player, go, extra), len(page.rows))
    await put(interaction, text, files=[file], view=view)


async def _further(
    interaction: Interaction, player: PanelPlayer, go: panel.Go, extra: Extra
) -> list[discord.ui.Button[Any]]:
    number, words, found = player.table.number, player.words, list[discord.ui.Button[Any]]()
    if go.step in (*ADVISED, CASTLE) and player.help.hints and not player.ahead:
        found.append(buttons.HINT.button(number, words=words))
    if go.step == CHOOSE:
        found.append(buttons.WHAT_CHANGED.button(number, words=words))
    found += extra.buttons
    if go.step in ADVISED:
        if player.table.is_practice and player.help.hints and not player.ahead:
            found.append(buttons.PLAY_FOR_ME.button(number, words=words))
        more_of = await extra_of(interaction.client, "panel", player.table, words, player.user)
        found += more_of.buttons
    if go.step in ADVISED and (more := await next_game(interaction, number)):
        found.append(more)
    return found


def _head(player: PanelPlayer, page: panel.Page, *, first: bool) -> str:
    """Return what stands first: the game, with the turn where it begins, and what to do."""
    words, table, turn = player.words, player.table, player.position.turn
    if player.ahead and table.active is not None:
        head = words("**Game {number}: your next turn.**", number=table.number)
        if first:
            name = player.teller.names[table.active.seat]
            whose = words("It's {name}'s turn now. Only you see this.", name=name)
            head = f"{head} {whose}"
    elif first:
        head = words("**Game {number}, turn {turn}: your turn.**", number=table.number, turn=turn)
    else:
        # The first page named the game, and an answer is edited in place.
        return page.todo
    return f"{head} {page.todo}".rstrip()


LEAVE: Final = "leave"  # the verb of *Back*, which leads to the panel
VERBS: Final[dict[type[Action], str]] = {End: "end", Pass: "pass"}  # where it is not ``do``


def confirmation(player: PanelPlayer, action: Action) -> tuple[panel.Go, panel.Page]:
    """Return the step and the page that show an action's effect and ask to confirm the action."""
    if (reason := player.position.refusal(action)) is not None:
        raise reason
    go = step_of(player, action)
    page = STEPS[go.step].draw(player, go.numbers)
    return go, _to_confirm(player, page, VERBS.get(type(action), "do"))


def undo_confirmation(player: PanelPlayer) -> tuple[panel.Go, panel.Page]:
    """Return the step and the page that show the action to be undone, to be confirmed."""
    game = player.table.running_game()
    if (reason := game.undo_refusal()) is not None:
        raise reason
    go = current_step(player)
    page = STEPS[go.step].draw(player, go.numbers)
    action = player.in_short(game.turn.plies[-1].action)
    last = player.words("Take this back: {action}?", action=action)
    return go, _to_confirm(player, replace(page, lines=[last]), "undo")


def _to_confirm(player: PanelPlayer, page: panel.Page, verb: str) -> panel.Page:
    words = player.words
    buttons = [
        panel.PageButton(verb, words.context("button", "Confirm"), "go"),
        panel.PageButton(LEAVE, words.context("button", "Back")),
    ]
    todo = words("*Confirm* goes ahead; *Back* takes you to the panel.")
    # The step's own buttons go: a person who typed a command decides about that command alone.
    return replace(page, todo=todo, rows=[buttons])


SHOW: Final = "show"  # the verb of *Show me*, which changes nothing


def advised_view(player: PanelPlayer, actions: Sequence[Action]) -> RowsView:
    """Return the *Show me* and *Do it* buttons for actions, which are numbered from 1."""
    return RowsView(_buttons(player, *numbered) for numbered in enumerate(actions, start=1))


def _buttons(player: PanelPlayer, number: int, action: Action) -> list[Part]:
    go, verb, words = step_of(player, action), VERBS.get(type(action), "do"), player.words
    try:
        outcome = STEPS[go.step].press(player, go.numbers, verb, ())
    except panel.NotOfferedError:
        return []
    # The panel may propose another draw or other squares than the advice: *Do it* has to do exactly
    # the action that was advised, or not be there.
    if outcome != panel.Do(action):
        return []
    address = player.address(go)
    row = [
        panel.PageButton(SHOW, words.context("button", "{number}: show me", number=number)),
        panel.PageButton(verb, words.context("button", "{number}: do it", number=number), "go"),
    ]
    return panel.components(address, panel.Page("", [], [row])).rows[0]


async def meanwhile(interaction: Interaction, table: Table) -> discord.ui.View:
    """Return the buttons for a player of a running game who looks at it between two turns."""
    words, number, row = words_of(interaction), table.number, table.row
    view, seat = view_of(), table.person(interaction.user.id)
    if seat is not None and seat.status == "playing":
        player = PanelPlayer.of(table, interaction.user.id, words)
        if not player.ahead:
            view.add_item(buttons.TAKE_TURN.button(number, row.news, words=words))
        elif player.has_a_turn_ahead:
            view.add_item(buttons.PREPARE.button(number, words=words))
    view.add_item(buttons.BOARD.button(number, table.running_game().position.turn, words=words))
    view.add_item(buttons.WHAT_CHANGED.button(number, words=words))
    add_to(view, await extra_of(interaction.client, "meanwhile", table, words, interaction.user.id))
    if (more := await next_game(interaction, number)) is not None:
        view.add_item(more)
    return view


async def next_game(interaction: Interaction, after: int) -> discord.ui.Button[Any] | None:
    """Return the button to the next game that waits for a person; None if there is none.

    It is an extra beside an answer that is true already, so a failing store only costs the button.
    """
    tables, user = services_of(interaction).tables, interaction.user.id
    try:
        numbers = await tables.store.games.played_by(guild_of(interaction), user)
        others = [await tables.cache.find(number) for number in numbers if number != after]
    except StoreError as error:
        log.warning("No way to the next game", extra={"table": after, "why": str(error)})
        return None
    count = sum(table is not None and table.waits_for(user) for table in others)
    if not count:
        return None
    words, face = words_of(interaction), buttons.NEXT_GAME
    return face.button(after, words=words, label=words.context("button", face.caption, n=count))
