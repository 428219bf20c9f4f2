"""Answers about a position of the day: the question, the verdict, earlier ones."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import discord
from discord import ButtonStyle

from cogs.daily import texts
from cogs.daily.service import Daily, DailySettings, Shares, Standing, points
from cogs.daily.store import StoredAnswer, StoredRating
from engine.actions import Action, Banner, Castle
from engine.game import Game
from i18n.formats import capital
from i18n.translation import NC_, Words
from players.daily import Puzzle
from players.reasons import drawback, reason
from render import Theme
from tabletop.tables import table_in_memory
from ui import buttons
from ui.answers import RefusalError, open_modal, put
from ui.components import ButtonFace, MenuFace, view_of
from ui.interactions import Interaction, server_of, services_of, words_of
from ui.panel.page import (
    Ask,
    Do,
    Go,
    NotOfferedError,
    Page,
    PageMenu,
    PageRow,
    PanelAddress,
    components,
    lay_out,
    modal_for,
)
from ui.panel.player import CHOOSE, END, PanelPlayer, current_step, step_of
from ui.panel.steps import STEPS
from ui.pictures import theme_of, turn_file
from ui.texts.advice import drawback_text, reason_text
from ui.texts.markup import MOST_OPTIONS, Part, on_a_phone, within_words
from ui.texts.refusals import refusal_text
from words.sentences import gold_text

ANSWER: Final = ButtonFace("daily", NC_("button", "Answer"), style=ButtonStyle.success)
"""The number is the day's."""
EARLIER: Final = ButtonFace("daily-archive", NC_("button", "Earlier positions"), 0)
PICK: Final = MenuFace("daily-pick", NC_("button", "Open a position…"), 0)


PANEL: Final = 999_999_999
"""Stands for the number of the game in custom ids of positions of the day; no game gets so far."""


class DailyPage(NamedTuple):
    """A message about a position of the day."""

    text: str
    files: list[discord.File]
    view: discord.ui.View


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


async def question_page(
    puzzle: Puzzle, player: PanelPlayer, go: Go, theme: Theme, note: str = ""
) -> DailyPage:
    """Return the message that asks for an answer."""
    page = STEPS[go.step].draw(player, go.numbers)
    notes = [f"➡ {one}" for one in (note, go.note) if one]
    lines = page.lines if go.step not in (CHOOSE, END) else []
    text = "\n".join(on_a_phone([*texts.question_lines(puzzle, player), *notes, *lines]))
    file = await turn_file(
        player.position.view(player.seat),
        player.table,
        player.words,
        marks=page.marks,
        theme=theme,
        title=texts.day_text(puzzle.day, player.words),
        whole=not go.numbers,
    )
    address = PanelAddress(PANEL, player.seat, False, puzzle.day, go.step, go.numbers)
    view = components(address, Page("", [], _without_undo(page.rows)))
    lay_out(view, [EARLIER.button(words=player.words)], len(page.rows))
    return DailyPage(text, [file], view)


def _without_undo(rows: Sequence[PageRow]) -> list[PageRow]:
    """Return rows without the button that takes back: what was done before is the position."""
    return [
        row if isinstance(row, PageMenu) else [one for one in row if one.verb != "undo"]
        for row in rows
    ]


MOST_WORDS: Final = 60
"""Words of a result; what has no room stands in the archive, or is said of most positions."""


async def result_page(
    puzzle: Puzzle,
    player: PanelPlayer,
    answer: StoredAnswer,
    standing: Standing,
    position: StoredRating,
    shares: Shares | None,
    theme: Theme,
) -> DailyPage:
    """Return the message after an answer; the picture shows the best choice."""
    words = player.words
    go = step_of(player, puzzle.action)
    file = await turn_file(
        player.position.view(player.seat),
        player.table,
        words,
        marks=STEPS[go.step].draw(player, go.numbers).marks,
        theme=theme,
        title=texts.day_text(puzzle.day, words),
        whole=True,
    )
    text = result_text(puzzle, player, answer, standing, position, shares)
    return DailyPage(text, [file], _view(words))


