"""Looking at a game: its board, its completed turns, and the person's own screen; all privately."""

import re
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from engine.story import scene_at
from i18n.translation import N_, Words
from render import Size
from tabletop import outcome, personal
from tabletop.table import Table
from ui import buttons, features, pictures
from ui.answers import RefusalError, put, reply
from ui.components import Submitted, at_table, at_turn, on_form, open_form, text_field, view_of
from ui.input import games, suggestions
from ui.interactions import Interaction, guild_of, services_of, table_seen, words_of
from ui.panel.showing import meanwhile
from ui.texts.events import Teller
from ui.texts.markup import pages, plain_name
from ui.texts.turns import changes_since, headline, since_own_turn
from words import fulltext, queries

LAST: Final = 999_999_999  # no turn has it: the last turn is meant, whichever it is
TURN: Final = "turn"  # the field of the modal


async def _go_to_turn(interaction: Interaction, table: Table) -> None:
    words, form = words_of(interaction), f"arkadia:go-to-turn-form:{table.number}"
    hint = f"0–{_completed(table)}"
    field = text_field(words("Number"), TURN, required=True, placeholder=hint, max_length=20)
    await open_form(interaction, buttons.GO_TO_TURN.title(words), form, field)


async def _turn_sent(interaction: Interaction, sent: Submitted) -> None:
    """Show the turn with the typed number, or the one nearest to it."""
    tables = services_of(interaction).tables
    table = await tables.get(int(sent.match[1]), guild_of(interaction))
    # People type “turn 12” as well as “12”.
    found = re.search(r"[0-9]{1,9}", sent.texts.get(TURN, ""))
    if found is None:
        words = words_of(interaction)
        raise RefusalError(
            words("Type a turn number, from 0 (the start) to {last}.", last=_completed(table))
        )
    await look_at_turn(interaction, table, int(found[0]))


async def look_at_turn(interaction: Interaction, table: Table, number: int) -> None:
    """Show a completed turn; 0 is the start, and one that was not played the last turn."""
    words, game = words_of(interaction), table.running_game()
    scene = scene_at(game.start, game.actions, number)
    teller = Teller.of(table, words)
    if scene.turn is None:
        lines = [words("**Arkadia, game {number}**: how it began.", number=table.number)]
    else:
        head = words(
            "**Arkadia, game {number}**, turn {turn} of {total}: {person}",
            number=table.number,
            turn=scene.number,
            total=scene.total,
            person=teller.person(scene.turn.seat),
        )
        lines = [head, *(f"- {line}" for line in teller.lines(scene.turn.events))]
    file = await pictures.scene_file(scene, table, words, theme=pictures.theme_of(interaction))
    view = stepping(table, scene.number, words)
    view.add_item(buttons.BOARD.button(table.number, table.row.news, words=words, row=1))
    await put(interaction, pages("\n".join(lines))[0], files=[file], view=view)


def stepping(table: Table, number: int, words: Words) -> discord.ui.View:
    """Return the buttons that lead from one turn to the others."""
    game, last = table.number, _completed(table)
    at_start, at_end = number <= 0, number >= last
    before, after = max(number - 1, 0), min(number + 1, last)
    return view_of(
        buttons.TURN_START.button(game, words=words, disabled=at_start, row=0),
        # The target stands in the custom id: no state is kept for an open message.
        buttons.TURN_EARLIER.button(game, before, words=words, disabled=at_start, row=0),
        buttons.TURN_LATER.button(game, after, words=words, disabled=at_end, row=0),
        buttons.TURN_LAST.button(game, words=words, disabled=at_end, row=0),
        buttons.GO_TO_TURN.button(game, words=words, disabled=not last, row=1),
    )


def _completed(table: Table) -> int:
    position = table.running_game().position
    return position.turn - (not position.over)


