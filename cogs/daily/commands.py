"""``/arkadia-daily``: the position of the day in the real panel, its answer, and its message."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Final

import discord
from discord import ButtonStyle, app_commands
from discord.ext import commands

from cogs.daily import texts
from cogs.daily.service import Daily, DailySettings, Standing, Supply
from db.errors import StoreError
from db.outbox import StoredItem
from delivery.notice import Draft
from engine import Banner, Castle, Game
from i18n.formats import capital
from i18n.translation import N_, NC_, Words
from players.daily import Puzzle
from players.thinking import ThinkingError
from tabletop.tables import table_in_memory
from ui import buttons
from ui.answers import RefusalError, open_modal, put
from ui.components import ButtonFace, MenuFace, view_of, with_choice, with_numbers
from ui.features import NOTHING, Extra, Feature, Page
from ui.input.suggestions import Choices, choice, quiet
from ui.interactions import Interaction, server_of, services_of, words_of
from ui.panel import page as panel
from ui.panel.player import CHOOSE, END, PanelPlayer, current_step, step_of
from ui.panel.steps import STEPS
from ui.pictures import marks_now, theme_of, turn_file, view_file
from ui.public.post import Post, RegularPosts, channel_setting, without_file, words_there
from ui.texts import markup, refusals
from words.sentences import Marks

ANNOUNCED: Final = N_(
    "Every day an Arkadia position is posted in this channel, silently. There's one "
    "decision to make, and everybody answers on their own."
)
"""What a channel that is chosen is told."""

ANSWER: Final = ButtonFace("daily", NC_("button", "Answer"), style=ButtonStyle.success)
"""The number is the day's."""
EARLIER: Final = ButtonFace("daily-archive", NC_("button", "Earlier positions"), 0)
PICK: Final = MenuFace("daily-pick", NC_("button", "Open a position…"), 0)

PANEL: Final = 999_999_999
"""Stands for the number of the game in custom ids of positions of the day; no game gets so far."""


def daily_player(puzzle: Puzzle, user: int, words: Words) -> PanelPlayer:
    """Return the person as the player of the seat that decides."""
    record = puzzle.record
    game = Game.from_log(record.start, [str(action) for action in record.actions])
    seat = game.position.active
    table = table_in_memory(game, puzzle.day, seat, colour_names(puzzle, words), user)
    return PanelPlayer.of(table, user, words)


def colour_names(puzzle: Puzzle, words: Words) -> list[str]:
    """Return the players' colours as names, since nobody played the game."""
    return [capital(words.name(colour)) for colour in puzzle.record.start.colours]


async def _ask(
    interaction: Interaction, puzzle: Puzzle, player: PanelPlayer, go: panel.Go, note: str = ""
) -> None:
    """Show the panel that asks for an answer at some step."""
    page = STEPS[go.step].draw(player, go.numbers)
    notes = [f"➡ {one}" for one in (note, go.note) if one]
    lines = page.lines if go.step not in (CHOOSE, END) else []
    text = "\n".join(markup.on_a_phone([*texts.question_lines(puzzle, player), *notes, *lines]))
    file = await _picture(interaction, puzzle, player, page.marks, whole=not go.numbers)
    address = panel.PanelAddress(PANEL, player.seat, False, puzzle.day, go.step, go.numbers)
    view = panel.components(address, panel.Page("", [], _without_undo(page.rows)))
    panel.lay_out(view, [EARLIER.button(words=player.words)], len(page.rows))
    await put(interaction, text, files=[file], view=view)


async def _picture(
    interaction: Interaction, puzzle: Puzzle, player: PanelPlayer, marks: Marks, *, whole: bool
) -> discord.File:
    return await turn_file(
        player.position.view(player.seat),
        player.table,
        player.words,
        marks=marks,
        theme=theme_of(interaction),
        title=texts.day_text(puzzle.day, player.words),
        whole=whole,
    )


def _without_undo(rows: Sequence[panel.PageRow]) -> list[panel.PageRow]:
    """Return rows without the button that takes back: what was done before is the position."""
    return [
        row if isinstance(row, panel.PageMenu) else [one for one in row if one.verb != "undo"]
        for row in rows
    ]


