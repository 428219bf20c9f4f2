"""The archive: a server's finished games, as far as the reader is allowed to see them, by days."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import MAXYEAR, UTC, datetime
from functools import partial
from typing import Final, NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from cogs.club.rules import places_in
from cogs.club.service import Club
from db.games.archive import EVERYBODY, Listing
from db.games.rows import GameSummary, StoredResult
from engine.start import FREE, SETUPS
from i18n.formats import capital
from i18n.translation import N_, NC_, Words
from tabletop.errors import TableError
from tabletop.time_control import DAY
from ui import buttons, components
from ui.answers import RefusalError, open_modal, put
from ui.features import add_to, extra_of
from ui.input.suggestions import SETUP_CHOICES, Choices, choice, quiet
from ui.interactions import Interaction, guild_of, sees_channel, services_of, table_seen, words_of
from ui.pictures import board_file, theme_of
from ui.public.end import told_again
from ui.texts.markup import moment, pages, plain, short
from ui.texts.turns import counted_lines
from words.sentences import counted

DATE: Final = re.compile(r"([0-9]{4})(?: ?[-./ ] ?([0-9]{1,2})(?: ?[-./ ] ?([0-9]{1,2}))?)?")
"""A year, perhaps with a month, perhaps with a day."""


@dataclass(frozen=True, slots=True)
class DaySpan:
    """A calendar day, month or year, in UTC."""

    year: int
    month: int = 0  # from 1; 0 for a whole year
    day: int = 0  # from 1; 0 for a whole month or year

    def __str__(self) -> str:
        parts = (f"{self.year:04}", f"{self.month:02}", f"{self.day:02}")
        return "-".join(part for part in parts if int(part))

    @property
    def number(self) -> int:
        """The span as one number, for a custom id."""
        return (self.year * 100 + self.month) * 100 + self.day

    @property
    def begin(self) -> int:
        """The beginning of the span, in milliseconds UTC."""
        return _at(datetime(self.year, self.month or 1, self.day or 1, tzinfo=UTC))

    @property
    def end(self) -> int:
        """The end of the span, in milliseconds UTC."""
        if self.day:
            return self.begin + DAY
        # The year 9999 is the last that the library knows.
        if self.year == MAXYEAR and self.month in (0, 12):
            return _at(datetime.max.replace(tzinfo=UTC))
        year, month = (self.year, self.month + 1) if 0 < self.month < 12 else (self.year + 1, 1)
        return _at(datetime(year, month, 1, tzinfo=UTC))


def span_of(number: int) -> DaySpan | None:
    """Return the span that ``DaySpan.number`` encodes as this number; None if there is none."""
    year, month, day = number // 10_000, number // 100 % 100, number % 100
    return _span(year, month, day)


def read_span(typed: str) -> DaySpan | None:
    """Return the typed day, month or year; None if the text is not a date.

    >>> read_span("2026 / 12")
    DaySpan(year=2026, month=12, day=0)
    """
    found = DATE.fullmatch(" ".join(typed.split()))
    return _span(*[int(part or 0) for part in found.groups()]) if found else None


def month_of(at: int) -> DaySpan:
    """Return the month in which a time in milliseconds UTC lies."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    return DaySpan(when.year, when.month)


def _at(when: datetime) -> int:
    return round(when.timestamp() * 1000)