def result_text(
    puzzle: Puzzle,
    player: PanelPlayer,
    answer: StoredAnswer,
    standing: Standing,
    position: StoredRating,
    shares: Shares | None,
) -> str:
    """Return what came of an answer, in 60 words at most: the lesser lines go where room lacks."""
    words, shared = player.words, texts.share_line(answer, puzzle, standing.streak_on(puzzle.day))
    parts = [
        Part(_verdict(answer, words)),
        *_best(puzzle, player),
        *_own(puzzle, player, answer),
        Part(texts.shares_text(shares, puzzle.best, answer.choice, words), 1),
        *_so_far(answer, standing, position, words),
        Part(words("To share: {line}", line=f"`{shared}`")),
    ]
    return "\n".join(part.text for part in within_words(parts, MOST_WORDS) if part.text)


def _view(words: Words) -> discord.ui.View:
    return view_of(EARLIER.button(words=words), buttons.PRACTICE.button(words=words))


def _verdict(answer: StoredAnswer, words: Words) -> str:
    if answer.found:
        return words("**You found the best move.**")
    return words("**There is a better move.**")


def _best(puzzle: Puzzle, player: PanelPlayer) -> list[Part]:
    """Return what is best and why, by the reasons that hints give."""
    words, action = player.words, puzzle.action
    observation = player.position.observe(player.seat)
    best = words("Best: {action}.", action=texts.choice_text(action, player))
    why = reason_text(reason(observation, action), words)
    return [Part(f"{best} {texts.alike_text(action, player)}".rstrip()), Part(why, 2)]


def _own(puzzle: Puzzle, player: PanelPlayer, answer: StoredAnswer) -> list[Part]:
    """Return what the person chose and what speaks against it; after the best, what is next."""
    words = player.words
    if answer.found:
        choice, gold = puzzle.behind[0]
        second = words(
            "Next best, about {gold} less: {action}.",
            gold=gold_text(round(gold), words),
            action=texts.choice_text(player.position.parse(choice), player),
        )
        return [Part(second, 3)]
    action = player.position.parse(answer.choice)
    said, behind = texts.choice_text(action, player), dict(puzzle.behind).get(answer.choice)
    chosen = words("You chose: {action}.", action=said)
    if behind is not None:
        less = gold_text(round(behind), words)
        chosen = words("You chose, for about {gold} less: {action}.", gold=less, action=said)
    against = drawback_text(drawback(player.position.observe(player.seat), action), words)
    return [Part(chosen, 3), Part(against, 6)]


def _so_far(
    answer: StoredAnswer, standing: Standing, position: StoredRating, words: Words
) -> list[Part]:
    """Return ratings and streak; an answer after its day changes neither."""
    if not answer.timely:
        return [Part(words("An answer after its day changes neither your rating nor your streak."))]
    rated = texts.rating_text(standing.rating, position, words)
    # The line to share has the streak too, as a number.
    return [Part(rated, 4), Part(texts.streak_text(standing.streak, words), 5)]


async def position_of(interaction: Interaction, day: int | None) -> Puzzle:
    """Return the position of a day, or of today."""
    daily, words = services_of(interaction)[Daily], words_of(interaction)
    puzzle = await daily.position(daily.today if day is None else day)
    if puzzle is not None:
        return puzzle
    text = words("There is no position of that day. *Earlier positions* lists the others.")
    if day is None or day == daily.today:
        text = words("Today's position is being made. Please try again in an hour.")
        if not services_of(interaction)[DailySettings].daily_ahead:
            text = words("There are no further positions for now.")
    raise RefusalError(text, view_of(EARLIER.button(words=words)))


async def show_position(interaction: Interaction, puzzle: Puzzle) -> None:
    """Show a position to a person, or what came of it if it is answered."""
    await _put(interaction, await _page(interaction, puzzle))