async def position_of(interaction: Interaction, day: int | None) -> Puzzle:
    """Return the position of a day, or of today."""
    daily, words = services_of(interaction)[Daily], words_of(interaction)
    puzzle = await daily.position(daily.today if day is None else day)
    if puzzle is not None:
        return puzzle
    text = words("There's no position for that day. *Earlier positions* lists the others.")
    if day is None or day == daily.today:
        text = words("Today's position isn't ready yet. Please try again in an hour.")
        if not services_of(interaction)[DailySettings].daily_ahead:
            text = words("There's no position of the day yet.")
    raise RefusalError(text, view_of(EARLIER.button(words=words)))


async def show_position(interaction: Interaction, puzzle: Puzzle) -> None:
    """Show a position to a person, or what came of it if it is answered."""
    daily, player = services_of(interaction)[Daily], _player(interaction, puzzle)
    words, user = player.words, interaction.user.id
    answer = await daily.answer_of(user, puzzle.day)
    if answer is None:
        await _ask(interaction, puzzle, player, current_step(player))
        return
    best = step_of(player, puzzle.action)
    marks = STEPS[best.step].draw(player, best.numbers).marks
    file = await _picture(interaction, puzzle, player, marks, whole=True)
    standing, rating = await daily.standing(user), await daily.rating_of(puzzle)
    shares = await daily.shares(puzzle.day, user)
    text = texts.result_text(puzzle, player, answer, standing, rating, shares)
    view = view_of(EARLIER.button(words=words), buttons.PRACTICE.button(words=words))
    await put(interaction, text, files=[file], view=view)


async def press_daily(
    interaction: Interaction, address: panel.PanelAddress, verb: str, values: Sequence[str]
) -> None:
    """Carry out a press on the panel of a position; the first action is the answer."""
    puzzle = await position_of(interaction, address.version)
    player, here = _player(interaction, puzzle), panel.Go(address.step, address.numbers)
    daily, user = services_of(interaction)[Daily], interaction.user.id
    if await daily.answer_of(user, puzzle.day) is not None:
        await show_position(interaction, puzzle)
        return
    try:
        # Custom ids are input: a forged one may name any step.
        if address.step not in STEPS:
            raise panel.NotOfferedError(address.step)
        outcome = STEPS[address.step].press(player, address.numbers, verb, values)
    except panel.NotOfferedError:
        await show_position(interaction, puzzle)
        return
    match outcome:
        case panel.Ask():
            await open_modal(interaction, panel.modal_for(address, outcome))
        case panel.Go():
            await _ask(interaction, puzzle, player, outcome)
        case panel.Do(action) if (reason := player.position.refusal(action)) is not None:
            await _ask(
                interaction, puzzle, player, here, refusals.refusal_text(reason, player.words)
            )
        case panel.Do(Castle() | Banner() as action) if verb != "do":
            # An answer is not taken back: what one choice in a menu would do is shown before.
            await _ask(interaction, puzzle, player, step_of(player, action))
        case panel.Do(action):
            await daily.answer(user, server_of(interaction), puzzle, action)
            await show_position(interaction, puzzle)
        case _:  # what was done before the decision belongs to the position
            await show_position(interaction, puzzle)


def _player(interaction: Interaction, puzzle: Puzzle) -> PanelPlayer:
    return daily_player(puzzle, interaction.user.id, words_of(interaction))


LISTED: Final = markup.MOST_OPTIONS  # days in the menu, the latest first


async def show_archive(interaction: Interaction) -> None:
    """Show a person the latest positions with their own answers."""
    words, daily = words_of(interaction), services_of(interaction)[Daily]
    days = daily.positions.days(daily.today)[:LISTED]
    if not days:
        raise RefusalError(words("There's no position of the day yet."))
    standing = await daily.standing(interaction.user.id)
    menu = PICK.menu(options=_options(days, standing, words), words=words)
    await put(interaction, texts.archive_text(standing, words), view=view_of(menu))


def _options(days: list[int], standing: Standing, words: Words) -> list[discord.SelectOption]:
    found = {answer.day: answer.found for answer in standing.answers}
    signs = {True: f"{texts.FOUND} ", False: f"{texts.MISSED} ", None: ""}
    return [
        discord.SelectOption(
            label=f"{signs[found.get(day)]}{texts.day_text(day, words)}", value=str(day)
        )
        for day in days
    ]


async def daily_post(puzzle: Puzzle, before: str, words: Words) -> Post:
    """Return the message with a position, as the public sees it, and how the last was answered."""
    day = texts.day_text(puzzle.day, words)
    lines = [
        words("**Arkadia, position for {day}**", day=day),
        f"{texts.public_question(puzzle, words)} {texts.levels_text(puzzle, words)}",
        before,
    ]
    player = daily_player(puzzle, 0, words)
    file = await view_file(
        player.position.view(),
        colour_names(puzzle, words),
        f"arkadia-{puzzle.day}",
        words,
        title=day,
        marks=marks_now(player.table, player.user),
    )
    view = view_of(ANSWER.button(puzzle.day, words=words))
    return Post([markup.Part(line) for line in lines if line], [file], view)