class BoardCommands(commands.Cog):
    """The commands that show the board and the person's own screen."""

    @app_commands.command(description=N_("Your cards, workers, seals, gold"))
    @app_commands.describe(
        turn=N_("Quarter turns clockwise, 0 to 3"),
        mirrored=N_("Show the tiles mirrored"),
        text=N_("In words, for screen readers"),
    )
    @suggestions.game_option(games.PLAYED)
    async def screen(
        self,
        interaction: Interaction,
        turn: app_commands.Range[int, 0, 3] = 0,
        mirrored: bool = False,
        text: bool = False,
        game: int | None = None,
    ) -> None:
        """Show the person their own screen."""
        table = await games.find_table(interaction, game, games.PLAYED)
        if text:
            await write_screen(interaction, table)
        else:
            await look_at_screen(interaction, table, turn, mirrored=mirrored)

    @app_commands.command(description=N_("See the board, even if you're not playing"))
    @app_commands.describe(
        text=N_("In words, for screen readers"),
        ask=N_("Questions like near:F7, building:smithy or building:open"),
        size=N_("Picture size"),
    )
    @app_commands.choices(
        size=[
            # Translators: the size of a picture
            app_commands.Choice(name=N_("Normal"), value="normal"),
            # Translators: the size of a picture
            app_commands.Choice(name=N_("Large"), value="large"),
        ]
    )
    @suggestions.game_option(games.PLAYED)
    async def board(
        self,
        interaction: Interaction,
        text: bool = False,
        size: str = "normal",
        ask: app_commands.Range[str, 1, queries.LONGEST] | None = None,
        game: int | None = None,
    ) -> None:
        """Show the person the board of a game."""
        table = await games.find_table(interaction, game, games.PLAYED)
        if ask is not None:
            await answer_question(interaction, table, ask)
        elif text:
            await write_board(interaction, table)
        else:
            await look_at_board(interaction, table, Size[size.upper()])


async def look_at_board(interaction: Interaction, table: Table, size: Size = Size.NORMAL) -> None:
    """Show the board; only the active player sees the actions of an unfinished turn."""
    words = words_of(interaction)
    view = view_of(
        buttons.BOARD_ANEW.button(table.number, words=words),
        buttons.BOARD_TEXT.button(table.number, words=words),
        buttons.TURN_BY_TURN.button(table.number, words=words),
    )
    user = interaction.user.id
    extra = await features.extra_of(interaction.client, "board", table, words, user)
    if table.person(user):
        view.add_item(buttons.MY_SCREEN.button(table.number, words=words))
    features.add_to(view, extra)
    marks, theme = pictures.marks_now(table, user), pictures.theme_of(interaction)
    file = await pictures.board_file(table, words, user=user, marks=marks, theme=theme, size=size)
    await put(interaction, headline(table, words), files=[file], view=view)


async def look_at_changes(interaction: Interaction, table: Table) -> None:
    """Tell a player the others' turns since their own last one, as an animation and in words.

    A watcher is told the last turn of everybody.
    """
    words, user, theme = words_of(interaction), interaction.user.id, pictures.theme_of(interaction)
    seat = table.person(user)
    if seat is not None:
        turns = table.turns_since_own(seat.seat)
        lines = changes_since(table, seat.seat, words)
        lines = lines or [words("Nothing has changed since your last turn.")]
    else:
        turns = table.last_round()
        teller = Teller.of(table, words)
        lines = [teller.turn(turn) for turn in turns]
    if turns:
        file = await pictures.since_file(table, turns[0].number, words, theme=theme)
    else:
        file = await pictures.board_file(table, words, user=user, theme=theme)
    view = await meanwhile(interaction, table) if table.row.state == "running" else view_of()
    features.add_to(view, await features.extra_of(interaction.client, "board", table, words, user))
    text = pages("\n".join([headline(table, words), *lines]))[0]
    await put(interaction, text, files=[file], view=view)


async def write_board(interaction: Interaction, table: Table) -> None:
    """Describe the board in words, in as many messages as needed."""
    words = words_of(interaction)
    view = outcome.as_counted(table, table.open_view(interaction.user.id))
    text = fulltext.board_text(view, names=[plain_name(name) for name in table.names], words=words)
    # Messages of their own, since a whole position in words is longer than one may be.
    *first, last = pages(f"{headline(table, words)}\n{text}")
    for page in first:
        await reply(interaction, page)
    user = interaction.user.id
    extra = await features.extra_of(interaction.client, "board", table, words, user)
    await reply(interaction, last, view=extra.view)


