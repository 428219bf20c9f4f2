"""Private answers of games that a person plays alone: the panel, the end, the list."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ButtonStyle

from cogs.solo.service import Solo, SoloError, SoloGames
from cogs.solo.store import StoredSolo
from engine import UNDO, Action, EngineError
from i18n.translation import N_, NC_, Words
from players.levels import LEVELS
from ui.answers import open_modal, put
from ui.buttons import PRIVACY
from ui.components import ButtonFace, MenuFace, view_of
from ui.interactions import Interaction, invite_button, services_of, words_of
from ui.panel import page as panel
from ui.panel.player import CHOOSE, PanelPlayer
from ui.panel.showing import first_step
from ui.panel.steps import STEPS
from ui.pictures import theme_of, turn_file
from ui.public.end import told_again
from ui.texts.markup import moment, on_a_phone, pages
from ui.texts.refusals import refusal_text
from ui.texts.turns import told_in_brief

PANEL: Final = 900_000_000
"""Added to a game's number, it stands for that of a table's game in the panel's custom ids."""

ANEW: Final = ButtonFace("solo-anew", NC_("button", "New game"), style=ButtonStyle.success)
"""The number is that of a game like which it is begun; 0 for none."""
GAMES: Final = ButtonFace("solo-games", NC_("button", "My games"), 0)
OPEN: Final = MenuFace("solo-open", NC_("button", "Open a game…"), 0)

WITH_OTHERS: Final = N_("To play with other people, use a server that I'm on.")


async def show(interaction: Interaction, number: int, notes: Sequence[str] = ()) -> None:
    """Show a game as it stands, after the computer players' turns."""
    solo = await services_of(interaction)[SoloGames].in_turn(interaction.user.id, number)
    await _show(interaction, solo, notes)


async def _show(
    interaction: Interaction, solo: Solo, notes: Sequence[str] = (), undone: Action | None = None
) -> None:
    if solo.game.position.over:
        await _show_end(interaction, solo)
        return
    player = _player(interaction, solo)
    if not solo.game.turn.plies and not undone:
        turns = player.table.turns_since_own(player.seat)
        notes = [*notes, *told_in_brief(turns, player.teller)]
    await _show_step(interaction, solo, player, first_step(player, undone), notes)


def _player(interaction: Interaction, solo: Solo) -> PanelPlayer:
    words, user = words_of(interaction), interaction.user
    wished = services_of(interaction).personal.preferences(user.id).help
    return PanelPlayer.of(solo.table(user.display_name, words), user.id, words, wished)


async def _show_step(
    interaction: Interaction,
    solo: Solo,
    player: PanelPlayer,
    go: panel.Go,
    notes: Sequence[str] = (),
) -> None:
    words, table, services = player.words, player.table, services_of(interaction)
    page, first = STEPS[go.step].draw(player, go.numbers), go.step == CHOOSE
    turn, head = player.position.turn, page.todo
    if first:
        head = words("**Game {number}, turn {turn}: your turn.**", number=table.number, turn=turn)
    lines = [head, *notes, go.note, *page.lines]
    [text, *_] = pages("\n".join(on_a_phone([line for line in lines if line])))
    file = await turn_file(
        player.position.view(player.seat),
        table,
        words,
        marks=page.marks,
        theme=theme_of(interaction),
        whole=first,
        legend=first and await services.personal.needs_legend(table, player.user),
    )
    epoch, version = services.tables.store.epoch, player.version
    number = PANEL + table.number
    address = panel.PanelAddress(number, player.seat, False, version, go.step, go.numbers, epoch)
    view = panel.components(address, page)
    await put(interaction, text, files=[file], view=view)


async def _show_end(interaction: Interaction, solo: Solo) -> None:
    words = words_of(interaction)
    table = solo.table(interaction.user.display_name, words)
    lines, files = await told_again(table, words, theme_of(interaction))
    anew = ANEW.button(table.number, words=words)
    view = view_of(anew, GAMES.button(words=words), invite_button(interaction))
    await put(interaction, "\n".join([*lines, words(WITH_OTHERS)]), files=files, view=view)


async def press_solo(
    interaction: Interaction, address: panel.PanelAddress, verb: str, values: Sequence[str]
) -> None:
    """Carry out a press on the panel of a game, and show the result."""
    services, words = services_of(interaction), words_of(interaction)
    games, number = services[SoloGames], address.table - PANEL
    solo = await games.in_turn(interaction.user.id, number)
    now = (solo.row.seat, False, solo.row.version, services.tables.store.epoch)
    if (address.seat, address.ahead, address.version, address.epoch) != now:
        await _show(interaction, solo, [refusal_text(SoloError("outdated"), words)])
        return
    if solo.game.position.over:
        await _show_end(interaction, solo)
        return
    player = _player(interaction, solo)
    try:
        # Custom ids are input: a forged one may name any step.
        if address.step not in STEPS:
            raise panel.NotOfferedError(address.step)
        match STEPS[address.step].press(player, address.numbers, verb, values):
            case panel.Ask() as asked:
                await open_modal(interaction, panel.modal_for(address, asked))
            case panel.Go() as go:
                await _show_step(interaction, solo, player, go)
            case panel.Do(action):
                await games.enter(solo, str(action))
                await show(interaction, number)
            case panel.Undo():
                before = [ply.action for ply in solo.game.turn.plies]
                solo = await games.enter(solo, UNDO)
                told = words("Taken back: {action}.", action=player.in_short(before[-1]))
                await _show(interaction, solo, [told], undone=before[-1])
            case _:
                await _show(interaction, solo)
    except panel.NotOfferedError:
        await _show(
            interaction, solo, [words("You can't do that now. Here's how the game stands.")]
        )
    except EngineError as error:
        await show(interaction, number, [refusal_text(error, words)])


async def show_games(interaction: Interaction) -> None:
    """List a person's games, with a menu that opens one."""
    words, user = words_of(interaction), interaction.user.id
    rows = await services_of(interaction)[SoloGames].all_of(user)
    privacy = PRIVACY.button(words=words)  # `/arkadia help` has it, which is on servers alone
    view = view_of(ANEW.button(0, words=words), invite_button(interaction), privacy)
    if rows:
        options = [
            discord.SelectOption(label=_game(row, words), value=str(row.game_id)) for row in rows
        ]
        view = view_of(OPEN.menu(options=options, words=words), *view.children)
    lines = [_line(row, words) for row in rows] or [words("You don't have any solo games yet.")]
    [text, *_] = pages("\n".join([*lines[:LISTED], words(WITH_OTHERS)]))
    await put(interaction, text, view=view)


LISTED: Final = 8  # games in the list; the menu has all


def _game(row: StoredSolo, words: Words) -> str:
    return words(
        "Game {number} ({level})", number=row.game_id, level=words(LEVELS[row.level].caption)
    )


def _line(row: StoredSolo, words: Words) -> str:
    when = moment(row.played_at)
    if row.over:
        return words("- {game} ended {when}.", game=_game(row, words), when=when)
    return words(
        "- {game}: **your turn**. You last played {when}.", game=_game(row, words), when=when
    )