log = logging.getLogger("arkadia.daily")

TEND_EVERY_S: Final = 900.0  # seconds between two looks whether positions are missing


async def _position(interaction: Interaction, day: str | None) -> Puzzle:
    if day is None:
        return await position_of(interaction, None)
    try:
        typed = date.fromisoformat(day.strip())
    except ValueError as error:
        words = words_of(interaction)
        raise RefusalError(words("Type a day like this: `2026-12-24`.")) from error
    return await position_of(interaction, (typed - texts.EPOCH).days)


@quiet
async def _days(interaction: Interaction, typed: str) -> Choices[str]:
    daily, words = services_of(interaction)[Daily], words_of(interaction)
    days = daily.positions.days(daily.today)
    found = ((texts.day_text(day, words), texts.date_of(day).isoformat()) for day in days)
    return [choice(name, value) for name, value in found if typed in value or typed in name]


async def _open_daily(interaction: Interaction, day: int) -> None:
    await show_position(interaction, await position_of(interaction, day))


class DailyCog(RegularPosts):
    """The command and buttons of the position of the day; it also has positions made."""

    presses = (
        with_numbers(ANSWER, _open_daily),
        with_numbers(EARLIER, show_archive),
        with_choice(PICK, _open_daily),
        *panel.panel_presses(press_daily, str(PANEL)),
    )
    modals = (panel.panel_form(press_daily, str(PANEL)),)

    settings = (
        channel_setting(
            "daily",
            N_("Position of the day"),
            lambda services: services[Daily].channels,
            ANNOUNCED,
            N_("A position is posted every day, silently. Everybody answers on their own."),
        ),
    )

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        super().__init__(bot)
        self.regular: Daily = self.services[Daily]
        ahead = self.services[DailySettings].daily_ahead
        self._supply = Supply(self.regular, self.services.thinking, ahead)

    async def build(self, item: StoredItem) -> Draft | None:
        """Build the message of the latest day that is to be told; None if no channel is chosen."""
        chosen = await self.regular.channels.chosen(item.guild_id)
        puzzle = await self.regular.position(item.news)
        if chosen is None or puzzle is None:
            return None
        words = await words_there(self.bot, chosen)
        last = await self.regular.position(puzzle.day - 1)
        shares = await self.regular.shares(puzzle.day - 1)
        before = texts.before_text(shares, last.best, words) if last and shares else ""
        post = await daily_post(puzzle, before, words)
        sign = ANSWER.pattern
        return Draft(post, chosen.channel_id, sign, bare=partial(without_file, post, words))

    def offers(self, page: Page, words: Words) -> Extra:
        """Return its line of the help."""
        line = words("- A position every day: `/arkadia-daily`.")
        return Extra([line]) if page == "help" else NOTHING

    @app_commands.command(
        name="arkadia-daily", description=N_("A daily position: decide, see what's best and why")
    )
    @app_commands.guild_only()
    @app_commands.describe(day=N_("A day, such as 2026-12-24; leave it out for today"))
    @app_commands.autocomplete(day=_days)
    async def daily(
        self, interaction: Interaction, day: app_commands.Range[str, 8, 12] | None = None
    ) -> None:
        """Show a position, or what came of the person's answer."""
        await show_position(interaction, await _position(interaction, day))

    async def work(self) -> None:
        """Have positions made again and again, when few are left."""
        while True:
            # Not at the start, when people come back to their games; days are left.
            await asyncio.sleep(TEND_EVERY_S)
            try:
                await self._supply.tend()
            except (StoreError, ThinkingError) as error:  # it is tried again
                log.error("No position made", extra={"why": str(error)})


class DailyAlone(Feature):
    """The same command for a person who has the bot in any place."""

    under = "arkadia-solo"

    @app_commands.command(description=N_("A daily position: decide, see what's best and why"))
    @app_commands.describe(day=N_("A day, such as 2026-12-24; leave it out for today"))
    @app_commands.autocomplete(day=_days)
    async def daily(
        self, interaction: Interaction, day: app_commands.Range[str, 8, 12] | None = None
    ) -> None:
        """Show a position, or what came of the person's answer."""
        await show_position(interaction, await _position(interaction, day))
