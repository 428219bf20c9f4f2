"""Looking at a game: its board, and one's own screen. Always answered privately."""

from __future__ import annotations

from typing import Final

from cogs.answering import RefusalError, pages, put, reply, think
from cogs.app import Interaction, app_of, words_of
from cogs.buttons import Press, view_of
from cogs.panel.pressing import TakeTurn
from cogs.pictures import board_file, marks_now, screen_file, theme_of
from cogs.refusals import plain
from cogs.telling import Teller
from render import Size, board_text, screen_text
from tables.table import Table
from translation import N_, Words

MOST_TEXT_MESSAGES: Final = 5


class MyScreen(Press, what="screen"):
    """Shows what lies behind one's screen, to its owner only."""

    caption = N_("My screen")

    async def press(self, interaction: Interaction) -> None:
        """Show the person's own screen."""
        await think(interaction)
        await look_at_screen(interaction, await self.table(interaction))


class Board(Press, what="board", count=2):
    """Shows the board as it is now, privately. The second number tells messages apart."""

    caption = N_("Board")

    async def press(self, interaction: Interaction) -> None:
        """Show the board to the person."""
        await think(interaction)
        await look_at_board(interaction, await self.table(interaction))


class ScreenAnew(Press, what="rescreen"):
    """Brings an opened screen up to date, in its place."""

    caption = N_("Refresh")

    async def press(self, interaction: Interaction) -> None:
        """Show the person's own screen as it is now."""
        await look_at_screen(interaction, await self.table(interaction))


class BoardAnew(Press, what="reboard"):
    """Brings an opened board up to date, in its place."""

    caption = N_("Refresh")

    async def press(self, interaction: Interaction) -> None:
        """Show the board as it is now."""
        await look_at_board(interaction, await self.table(interaction))


class BoardText(Press, what="text"):
    """Writes the whole position out, for those who do not see the picture."""

    caption = N_("As text")

    async def press(self, interaction: Interaction) -> None:
        """Write the position out for the person."""
        await think(interaction)
        await write_board(interaction, await self.table(interaction))


async def look_at_board(interaction: Interaction, table: Table, size: Size = Size.NORMAL) -> None:
    """Show the board; what was done in the present turn only to the person who did it.

    Raises:
        TableError: if the game has not begun.
    """
    words = words_of(interaction)
    view = view_of(BoardAnew(table.number, words=words), BoardText(table.number, words=words))
    user = interaction.user.id
    if table.person(user):
        view.add_item(MyScreen(table.number, words=words))
    marks, theme = marks_now(table, user), theme_of(interaction)
    file = await board_file(table, words, user=user, marks=marks, theme=theme, size=size)
    await put(interaction, headline(table, words), files=[file], view=view)


async def write_board(interaction: Interaction, table: Table) -> None:
    """Write out what the board shows, in as many messages as it takes.

    Raises:
        TableError: if the game has not begun.
    """
    words = words_of(interaction)
    view = table.open_view(interaction.user.id)
    text = board_text(view, names=[plain(name, 32) for name in table.names], words=words)
    for page in pages(f"{headline(table, words)}\n{text}")[:MOST_TEXT_MESSAGES]:
        await reply(interaction, page)


async def look_at_screen(
    interaction: Interaction, table: Table, turn: int = 0, *, mirrored: bool = False
) -> None:
    """Show what lies behind a person's screen, to that person only.

    Args:
        turn: quarter turns clockwise in which the cards' tiles are shown.
        mirrored: whether they are shown on their back.

    Raises:
        RefusalError: if the person has no seat.
        TableError: if the game has not begun.
    """
    words = words_of(interaction)
    user = interaction.user.id
    if table.person(user) is None:
        raise RefusalError(
            words(
                "You watch game {number}; only its players have a screen. `/arkadia board` shows "
                "what everybody sees.",
                number=table.number,
            )
        )
    theme = theme_of(interaction)
    file = await screen_file(table, user, words, turn=turn, mirrored=mirrored, theme=theme)
    names = [plain(name, 32) for name in table.names]
    text = screen_text(table.view(user), names=names, words=words)
    note = await app_of(interaction).personal.note(table, user)
    if note is not None:
        text += "\n" + words("Your note: {note}", note=note)
    view = view_of(ScreenAnew(table.number, words=words))
    if table.row.state == "running":
        view.add_item(TakeTurn(table.number, table.row.news, words=words))
    await put(interaction, pages(text)[0], files=[file], view=view)


def headline(table: Table, words: Words) -> str:
    """One line that says where a game stands."""
    game = table.running_game()
    if table.active is None:
        return words("**Arkadia, game {number}** is over.", number=table.number)
    teller = Teller(game.start.edition, table.names, game.start.colours, words)
    return words(
        "**Arkadia, game {number}**, turn {turn}: {person} is to play.",
        number=table.number,
        turn=game.position.turn,
        person=teller.person(table.active.seat),
    )
