"""From the question to the answer: what is shown of a position of the day to one person."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Banner, Castle
from players.daily.puzzle import Puzzle
from ui.answers import RefusalError, open_modal, put, reply
from ui.daily.desk import daily_desk
from ui.daily.page import DailyPage, question_page
from ui.daily.result import result_page
from ui.interactions import Interaction, services_of, words_of
from ui.panel import routes
from ui.panel.address import PanelAddress
from ui.panel.desk import Desk
from ui.panel.forms import modal_for
from ui.panel.page import Ask, Do, Go, NotOfferedError
from ui.panel.steps import STEPS
from ui.pictures import theme_of
from ui.texts.refusals import refusal_text


async def position_of(interaction: Interaction, day: int | None) -> Puzzle:
    """Return the position of a day, or of today.

    Raises:
        RefusalError: if that day has none, or none yet.
    """
    daily, words = services_of(interaction).daily, words_of(interaction)
    puzzle = await daily.position(daily.today if day is None else day)
    if puzzle is not None:
        return puzzle
    if day is None or day == daily.today:
        if not services_of(interaction).settings.daily_ahead:
            raise RefusalError(words("There are no further positions for now."))
        raise RefusalError(words("Today's position is being made. Please try again in an hour."))
    raise RefusalError(
        words("There is no position of that day. `/arkadia-daily archive` shows those there are.")
    )


async def show_position(interaction: Interaction, puzzle: Puzzle) -> None:
    """Show a position to a person in a new message, or what came of it if it is answered."""
    page = await _page(interaction, puzzle)
    await reply(interaction, page.text, files=page.files, view=page.view)


async def answer_position(interaction: Interaction, puzzle: Puzzle, action: Action) -> None:
    """Take a typed action as the person's answer, and show what came of it.

    Raises:
        IllegalActionError: if the action is not legal.
    """
    await _take(interaction, puzzle, action)
    await show_position(interaction, puzzle)


async def press_daily(
    interaction: Interaction, address: PanelAddress, verb: str, values: Sequence[str]
) -> None:
    """Carry out a press on the panel of a position; the first action is the answer.

    Raises:
        RefusalError: if there is no such position.
    """
    puzzle = await position_of(interaction, address.version)
    desk, here = _desk(interaction, puzzle), Go(address.step, address.numbers)
    if await _is_answered(interaction, puzzle):
        await _put(interaction, await _page(interaction, puzzle))
        return
    try:
        # Custom ids are input: a forged one may name any step.
        if address.step not in STEPS:
            raise NotOfferedError(address.step)
        outcome = STEPS[address.step].press(desk, address.numbers, verb, values)
    except NotOfferedError:
        await _put(interaction, await _page(interaction, puzzle))
        return
    match outcome:
        case Ask():
            await open_modal(interaction, modal_for(address, outcome))
        case Go():
            await _ask(interaction, puzzle, desk, outcome)
        case Do(action) if (reason := desk.position.refusal(action)) is not None:
            await _ask(interaction, puzzle, desk, here, refusal_text(reason, desk.words))
        case Do(Castle() | Banner() as action) if verb != "do":
            # An answer is not taken back: what one choice in a menu would do is shown before.
            await _ask(interaction, puzzle, desk, routes.of_action(desk, action))
        case Do(action):
            await _take(interaction, puzzle, action)
            await _put(interaction, await _page(interaction, puzzle))
        case _:  # what was done before the decision belongs to the position
            await _put(interaction, await _page(interaction, puzzle))


def _desk(interaction: Interaction, puzzle: Puzzle) -> Desk:
    return daily_desk(puzzle, interaction.user.id, words_of(interaction))


async def _is_answered(interaction: Interaction, puzzle: Puzzle) -> bool:
    daily = services_of(interaction).daily
    return await daily.answer_of(interaction.user.id, puzzle.day) is not None


async def _take(interaction: Interaction, puzzle: Puzzle, action: Action) -> None:
    guild = interaction.guild_id or 0
    await services_of(interaction).daily.answer(interaction.user.id, guild, puzzle, action)


async def _page(interaction: Interaction, puzzle: Puzzle) -> DailyPage:
    """Return what a person is shown of a position: the question, or what came of the answer."""
    daily, desk = services_of(interaction).daily, _desk(interaction, puzzle)
    theme, user = theme_of(interaction), interaction.user.id
    answer = await daily.answer_of(user, puzzle.day)
    if answer is None:
        return await question_page(puzzle, desk, routes.current_step(desk), theme)
    standing, rating = await daily.standing(user), await daily.rating_of(puzzle)
    shares = await daily.shares(puzzle.day, user)
    return await result_page(puzzle, desk, answer, standing, rating, shares, theme)


async def _ask(
    interaction: Interaction, puzzle: Puzzle, desk: Desk, go: Go, note: str = ""
) -> None:
    """Show the panel at some step."""
    await _put(interaction, await question_page(puzzle, desk, go, theme_of(interaction), note))


async def _put(interaction: Interaction, page: DailyPage) -> None:
    await put(interaction, page.text, files=page.files, view=page.view)
