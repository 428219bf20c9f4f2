"""The archive: a server's finished games, as far as the reader is allowed to see them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from db.games.rows import GameSummary, State
from engine.start import FIRST_GAME, FREE, SETUPS
from engine.story import story_of
from i18n.naming import capital
from i18n.translation import N_, Words
from tabletop.errors import TableError
from ui import buttons
from ui.answers import RefusalError, open_modal, pages, put
from ui.club.archive import archive_labels, archive_line, setup_text
from ui.components.modals import Submitted, modal_of
from ui.components.presses import Press
from ui.components.views import view_of
from ui.input.suggestions import choice, quiet
from ui.input.times.dates import DaySpan, month_of, read_span, span_of
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.audience import seen, table_seen
from ui.pictures import end_file, story_file, theme_of
from ui.public.posts.final import ranking_lines, won_line
from ui.texts.game.events import Teller
from ui.texts.times import moment

FINISHED: Final[tuple[State, ...]] = ("finished",)

ON_A_PAGE: Final = 10

GAME: Final = "game"
"""The field of the modal."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The filters and the page of a list of finished games.

    Attributes:
        player: list only games in which this person had a seat; 0 for all.
        setup: list only games with this set-up, by its place in ``SETUPS`` from 1; 0 for all.
        when: list only games that ended in this span of time, by its number; 0 for all.
        page: the number of the page, from 1 for the newest games.
    """

    player: int = 0
    setup: int = 0
    when: int = 0
    page: int = 1

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Selection:
        """Return the selection that is encoded in the numbers of a custom id."""
        player, setup, when, page = numbers
        # A custom id is input: an outdated or forged number means no filter, not an error.
        setup = setup if setup <= len(SETUPS) else 0
        return cls(player, setup, when if span_of(when) else 0, page)

    @property
    def numbers(self) -> tuple[int, int, int, int]:
        """The selection encoded as the numbers of a custom id."""
        return self.player, self.setup, self.when, self.page

    def has(self, row: GameSummary) -> bool:
        """Return whether a game passes the filters."""
        span = span_of(self.when)
        return (
            (not self.player or any(seat.user_id == self.player for seat in row.seats))
            and (not self.setup or row.setup == SETUPS[self.setup - 1])
            and (span is None or span.has(row.ended_at or 0))
        )


class ArchiveCommands(commands.Cog):
    """The command that lists finished games."""

    @app_commands.command(description=N_("Finished games: rankings, replays, reviews, records"))
    @app_commands.describe(
        player=N_("Only games of this person"),
        setup=N_("Only games with this set-up"),
        when=N_("Only games that ended then: 2026, 2026-11 or 2026-11-05"),
    )
    @app_commands.choices(
        setup=[
            # Translators: a set-up: the one for a first game, with buildings that stand already
            app_commands.Choice(name=N_("First game"), value=FIRST_GAME),
            # Translators: the other set-up: an empty board
            app_commands.Choice(name=N_("Free"), value=FREE),
        ]
    )
    async def archive(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        setup: str | None = None,
        when: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        """List a server's finished games."""
        words = words_of(interaction)
        span = None if when is None else read_span(when)
        if when is not None and span is None:
            raise RefusalError(
                words("Type a year, a month or a day: `2026`, `2026-11` or `2026-11-05`.")
            )
        selection = Selection(
            player=player.id if player else 0,
            setup=SETUPS.index(setup) + 1 if setup else 0,
            when=span.number if span else 0,
        )
        await show_archive(interaction, selection)

    @archive.autocomplete("when")
    @quiet
    async def _when(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        rows = await _listed(interaction, Selection())
        # A dict keeps the order, newest first, and each month once.
        months: dict[DaySpan, None] = {month_of(row.ended_at or 0): None for row in rows}
        return [choice(str(month), str(month)) for month in months if typed.strip() in str(month)]


class Archive(Press, face=buttons.ARCHIVE):
    """A button that returns from a game to the list of finished games."""

    async def press(self, interaction: Interaction) -> None:
        """Show the page of the list from which the person opened the game."""
        await show_archive(interaction, Selection.of(self.numbers))


class Newer(Press, face=buttons.ARCHIVE_BACK):
    """A button that shows the page with newer games."""

    async def press(self, interaction: Interaction) -> None:
        """Show the page with newer games."""
        await show_archive(interaction, Selection.of(self.numbers))


class Older(Press, face=buttons.ARCHIVE_ON):
    """A button that shows the page with older games."""

    async def press(self, interaction: Interaction) -> None:
        """Show the page with older games."""
        await show_archive(interaction, Selection.of(self.numbers))


class GamesOf(Press, face=buttons.GAMES_OF):
    """A button that lists the finished games of one person."""

    async def press(self, interaction: Interaction) -> None:
        """Show the first page of the person's games, the newest."""
        await show_archive(interaction, Selection(player=self.numbers[0]))


class OfWeek(Press, face=buttons.ARCHIVE_OF_WEEK):
    """A button of the weekly digest that lists all finished games."""

    async def press(self, interaction: Interaction) -> None:
        """Show the first page of the list, the newest games."""
        await show_archive(interaction, Selection())


class OpenGame(Press, face=buttons.ARCHIVE_GAME):
    """A menu that shows one of the games on the page."""

    async def press(self, interaction: Interaction) -> None:
        """Show the chosen game."""
        await show_finished(interaction, _number(self.chosen), Selection.of(self.numbers))


class FindGame(Press, face=buttons.ARCHIVE_FIND):
    """A button that asks for the number of a game."""

    async def press(self, interaction: Interaction) -> None:
        """Open the modal for the game's number."""
        words = words_of(interaction)
        field: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
            label=words("Its number"), custom_id=GAME, max_length=20
        )
        # The selection goes along in the modal's custom id, so that *Back* leads to the same page.
        numbers = ":".join(str(number) for number in Selection.of(self.numbers).numbers)
        custom_id = f"arkadia:archive-find-form:{numbers}"
        await open_modal(interaction, modal_of(words("Go to a game"), custom_id, field))