async def answer_question(interaction: Interaction, table: Table, asked: str) -> None:
    """Answer a person's question about the board in words, in as many messages as needed."""
    words = words_of(interaction)
    view = table.open_view(interaction.user.id)
    text = queries.query_text(view, queries.read_query(asked, view, words=words), words=words)
    for page in pages(text):
        await reply(interaction, page)


async def look_at_screen(
    interaction: Interaction, table: Table, turn: int = 0, *, mirrored: bool = False
) -> None:
    """Show a person their own screen: the things that are hidden from the other players."""
    words, user = words_of(interaction), interaction.user.id
    table.any_seat(user)
    theme = pictures.theme_of(interaction)
    file = await pictures.screen_file(table, user, words, turn=turn, mirrored=mirrored, theme=theme)
    lines = [words("**Game {number}**: what's behind your screen.", number=table.number)]
    if table.row.state == "running":
        # Repeated here, because the message that told it may be far up in the channel.
        lines += since_own_turn(table, user, words)
    note = await services_of(interaction).personal.note(table, user)
    if note is not None:
        lines.append(words("Your note: {note}", note=note))
    view = view_of(
        buttons.SCREEN_ANEW.button(table.number, words=words),
        buttons.SCREEN_TEXT.button(table.number, words=words),
        buttons.NOTE.button(table.number, words=words),
        buttons.PREFERENCES.button(words=words),
    )
    # Not for people who have resigned: they still have a screen, but no turn.
    if table.row.state == "running" and user in {seat.user_id for seat in table.people}:
        active = table.active is not None and table.active.user_id == user
        label = "" if active else words.context("button", "Prepare my turn")
        take = buttons.TAKE_TURN.button(table.number, table.row.news, words=words, label=label)
        view.add_item(take)
    features.add_to(view, await features.extra_of(interaction.client, "screen", table, words, user))
    await put(interaction, pages("\n".join(lines))[0], files=[file], view=view)


async def write_screen(interaction: Interaction, table: Table) -> None:
    """Describe a person's own screen in words, to that person only."""
    words, user = words_of(interaction), interaction.user.id
    table.any_seat(user)
    names = [plain_name(name) for name in table.names]
    for page in pages(fulltext.screen_text(table.view(user), names=names, words=words)):
        await reply(interaction, page)


async def _write_note(interaction: Interaction, table: Table) -> None:
    words = words_of(interaction)
    table.any_seat(interaction.user.id)
    field = text_field(
        buttons.NOTE.title(words),
        "note",
        style=discord.TextStyle.paragraph,
        default=await services_of(interaction).personal.note(table, interaction.user.id),
        max_length=personal.MOST_NOTE,
    )
    form = f"arkadia:note-form:{table.number}"
    await open_form(interaction, buttons.NOTE.title(words), form, field)


async def _note_written(interaction: Interaction, sent: Submitted) -> None:
    table = await table_seen(interaction, int(sent.match[1]))
    note = sent.texts.get("note", "").strip() or None
    await services_of(interaction).personal.write_note(table, interaction.user.id, note)
    await look_at_screen(interaction, table)


PRESSES: Final = (
    at_table(buttons.MY_SCREEN, look_at_screen),
    at_table(buttons.SCREEN_ANEW, look_at_screen),
    at_table(buttons.SCREEN_TEXT, write_screen),
    at_table(buttons.NOTE, _write_note),
    at_table(buttons.BOARD, look_at_board),
    at_table(buttons.BOARD_ANEW, look_at_board),
    at_table(buttons.BOARD_TEXT, write_board),
    at_table(buttons.WHAT_CHANGED, look_at_changes),
    at_table(buttons.NEWEST_BOARD, look_at_changes),
    at_table(buttons.TURN_BY_TURN, partial(look_at_turn, number=LAST)),
    at_table(buttons.TURN_START, partial(look_at_turn, number=0)),
    at_turn(buttons.TURN_EARLIER, look_at_turn),
    at_turn(buttons.TURN_LATER, look_at_turn),
    at_table(buttons.TURN_LAST, partial(look_at_turn, number=LAST)),
    at_table(buttons.GO_TO_TURN, _go_to_turn),
)

MODALS: Final = (
    on_form(r"arkadia:note-form:([0-9]{1,9})", _note_written),
    on_form(r"arkadia:go-to-turn-form:([0-9]{1,9})", _turn_sent),
)