def _span(year: int, month: int, day: int) -> DaySpan | None:
    try:
        # The library checks the calendar; a number of a custom id may be forged like any other.
        datetime(year, month or 1, day or 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
    return DaySpan(year, month, day) if month or not day else None


GAMES_OF: Final = components.ButtonFace("games-of", NC_("button", "Games"), digits=19)
"""The number is the person's id."""
ARCHIVE: Final = components.ButtonFace("archive", NC_("button", "Back"), 4, digits=19)
"""The numbers are the person's id, those of the set-up and the date, and the page, from 1."""
ARCHIVE_BACK: Final = components.ButtonFace("archive-back", NC_("button", "Later"), 4, digits=19)
ARCHIVE_ON: Final = components.ButtonFace("archive-on", NC_("button", "Earlier"), 4, digits=19)
ARCHIVE_GAME: Final = components.MenuFace(
    "archive-game", NC_("button", "Open a game…"), 4, digits=19
)
ARCHIVE_FIND: Final = components.ButtonFace(
    "archive-find", NC_("button", "Go to game…"), 4, digits=19
)
ARCHIVE_OF_WEEK: Final = components.ButtonFace("week", NC_("button", "Finished games"))
"""The number is the day until which the message tells, counted from the first of 1970."""


def archive_line(row: GameSummary, results: Sequence[StoredResult], words: Words) -> str:
    """Return the line for a finished game: its number, its date, and its players by place."""
    seats, names = list(row.seats), [plain(seat.name, 24) for seat in row.seats]
    if results:
        places = places_in(zip(seats, results, strict=True))
        order = sorted(seats, key=lambda one: (places.get(one.seat, len(seats)), one.seat))
        names = [counted(names[one.seat], results[one.seat].gold, words) for one in order]
    return words(
        "- **{number}**, {when}: {names}",
        number=row.game_id,
        when=moment(row.ended_at or 0, "d"),
        names=words.listing(names),
    )


def setup_text(setup: str, words: Words) -> str:
    """Return the name of a game's set-up, such as "first game"."""
    return words("free set-up, empty board") if setup == FREE else words("first-game set-up")


ON_A_PAGE: Final = 10

MOST_MONTHS: Final = 240  # the months, from the newest, that are searched for a typed one
LARGEST: Final = (1 << 63) - 1  # the largest number that a database keeps
GAME: Final = "game"  # the field of the modal


@dataclass(frozen=True, slots=True)
class Selection:
    """The filters and the page of a list of finished games."""

    player: int = 0  # list only games in which this person had a seat; 0 for all
    setup: int = 0  # list only games with this set-up, by its place in ``SETUPS`` from 1; 0 for all
    when: int = 0  # list only games that ended in this span of time, by its number; 0 for all
    beyond: int = 0  # the number of the game after which the page begins; 0 for the newest games

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Selection:
        """Return the selection that is encoded in the numbers of a custom id."""
        player, setup, when, beyond = (min(number, LARGEST) for number in numbers)
        # A custom id is input: an outdated or forged number means no filter, not an error.
        setup = setup if setup <= len(SETUPS) else 0
        return cls(player, setup, when if span_of(when) else 0, beyond)

    @property
    def numbers(self) -> tuple[int, int, int, int]:
        """The selection encoded as the numbers of a custom id."""
        return self.player, self.setup, self.when, self.beyond


ALL: Final = Selection()


class Page(NamedTuple):
    """A page of a list of finished games."""

    selection: Selection  # the selection with the page's own beginning
    rows: Sequence[GameSummary]
    newer: bool  # whether there are games before the page, and after it
    older: bool


class ArchiveCommands(commands.Cog):
    """The command that lists finished games."""

    @app_commands.command(description=N_("Finished games: rankings, replays, reviews, records"))
    @app_commands.describe(
        player=N_("Only this player's games"),
        setup=N_("Only games with this set-up"),
        when=N_("Only games from this time: 2026, 2026-11 or 2026-11-05"),
    )
    @app_commands.choices(setup=SETUP_CHOICES)
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
    async def _when(self, interaction: Interaction, typed: str) -> Choices[str]:
        games = services_of(interaction).tables.store.games
        ends = await games.finished_months(await _listing(interaction), limit=MOST_MONTHS)
        months = [str(month_of(end)) for end in ends]
        return [choice(month, month) for month in months if typed.strip() in month]


async def _turn_to(interaction: Interaction, *numbers: int, newer: bool = False) -> None:
    """Show the page that a button of the list, or of a game opened from it, leads to."""
    await show_archive(interaction, Selection.of(numbers), newer=newer)


async def _games_of(interaction: Interaction, person: int) -> None:
    await show_archive(interaction, Selection.of((person, 0, 0, 0)))


async def _of_week(interaction: Interaction, press: components.Press) -> None:
    await show_archive(interaction, Selection())


async def _open_game(interaction: Interaction, press: components.Press) -> None:
    await show_finished(interaction, _number(press.chosen), Selection.of(press.numbers))


async def _find_game(interaction: Interaction, press: components.Press) -> None:
    words = words_of(interaction)
    field: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
        label=words("Number"), custom_id=GAME, max_length=20
    )
    # The selection goes along in the modal's custom id, so that *Back* leads to the same page.
    numbers = ":".join(str(number) for number in Selection.of(press.numbers).numbers)
    custom_id = f"arkadia:archive-find-form:{numbers}"
    await open_modal(interaction, components.modal_of(ARCHIVE_FIND.title(words), custom_id, field))


async def _number_sent(interaction: Interaction, sent: components.Submitted) -> None:
    selection = Selection.of([int(number) for number in sent.match.groups()])
    await show_finished(interaction, _number(sent.texts.get(GAME, "")), selection)


def _number(typed: str) -> int:
    """Return the number in a typed text; 0, which no game has, without one."""
    found = re.search(r"[0-9]{1,9}", typed)
    return int(found[0]) if found else 0


async def _listing(interaction: Interaction, selection: Selection = ALL) -> Listing:
    """Return what to look up: the games of a selection that the person may see."""
    games, guild = services_of(interaction).tables.store.games, guild_of(interaction)
    own, player = interaction.user.id, selection.player
    # Who may see a game is known by Discord's channels; one's own games one knows in any case.
    of: list[tuple[int, frozenset[int] | None]] = []
    if player != own:
        channels = await games.channels_with_finished(guild, player or EVERYBODY)
        visible = [one for one in channels if one and await sees_channel(interaction, one)]
        of.append((player or EVERYBODY, frozenset(visible)))
    if player in (0, own):
        of.append((own, None))
    setup = SETUPS[selection.setup - 1] if selection.setup else None
    span = span_of(selection.when)
    if span is None:
        return Listing(guild, of, setup)
    return Listing(guild, of, setup, span.begin, span.end)


