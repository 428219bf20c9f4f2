"""The interactive lesson, which a person can leave and resume: its pages and its presses."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import discord
from discord import ButtonStyle

from cogs.learning.progress import (
    LEARNED,
    LESSON,
    REACHED,
    Progress,
    control_of,
    done,
    gained,
    pressed,
    squares_of,
)
from cogs.learning.stages import STAGES
from i18n.translation import NC_, Words
from render import Theme
from ui.answers import open_modal, put, reply
from ui.buttons import PRACTICE
from ui.components import ButtonFace, RowsView
from ui.interactions import Interaction, services_of, words_of
from ui.panel import page as panel
from ui.panel.player import CHOOSE, PanelPlayer
from ui.panel.steps import STEPS
from ui.pictures import theme_of, turn_file
from ui.texts.refusals import refusal_text
from words.sentences import gold_text

LEARN: Final = ButtonFace("learn", NC_("button", "Learn"), 0)
LESSON_BACK: Final = ButtonFace("lesson-back", NC_("button", "One step back"))
"""The number of this and the next two is that of the stage that they are below, from 1."""
LESSON_SKIP: Final = ButtonFace("lesson-skip", NC_("button", "Skip"))
LESSON_ON: Final = ButtonFace("lesson-on", NC_("button", "Next"), style=ButtonStyle.primary)
LESSON_ANEW: Final = ButtonFace("lesson-anew", NC_("button", "From the start"), 0)

POINTER: Final = "👉"  # before the one control that is asked for; colour alone would not do


LessonPage: TypeAlias = tuple[str, discord.File, RowsView]
"""A message that shows a stage of the lesson: its text, its picture and what may be pressed."""


async def lesson_page(
    progress: Progress,
    player: PanelPlayer,
    go: panel.Go,
    theme: Theme,
    *,
    note: str = "",
    resumed: bool = False,
) -> LessonPage:
    """Return the message for a stage, with the panel at some step.

    Args:
        go: the panel's step, with the choices made there.
        note: the sentence on what was pressed last.
        resumed: True if the lesson is taken up where it was left.
    """
    words, stage = player.words, progress.stage
    page = STEPS[go.step].draw(player, go.numbers)
    rows: Sequence[panel.PageRow] = [] if stage.is_read else page.rows
    if stage.control:
        rows = _pointing(rows, control_of(stage, player))
    # Where something is asked for, the panel says what it would bring, as it does in a game.
    lines = page.lines if stage.accepts is not None and go.step != CHOOSE else []
    notes = [f"➡ {one}" for one in (note, go.note) if one]
    text = "\n".join([_head(progress, words), _filled(progress, player), *notes, *lines])
    file = await turn_file(
        player.position.view(player.seat),
        player.table,
        words,
        marks=page.marks,
        theme=theme,
        title=words("Lesson"),
        whole=not go.numbers,
    )
    address = panel.PanelAddress(LESSON, player.seat, False, progress.number, go.step, go.numbers)
    view = panel.components(address, panel.Page("", [], rows))
    _lead_on(view, progress, len(rows), words, resumed=resumed)
    return text, file, view


def _head(progress: Progress, words: Words) -> str:
    return words(
        "**Lesson {number} of {count}: {title}**",
        number=progress.number + 1,
        count=len(STAGES),
        title=words(progress.stage.title),
    )


def _filled(progress: Progress, player: PanelPlayer) -> str:
    stage, words, earned = progress.stage, player.words, gained(player)
    text = stage.nothing if stage.nothing and not any(earned) else stage.text
    return words(
        text,
        seals=player.teller.counts(player.seals),
        worth=gold_text(player.worth(), words),
        gained=player.teller.counts(earned),
        banners=player.position.start.edition.banners,
        **squares_of(player),
    )


def _pointing(rows: Sequence[panel.PageRow], verb: str) -> list[panel.PageRow]:
    """Return the rows with one control marked, and no other in the colour that says go."""
    found: list[panel.PageRow] = []
    for row in rows:
        if isinstance(row, panel.PageMenu):
            prompt = f"{POINTER} {row.prompt}" if row.verb == verb else row.prompt
            found.append(replace(row, prompt=prompt))
        else:
            found.append(
                [_pointed(one) if one.verb == verb else one._replace(look="plain") for one in row]
            )
    return found


def _pointed(button: panel.PageButton) -> panel.PageButton:
    return button._replace(label=f"{POINTER} {button.label}", look="go")


def _lead_on(view: RowsView, progress: Progress, rows: int, words: Words, *, resumed: bool) -> None:
    """Add the ways back and on below the panel's own rows, or where these have room."""
    number, ways = progress.number + 1, list[discord.ui.Button[Any]]()
    if progress.number:
        ways.append(LESSON_BACK.button(number, words=words))
    if progress.number == len(STAGES) - 1:
        ways.append(PRACTICE.button(words=words))
    else:
        # A stage never locks the lesson: the way on is there unsolved too, under another name.
        on = LESSON_ON if progress.stage.is_read else LESSON_SKIP
        ways.append(on.button(number, words=words))
    if resumed:
        ways.append(LESSON_ANEW.button(words=words))
    panel.lay_out(view, ways, rows)


