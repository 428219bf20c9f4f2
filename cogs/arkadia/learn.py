"""The interactive lesson, which a person can leave and resume."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from discord import app_commands
from discord.ext import commands

from i18n.translation import N_
from ui import buttons
from ui.answers import open_modal, put, reply
from ui.components.presses import with_numbers
from ui.interactions import Interaction, services_of, words_of
from ui.lesson.page import LessonPage, lesson_page
from ui.lesson.progress import Progress, control_of, done, pressed
from ui.lesson.stages import STAGES
from ui.panel.address import PanelAddress
from ui.panel.desk import Desk
from ui.panel.forms import modal_for
from ui.panel.page import Ask, Do, Go, NotOfferedError, PressOutcome, Undo
from ui.panel.steps import STEPS
from ui.pictures import theme_of
from ui.texts.refusals import refusal_text


class LearnCommands(commands.Cog):
    """The command that opens the lesson."""

    @app_commands.command(description=N_("Learn the game by playing"))
    async def learn(self, interaction: Interaction) -> None:
        """Show the lesson at the person's current stage."""
        await show_lesson(interaction)


async def _lesson_anew(interaction: Interaction) -> None:
    """Replace the button's message with the first stage of the lesson."""
    await _turn_to(interaction, Progress())


async def _back(interaction: Interaction, stage: int) -> None:
    """Replace the button's message with the stage before."""
    progress = _progress(interaction)
    await _turn_to(interaction, progress.back() if stage == progress.number + 1 else progress)


async def _on(interaction: Interaction, stage: int) -> None:
    """Replace the button's message with the next stage, also if this one is not solved."""
    progress = _progress(interaction)
    await _turn_to(interaction, progress.skipped() if stage == progress.number + 1 else progress)


async def show_lesson(interaction: Interaction) -> None:
    """Show the lesson at the person's last stage; from the start if they had finished it."""
    progress = _progress(interaction)
    if progress.number == len(STAGES) - 1:
        progress = Progress()
    await _remember(interaction, progress)
    page = await _page(interaction, progress, resumed=progress.number > 0)
    await reply(interaction, page.text, files=page.files, view=page.view)


async def press_lesson(
    interaction: Interaction, address: PanelAddress, verb: str, values: Sequence[str]
) -> None:
    """Carry out a press on the lesson's panel: what the stage asks for leads on.

    A press on an old message shows the stage at which the person is.
    """
    progress = _progress(interaction)
    desk, begin = progress.desk(interaction.user.id, words_of(interaction))
    stage = progress.stage
    if address.version != progress.number or stage.is_read or address.step not in STEPS:
        await _turn_to(interaction, progress)
        return
    try:
        outcome = STEPS[address.step].press(desk, address.numbers, verb, values)
    except NotOfferedError:
        await _turn_to(interaction, progress)
        return
    if not stage.control:
        await _asked(interaction, address, desk, outcome)
    elif verb != control_of(stage, desk):
        await _missed(interaction, progress, desk, begin)
    elif isinstance(outcome, Do):
        await _turn_to(interaction, progress.solved(str(outcome.action)))
    else:
        await _turn_to(interaction, progress.solved(pressed(verb, values)))


async def _asked(
    interaction: Interaction, address: PanelAddress, desk: Desk, outcome: PressOutcome
) -> None:
    """Carry out a press where an action is asked for, and any step of the panel may be shown."""
    progress = _progress(interaction)
    stage, here = progress.stage, Go(address.step, address.numbers)
    match outcome:
        case Ask():
            await open_modal(interaction, modal_for(address, outcome))
        case Go():
            await _show(interaction, progress, desk, outcome)
        case Undo():
            await _turn_to(interaction, progress.back())
        case Do(action) if (reason := desk.position.refusal(action)) is not None:
            await _show(interaction, progress, desk, here, refusal_text(reason, desk.words))
        case Do(action) if stage.accepts is not None and stage.accepts(desk, action):
            entries = [str(action)]
            await _turn_to(interaction, progress.solved(done(desk, stage, entries)))
        case _:
            await _missed(interaction, progress, desk, here)


async def _missed(interaction: Interaction, progress: Progress, desk: Desk, go: Go) -> None:
    """Show the same stage with a nudge, or the answer where there was a nudge before."""
    progress = progress.missed()
    await _remember(interaction, progress)
    await _show(interaction, progress, desk, go, progress.help(desk))


def _progress(interaction: Interaction) -> Progress:
    personal = services_of(interaction).personal
    return Progress.read(personal.preferences(interaction.user.id).lesson)


async def _page(interaction: Interaction, progress: Progress, *, resumed: bool) -> LessonPage:
    desk, go = progress.desk(interaction.user.id, words_of(interaction))
    return await lesson_page(progress, desk, go, theme_of(interaction), resumed=resumed)


async def _turn_to(interaction: Interaction, progress: Progress) -> None:
    """Show a stage as it begins, and keep that the person is there."""
    await _remember(interaction, progress)
    page = await _page(interaction, progress, resumed=False)
    await put(interaction, page.text, files=page.files, view=page.view)


async def _show(
    interaction: Interaction, progress: Progress, desk: Desk, go: Go, note: str = ""
) -> None:
    """Show the same stage with the panel at some step."""
    page = await lesson_page(progress, desk, go, theme_of(interaction), note=note)
    await put(interaction, page.text, files=page.files, view=page.view)


async def _remember(interaction: Interaction, progress: Progress) -> None:
    """Keep at which stage the person is, if that has changed."""
    personal, user = services_of(interaction).personal, interaction.user.id
    chosen = personal.preferences(user)
    learned = chosen.learned or progress.number == len(STAGES) - 1
    now = replace(chosen, lesson=str(progress), learned=learned)
    # A press that stays on its stage changes nothing, and each write waits for the disk.
    if now != chosen:
        await personal.prefer(user, now)


PRESSES: Final = (
    with_numbers(buttons.LEARN, show_lesson),
    with_numbers(buttons.LESSON_ANEW, _lesson_anew),
    with_numbers(buttons.LESSON_BACK, _back),
    with_numbers(buttons.LESSON_SKIP, _on),
    with_numbers(buttons.LESSON_ON, _on),
)