async def _page(interaction: Interaction, selection: Selection, *, newer: bool) -> Page:
    games = services_of(interaction).tables.store.games
    listing, beyond = await _listing(interaction, selection), selection.beyond
    if newer:
        found = await games.finished(listing, beyond, limit=ON_A_PAGE + 1, newer=True)
        if len(found) > ON_A_PAGE:
            begin = replace(selection, beyond=found[0].game_id)
            return Page(begin, found[1:], newer=True, older=True)
        selection = replace(selection, beyond=0)
    found = await games.finished(listing, selection.beyond, limit=ON_A_PAGE + 1)
    if selection.beyond and not found:
        return await _page(interaction, replace(selection, beyond=0), newer=False)
    return Page(selection, found[:ON_A_PAGE], selection.beyond != 0, len(found) > ON_A_PAGE)


async def show_archive(
    interaction: Interaction, selection: Selection, *, newer: bool = False
) -> None:
    """Show a page of the list of finished games: the one that begins after a game, or before."""
    words = words_of(interaction)
    page = await _page(interaction, selection, newer=newer)
    lines = [_heading(selection, words)]
    if page.rows:
        results = await services_of(interaction)[Club].results(
            guild_of(interaction), [row.game_id for row in page.rows]
        )
        lines += [archive_line(row, results.get(row.game_id, ()), words) for row in page.rows]
    else:
        lines.append(words("There's no game here. `/arkadia start` opens one."))
    await put(interaction, pages("\n".join(lines))[0], view=_archive_view(page, words))


def _heading(selection: Selection, words: Words) -> str:
    head = words("**Finished games** you can see, newest first")
    kinds = []
    if selection.player:
        kinds.append(f"<@{selection.player}>")
    if selection.setup:
        kinds.append(setup_text(SETUPS[selection.setup - 1], words))
    if span := span_of(selection.when):
        kinds.append(str(span))
    if kinds:
        head = words("{heading} ({kinds})", heading=head, kinds=words.listing(kinds))
    return head


def _archive_view(page: Page, words: Words) -> discord.ui.View:
    view, selection = components.view_of(), page.selection
    if page.rows:
        options = []
        for row in page.rows:
            name = words.labelled(row.game_id, words.listing(seat.name for seat in row.seats))
            option = discord.SelectOption(label=short(name, 100), value=str(row.game_id))
            option.description = setup_text(row.setup, words)
            options.append(option)
        view.add_item(ARCHIVE_GAME.menu(*selection.numbers, options=options, words=words))
    if page.newer or page.older:
        first, last = page.rows[0].game_id, page.rows[-1].game_id
        newer = replace(selection, beyond=first).numbers
        older = replace(selection, beyond=last).numbers
        view.add_item(ARCHIVE_BACK.button(*newer, words=words, disabled=not page.newer))
        view.add_item(ARCHIVE_ON.button(*older, words=words, disabled=not page.older))
        view.add_item(ARCHIVE_FIND.button(*selection.numbers, words=words))
    return view


async def show_finished(interaction: Interaction, number: int, selection: Selection) -> None:
    """Show a finished game with buttons for its other views, and one back to a page of the list."""
    words = words_of(interaction)
    if not number:
        raise TableError("unknown-table", number=number)
    table = await table_seen(interaction, number)
    finished = table.row.state == "finished"
    lines = [] if finished else counted_lines(table, words)
    if not finished and not lines:
        raise TableError("not-over", number=number)
    theme, view = theme_of(interaction), components.view_of()
    if finished:
        lines, files = await told_again(table, words, theme)
        view.add_item(buttons.REPLAY.button(number, words=words))
        person = interaction.user.id
        add_to(view, await extra_of(interaction.client, "record", table, words, person))
    else:
        files = [await board_file(table, words, theme=theme)]
    lines.append(
        words(
            "{setup}; ended {when} in {place}",
            setup=capital(setup_text(table.row.setup, words)),
            when=moment(table.row.ended_at or 0, "D"),
            place=f"<#{table.place}>",
        )
    )
    view.add_item(buttons.RECORD.button(number, words=words))
    view.add_item(ARCHIVE.button(*selection.numbers, words=words, row=1))
    await put(interaction, pages("\n".join(lines))[0], files=files, view=view)


PRESSES: Final = (
    components.with_numbers(ARCHIVE, _turn_to),
    components.with_numbers(ARCHIVE_BACK, partial(_turn_to, newer=True)),
    components.with_numbers(ARCHIVE_ON, _turn_to),
    components.with_numbers(GAMES_OF, _games_of),
    components.on(ARCHIVE_OF_WEEK, _of_week),
    components.on(ARCHIVE_GAME, _open_game),
    components.on(ARCHIVE_FIND, _find_game),
)
MODALS: Final = (
    components.on_form("arkadia:archive-find-form" + ":([0-9]{1,19})" * 4, _number_sent),
)