async def begin_anew(interaction: Interaction) -> None:
    """Replace the button's message with the first stage of the lesson."""
    await _turn_to(interaction, Progress())


async def go_back(interaction: Interaction, stage: int) -> None:
    """Replace the button's message with the stage before."""
    progress = _progress(interaction)
    await _turn_to(interaction, progress.back() if stage == progress.number + 1 else progress)


async def go_on(interaction: Interaction, stage: int) -> None:
    """Replace the button's message with the next stage, also if this one is not solved."""
    progress = _progress(interaction)
    await _turn_to(interaction, progress.skipped() if stage == progress.number + 1 else progress)


async def show_lesson(interaction: Interaction) -> None:
    """Show the lesson at the person's last stage; from the start if they had finished it."""
    progress = _progress(interaction)
    if progress.number == len(STAGES) - 1:
        progress = Progress()
    await _remember(interaction, progress)
    text, file, view = await _page(interaction, progress, resumed=progress.number > 0)
    await reply(interaction, text, files=[file], view=view)


async def press_lesson(
    interaction: Interaction, address: panel.PanelAddress, verb: str, values: Sequence[str]
) -> None:
    """Carry out a press on the lesson's panel: what the stage asks for leads on.

    A press on an old message shows the stage at which the person is.
    """
    progress = _progress(interaction)
    player, begin = progress.player(interaction.user.id, words_of(interaction))
    stage = progress.stage
    if address.version != progress.number or stage.is_read or address.step not in STEPS:
        await _turn_to(interaction, progress)
        return
    try:
        outcome = STEPS[address.step].press(player, address.numbers, verb, values)
    except panel.NotOfferedError:
        await _turn_to(interaction, progress)
        return
    if not stage.control:
        await _asked(interaction, address, player, outcome)
    elif verb != control_of(stage, player):
        await _missed(interaction, player, begin)
    elif isinstance(outcome, panel.Do):
        await _turn_to(interaction, progress.solved(str(outcome.action)))
    else:
        await _turn_to(interaction, progress.solved(pressed(verb, values)))


async def _asked(
    interaction: Interaction,
    address: panel.PanelAddress,
    player: PanelPlayer,
    outcome: panel.Outcome,
) -> None:
    """Carry out a press where an action is asked for, and any step of the panel may be shown."""
    progress = _progress(interaction)
    stage, here = progress.stage, panel.Go(address.step, address.numbers)
    match outcome:
        case panel.Ask():
            await open_modal(interaction, panel.modal_for(address, outcome))
        case panel.Go():
            await _show(interaction, progress, player, outcome)
        case panel.Undo():
            await _turn_to(interaction, progress.back())
        case panel.Do(action) if (reason := player.position.refusal(action)) is not None:
            await _show(interaction, progress, player, here, refusal_text(reason, player.words))
        case panel.Do(action) if stage.accepts is not None and stage.accepts(player, action):
            await _turn_to(interaction, progress.solved(done(player, stage, [str(action)])))
        case _:
            await _missed(interaction, player, here)


async def _missed(interaction: Interaction, player: PanelPlayer, go: panel.Go) -> None:
    """Show the same stage with a nudge, or the answer where there was a nudge before."""
    progress = _progress(interaction).missed()
    await _remember(interaction, progress)
    await _show(interaction, progress, player, go, progress.help(player))


def _progress(interaction: Interaction) -> Progress:
    personal = services_of(interaction).personal
    return Progress.read(personal.value(interaction.user.id, REACHED))


async def _page(interaction: Interaction, progress: Progress, *, resumed: bool) -> LessonPage:
    player, go = progress.player(interaction.user.id, words_of(interaction))
    return await lesson_page(progress, player, go, theme_of(interaction), resumed=resumed)


async def _turn_to(interaction: Interaction, progress: Progress) -> None:
    await _remember(interaction, progress)
    text, file, view = await _page(interaction, progress, resumed=False)
    await put(interaction, text, files=[file], view=view)


async def _show(
    interaction: Interaction, progress: Progress, player: PanelPlayer, go: panel.Go, note: str = ""
) -> None:
    text, file, view = await lesson_page(progress, player, go, theme_of(interaction), note=note)
    await put(interaction, text, files=[file], view=view)


async def _remember(interaction: Interaction, progress: Progress) -> None:
    personal, user = services_of(interaction).personal, interaction.user.id
    await personal.set_value(user, REACHED, str(progress))
    if progress.number == len(STAGES) - 1:
        await personal.set_value(user, LEARNED, True)
