"""Questions about the rules: chosen from menus, or typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from i18n.translation import N_, Words
from ui import buttons
from ui.answers import put, reply
from ui.components.presses import Press, on, with_numbers
from ui.components.views import view_of
from ui.input.asking import asked
from ui.input.games import edition_here
from ui.input.suggestions import Choices, choice, quiet
from ui.interactions import Interaction, words_of
from ui.lesson.examples import RULING_EXAMPLES
from ui.lesson.pictures import scene_file
from ui.lesson.scenes import scene_after
from ui.limits import MOST_OPTIONS, OPTION_LIMIT
from ui.pictures import theme_of
from ui.texts.rulings import BOX_WORDS, RULINGS, TOPICS, Ruling, ruling_text

_ALIKE: Final = 5
"""Questions that are offered beside the answer to a typed one."""

_CHOOSE: Final = N_(
    "**What if…?** Choose a question about the rules, or type `/arkadia rules ask:` and some words."
)


async def _show_rulings(interaction: Interaction) -> None:
    """Show the menus of questions in a new message."""
    words = words_of(interaction)
    await reply(interaction, words(_CHOOSE), view=rulings_view(words))


async def _choose_ruling(interaction: Interaction, press: Press) -> None:
    """Replace the menu's message with the answer, below it the menus again."""
    words = words_of(interaction)
    ruling = RULINGS.get(press.chosen)
    if ruling is None:
        # A question of another version of the bot.
        await put(interaction, words(_CHOOSE), view=rulings_view(words))
        return
    text, files = await _answer(interaction, ruling, words)
    await put(interaction, text, files=files, view=rulings_view(words))


async def _show_box_words(interaction: Interaction) -> None:
    """Show the glossary in a new message."""
    await answer_question(interaction, BOX_WORDS)


async def answer_question(interaction: Interaction, typed: str) -> None:
    """Answer a question: a chosen one by its ruling, a typed one by what it may mean."""
    words = words_of(interaction)
    found = [RULINGS[typed]] if typed in RULINGS else asked(typed, words)
    if not found:
        text = words("I know no ruling with these words. Choose a question below.")
        await reply(interaction, text, view=rulings_view(words))
        return
    text, files = await _answer(interaction, found[0], words)
    await reply(interaction, text, files=files, view=rulings_view(words, found[1:]))


@quiet
async def ruling_choices(interaction: Interaction, typed: str) -> Choices[str]:
    """Suggest the questions that a half-typed text may mean."""
    words = words_of(interaction)
    found = asked(typed, words)[:MOST_OPTIONS]
    return [choice(words(ruling.question), ruling.name) for ruling in found]


def rulings_view(words: Words, alike: Sequence[Ruling] = ()) -> discord.ui.View:
    """Return a menu of questions for each topic, below one of questions that may be meant."""
    view = view_of()
    if alike:
        menu = buttons.RULING.menu(0, options=_options(alike[:_ALIKE], words), words=words)
        menu.placeholder = words.context("button", "Or did you mean…")
        view.add_item(menu)
    for place, (caption, rulings) in enumerate(TOPICS.items(), 1):
        menu = buttons.RULING.menu(place, options=_options(rulings, words), words=words)
        menu.placeholder = words.context("button", caption)
        view.add_item(menu)
    view.add_item(buttons.READ_RULES.button(words=words))
    view.add_item(buttons.BOX_WORDS.button(words=words))
    return view


def _options(rulings: Sequence[Ruling], words: Words) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=words(ruling.question)[:OPTION_LIMIT], value=ruling.name)
        for ruling in rulings
    ]


async def _answer(
    interaction: Interaction, ruling: Ruling, words: Words
) -> tuple[str, list[discord.File]]:
    """Return a ruling's answer by the edition played here, and a picture if it has an example."""
    text = ruling_text(ruling, await edition_here(interaction), words)
    example = RULING_EXAMPLES.get(ruling.name)
    if example is None:
        return text, []
    scene = scene_after(example.before, example.actions)
    file = await scene_file(
        scene, example.sight, theme_of(interaction), words, "arkadia-ruling.png"
    )
    return text, [file]


PRESSES: Final = (
    with_numbers(buttons.RULINGS, _show_rulings),
    on(buttons.RULING, _choose_ruling),
    with_numbers(buttons.BOX_WORDS, _show_box_words),
)