class FindModal(
    Submitted,
    template=r"arkadia:archive-find-form:([0-9]{1,19}):([0-9]{1,19}):([0-9]{1,19}):([0-9]{1,19})",
):
    """A modal in which the person types the number of a finished game."""

    async def submit(self, interaction: Interaction) -> None:
        """Show the game with the typed number."""
        selection = Selection.of([int(number) for number in self.match.groups()])
        await show_finished(interaction, _number(self.texts.get(GAME, "")), selection)


PRESSES: Final = (Archive, Newer, Older, GamesOf, OfWeek, OpenGame, FindGame)
MODALS: Final = (FindModal,)


def _number(typed: str) -> int:
    """Return the number in a typed text; 0, which no game has, without one."""
    found = re.search(r"[0-9]{1,9}", typed)
    return int(found[0]) if found else 0


async def _listed(interaction: Interaction, selection: Selection) -> list[GameSummary]:
    """Return the games of a selection that the person may see, the one that ended last first."""
    rows = await services_of(interaction).tables.store.games.find(
        guild_of(interaction), states=FINISHED
    )
    # Not by SQL: who may see a game is known by Discord's channels alone.
    found = await seen(interaction, (row for row in rows if selection.has(row)))
    return sorted(found, key=lambda row: (row.ended_at or 0, row.game_id), reverse=True)


async def show_archive(interaction: Interaction, selection: Selection) -> None:
    """Show a page of the list of finished games; the nearest page if it does not exist."""
    words = words_of(interaction)
    rows = await _listed(interaction, selection)
    count = max(1, -(-len(rows) // ON_A_PAGE))
    page = min(max(selection.page, 1), count)
    selection = replace(selection, page=page)
    shown = rows[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
    lines = [_heading(selection, len(rows), count, words)]
    if rows:
        gold = await services_of(interaction).club.gold(
            guild_of(interaction), [row.game_id for row in shown]
        )
        lines += [archive_line(row, gold.get(row.game_id), words) for row in shown]
    else:
        lines.append(words("A game stands here when it is over; `/arkadia start` opens one."))
    view = _archive_view(selection, shown, count, words)
    await put(interaction, pages("\n".join(lines))[0], view=view)


def _heading(selection: Selection, games: int, count: int, words: Words) -> str:
    """Return the heading: the number of games, and their kind."""
    head = words.plural(
        "**{n} finished game** that you can see", "**{n} finished games** that you can see", games
    )
    kinds = []
    if selection.player:
        kinds.append(f"<@{selection.player}>")
    if selection.setup:
        kinds.append(setup_text(SETUPS[selection.setup - 1], words))
    if span := span_of(selection.when):
        kinds.append(str(span))
    if kinds:
        head = words("{heading} ({kinds})", heading=head, kinds=words.listing(kinds))
    if count > 1:
        head = words(
            "{heading}, page {page} of {count}", heading=head, page=selection.page, count=count
        )
    return head


def _archive_view(
    selection: Selection, shown: Sequence[GameSummary], count: int, words: Words
) -> discord.ui.View:
    view, page = view_of(), selection.page
    if shown:
        options = [
            discord.SelectOption(label=label, value=str(number), description=more)
            for number, (label, more) in archive_labels(shown, words).items()
        ]
        view.add_item(buttons.ARCHIVE_GAME.menu(*selection.numbers, options=options, words=words))
    if count > 1:
        newer = replace(selection, page=max(page - 1, 1)).numbers
        older = replace(selection, page=min(page + 1, count)).numbers
        view.add_item(buttons.ARCHIVE_BACK.button(*newer, words=words, disabled=page == 1))
        view.add_item(buttons.ARCHIVE_ON.button(*older, words=words, disabled=page == count))
        view.add_item(buttons.ARCHIVE_FIND.button(*selection.numbers, words=words))
    return view


async def show_finished(interaction: Interaction, number: int, selection: Selection) -> None:
    """Show a finished game, with buttons for its record, replay and other views.

    Args:
        selection: the list to which the *back* button returns.

    Raises:
        TableError: if there is no such game that the person may know of.
        RefusalError: if it is not over.
    """
    words = words_of(interaction)
    if not number:
        raise TableError("unknown-table", number=number)
    table = await table_seen(interaction, number)
    if table.row.state != "finished":
        raise RefusalError(
            words("Game {number} is not finished; `/arkadia board` shows it.", number=number)
        )
    story = story_of(table.running_game())
    lines = [
        f"**{won_line(table, words)}**",
        *ranking_lines(table, story, Teller.of(table, words)),
        words(
            "{setup}; ended {when} in {place}",
            setup=capital(setup_text(table.row.setup, words)),
            when=moment(table.row.ended_at or 0, "D"),
            place=f"<#{table.place}>",
        ),
    ]
    view = view_of(buttons.REPLAY.button(number, words=words))
    if table.person(interaction.user.id) is not None:
        view.add_item(buttons.REVIEW.button(number, words=words))
    view.add_item(buttons.RECORD.button(number, words=words))
    view.add_item(buttons.ARCHIVE.button(*selection.numbers, words=words, row=1))
    theme = theme_of(interaction)
    files = [await draw(table, story, words, theme=theme) for draw in (end_file, story_file)]
    await put(interaction, pages("\n".join(lines))[0], files=files, view=view)