async def press_daily(
    interaction: Interaction, address: PanelAddress, verb: str, values: Sequence[str]
) -> None:
    """Carry out a press on the panel of a position; the first action is the answer."""
    puzzle = await position_of(interaction, address.version)
    player, here = _player(interaction, puzzle), Go(address.step, address.numbers)
    if await _is_answered(interaction, puzzle):
        await _put(interaction, await _page(interaction, puzzle))
        return
    try:
        # Custom ids are input: a forged one may name any step.
        if address.step not in STEPS:
            raise NotOfferedError(address.step)
        outcome = STEPS[address.step].press(player, address.numbers, verb, values)
    except NotOfferedError:
        await _put(interaction, await _page(interaction, puzzle))
        return
    match outcome:
        case Ask():
            await open_modal(interaction, modal_for(address, outcome))
        case Go():
            await _ask(interaction, puzzle, player, outcome)
        case Do(action) if (reason := player.position.refusal(action)) is not None:
            await _ask(interaction, puzzle, player, here, refusal_text(reason, player.words))
        case Do(Castle() | Banner() as action) if verb != "do":
            # An answer is not taken back: what one choice in a menu would do is shown before.
            await _ask(interaction, puzzle, player, step_of(player, action))
        case Do(action):
            await _take(interaction, puzzle, action)
            await _put(interaction, await _page(interaction, puzzle))
        case _:  # what was done before the decision belongs to the position
            await _put(interaction, await _page(interaction, puzzle))


def _player(interaction: Interaction, puzzle: Puzzle) -> PanelPlayer:
    return daily_player(puzzle, interaction.user.id, words_of(interaction))


async def _is_answered(interaction: Interaction, puzzle: Puzzle) -> bool:
    daily = services_of(interaction)[Daily]
    return await daily.answer_of(interaction.user.id, puzzle.day) is not None


async def _take(interaction: Interaction, puzzle: Puzzle, action: Action) -> None:
    guild = server_of(interaction)
    await services_of(interaction)[Daily].answer(interaction.user.id, guild, puzzle, action)


async def _page(interaction: Interaction, puzzle: Puzzle) -> DailyPage:
    """Return what a person is shown of a position: the question, or what came of the answer."""
    daily, player = services_of(interaction)[Daily], _player(interaction, puzzle)
    theme, user = theme_of(interaction), interaction.user.id
    answer = await daily.answer_of(user, puzzle.day)
    if answer is None:
        return await question_page(puzzle, player, current_step(player), theme)
    standing, rating = await daily.standing(user), await daily.rating_of(puzzle)
    shares = await daily.shares(puzzle.day, user)
    return await result_page(puzzle, player, answer, standing, rating, shares, theme)


async def _ask(
    interaction: Interaction, puzzle: Puzzle, player: PanelPlayer, go: Go, note: str = ""
) -> None:
    """Show the panel at some step."""
    await _put(interaction, await question_page(puzzle, player, go, theme_of(interaction), note))


async def _put(interaction: Interaction, page: DailyPage) -> None:
    await put(interaction, page.text, files=page.files, view=page.view)


LISTED: Final = MOST_OPTIONS
"""Days in the menu, the latest first."""


async def show_archive(interaction: Interaction) -> None:
    """Show a person the latest positions with their own answers."""
    words, daily = words_of(interaction), services_of(interaction)[Daily]
    days = daily.positions.days(daily.today)[:LISTED]
    if not days:
        raise RefusalError(words("There is no position of the day yet."))
    standing = await daily.standing(interaction.user.id)
    menu = PICK.menu(options=_options(days, standing, words), words=words)
    await put(interaction, archive_text(standing, words), view=view_of(menu))


def archive_text(standing: Standing, words: Words) -> str:
    """Return what a person's answers come to."""
    found = sum(answer.found for answer in standing.answers)
    lines = [
        words("**Positions of the day**"),
        words.plural(
            "You answered {n} position and found {found}. Your rating is {rating}.",
            "You answered {n} positions and found {found}. Your rating is {rating}.",
            len(standing.answers),
            found=found,
            rating=points(standing.rating),
        ),
        texts.streak_text(standing.streak, words),
    ]
    return "\n".join(line for line in lines if line)


def _options(days: list[int], standing: Standing, words: Words) -> list[discord.SelectOption]:
    found = {answer.day: answer.found for answer in standing.answers}
    signs = {True: f"{texts.FOUND} ", False: f"{texts.MISSED} ", None: ""}
    return [
        discord.SelectOption(
            label=f"{signs[found.get(day)]}{texts.day_text(day, words)}", value=str(day)
        )
        for day in days
    ]
