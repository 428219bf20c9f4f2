"""The guide to the game, page by page, and answers to questions about its rules."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import discord
from discord import ButtonStyle

from cogs.learning.lesson import LEARN
from cogs.learning.rulings import BOX_WORDS, OURS, RULINGS, TOPICS, Ruling, asked
from cogs.learning.stages import EXAMPLES, RULING_EXAMPLES, scene_after, scene_file
from engine.edition import Edition
from engine.opportunities import Span
from i18n.translation import N_, NC_, Words
from render import Theme, draw_forms
from ui.answers import put, reply
from ui.buttons import PRACTICE
from ui.components import ButtonFace, MenuFace, Press, nearest_page, page_buttons, view_of
from ui.input.games import edition_here
from ui.input.suggestions import Choices, choice, quiet
from ui.interactions import Interaction, words_of
from ui.pictures import drawn_file, theme_of
from ui.texts.markup import MOST_OPTIONS, OPTION_LIMIT
from words import sentences
from words.alt import describe_forms

READ_RULES: Final = ButtonFace("rules", NC_("button", "Rules"), 0)
RULES_BACK: Final = ButtonFace("rules-back", NC_("button", "Back"))
"""The number is the page of the guide, from 1."""
RULES_ON: Final = ButtonFace("rules-on", NC_("button", "Next"), style=ButtonStyle.primary)
WHAT_IF: Final = ButtonFace("rulings", NC_("button", "What if…?"), 0)
RULING: Final = MenuFace("ruling", NC_("button", "Choose a question…"))
"""The number is the place of the menu's topic, from 1; each has its own caption."""
NAMES_IN_BOX: Final = ButtonFace("box-words", NC_("button", "Terms in your rulebook"), 0)

RULES: Final = {
    "goal": N_(
        "**1. What it's about**\n"
        "Buildings go up around a castle. Workers beside them bring you **seals** of {families} "
        "families. The castle sets the value of a seal: count the castle squares that show its "
        "colour from above. Sell at the right moment; **most gold wins**.\n"
        "Your cards, neutral workers, seals and gold are behind your screen: *My screen*, or "
        "`/arkadia screen`. Nobody else sees them."
    ),
    "turn": N_(
        "**2. Your turn: build or place workers**\n"
        "*Take your turn* (`/arkadia turn`) leads you through it. Do exactly one of "
        "these:\n"
        "- **Build**: press a card and lay its tile on vacant squares. One of its sides "
        "must touch a building, the castle or a worker. Each camp (tent) you cover "
        "brings a neutral worker. The building gets a seal of the card's colour, and you "
        "draw a card. When the stack is empty, take an open card; it isn't replaced.\n"
        "- **Place workers**: as many as you like, yours or neutral, on vacant "
        "squares next to **one** building or the castle. They stay for good.\n"
        "Or type `/arkadia build` or `/arkadia workers`, or `/arkadia end` if you can do "
        "neither. In the picture a house covers the camp on D7."
    ),
    "completed": N_(
        "**3. Completed buildings**\n"
        "A building is completed when it's enclosed: no square next to its sides is vacant. The "
        "board's edge closes it too. Then comes the payout:\n"
        "- each of your **own** workers next to it earns a seal of the building's colour, on "
        "anybody's turn. Neutral ones earn nothing.\n"
        "- the player who completed it also gains the seal on it and places a **castle piece**.\n"
        "In the picture yellow filled E5 and F5: 2 seals for the workers and 1 from the farm. One "
        "move can complete several buildings, and one worker can earn at each."
    ),
    "castle": N_(
        "**4. The castle**\n"
        "Choose a colour that's left, and one of the {ring} ring squares without a piece "
        "on this floor. Press *Place* (`/arkadia castle`). The piece covers what was "
        "there. In the pictures black covers red on square 1: black 2 → 3, red 2 → 1.\n"
        "Floors 1 and 2 take {ring} pieces each; what's left over goes to floor 3. A "
        "family can be worth nothing for a while."
    ),
    "banner": N_(
        "**5. Banners, and the end**\n"
        "At the end of a turn *Hand in a banner…* (`/arkadia banner`) gives you {workers} workers "
        "of your own. With it comes an evaluation: only then can you **sell** seals, at their "
        "current values. You have {banners} banners and can hand in one a turn. In the picture 2 "
        "olive and 3 black seals at 3 each brought 15 gold. Then *End turn* (`/arkadia end`).\n"
        "When floor 2 of the castle is finished, everybody has one more turn; the player who "
        "finished it plays last. All seals left are sold at the final values. In a tie you share "
        "the victory."
    ),
    "win": N_(
        "**6. How to win**\n"
        "- **Your own workers earn, neutral ones fill gaps.** Put your own where two "
        "buildings meet, and beside buildings that others want to finish.\n"
        "- **Camps are free workers.** Cover them.\n"
        "- **Finish buildings**, with tiles too. You get the seal and the castle piece.\n"
        "- **Don't leave easy finishes.** If a building is a square or two short, the "
        "next player will complete it.\n"
        "- **Make your seals worth more.** Cover a colour you don't hold.\n"
        "- **Sell while a colour is high.** Sooner or later, others cover it.\n"
        "- **Use your banners.** Each brings workers, even without a sale. Banners and "
        "workers left at the end bring nothing.\n"
        "- **Watch the castle.** After {limit} pieces the end begins: sell before that."
    ),
    "buildings": N_("**7. The buildings**\nAll {forms} forms, and every way you can lay them."),
}
"""The pages of the guide, by name."""


def ruling_text(ruling: Ruling, edition: Edition, words: Words) -> str:
    """Return a question and its answer, with the numbers of an edition."""
    forms = Counter(card.form for card in edition.cards)
    tiles = words.listing(
        sentences.counted(words.name(form), count, words) for form, count in forms.items()
    )
    printed = [edition.ring_seals.count(family) for family in edition.families]
    opening = str(Span(min(printed), max(printed)))
    numbers = edition_numbers(edition)
    title, answer = ruling.said(words, **numbers, tiles=tiles, opening=opening)
    lines = [f"**{title}**", answer]
    if OURS in answer:
        lines.append(words("-# † The rulebooks don't say this; it's how this bot plays it."))
    return "\n".join(lines)


def edition_numbers(edition: Edition) -> dict[str, int]:
    """Return the numbers of an edition that the rules name, by placeholder."""
    families, ring = len(edition.families), edition.ring_size
    left = [pieces * families - ring for pieces in edition.floors[:-1]]
    return {
        "families": families,
        "ring": ring,
        "forms": len(edition.forms),
        "hand": edition.hand_size,
        "shown": edition.face_up,
        "start": edition.start_workers,
        "own": edition.own_workers,
        "banners": edition.banners,
        "workers": edition.workers_per_banner,
        "each": edition.floors[0],
        "spare": left[0],
        "top": edition.floors[-1] * families + sum(left),
        "limit": ring * (len(edition.floors) - 1),
        "ready": len(edition.first_buildings),
        "lots": len(edition.lots),
        "cards": len(edition.cards),
        "fewest": min(edition.extra_neutral.values()),
        "most": max(edition.extra_neutral.values()),
    }


async def show_rules(interaction: Interaction) -> None:
    """Show the first page of the guide in a new message."""
    text, files, view = await rules_page(1, *await _reader(interaction))
    await reply(interaction, text, files=files, view=view)


async def turn_to(interaction: Interaction, page: int) -> None:
    """Replace the button's message with a page of the guide, from 1."""
    text, files, view = await rules_page(page, *await _reader(interaction))
    await put(interaction, text, files=files, view=view)


async def _reader(interaction: Interaction) -> tuple[Edition, Words, Theme]:
    """Return the edition played in the channel and the reader's language."""
    return await edition_here(interaction), words_of(interaction), theme_of(interaction)


async def rules_page(
    page: int, edition: Edition, words: Words, theme: Theme
) -> tuple[str, list[discord.File], discord.ui.View]:
    """Return a page of the guide, from 1, with its pictures and buttons."""
    last = len(RULES)
    page = nearest_page(page, last)
    name, text = list(RULES.items())[page - 1]
    files = [
        await scene_file(
            scene_after(example.before, example.actions),
            example.sight,
            theme,
            words,
            f"arkadia-example-{number}.png",
        )
        for number, example in enumerate(EXAMPLES.get(name, ()), 1)
    ]
    if page == last:
        alt, file = describe_forms(edition, words=words), "arkadia-buildings.png"
        files = [await drawn_file(file, alt, draw_forms, edition, theme=theme, words=words)]
    view = view_of(
        *page_buttons(RULES_BACK, RULES_ON, page=page, count=last, words=words),
        WHAT_IF.button(words=words),
        LEARN.button(words=words),
        PRACTICE.button(words=words),
    )
    return words(text, **edition_numbers(edition)), files, view


_ALIKE: Final = 5  # questions that are offered beside the answer to a typed one

_CHOOSE: Final = N_(
    "**What if…?** Choose a question about the rules, or type `/arkadia rules ask:` and "
    "a few words."
)


async def show_rulings(interaction: Interaction) -> None:
    """Show the menus of questions in a new message."""
    words = words_of(interaction)
    await reply(interaction, words(_CHOOSE), view=rulings_view(words))


async def choose_ruling(interaction: Interaction, press: Press) -> None:
    """Replace the menu's message with the answer, below it the menus again."""
    words = words_of(interaction)
    text, files = words(_CHOOSE), list[discord.File]()  # for one of another version of the bot
    if (ruling := RULINGS.get(press.chosen)) is not None:
        text, files = await _answer(interaction, ruling)
    await put(interaction, text, files=files, view=rulings_view(words))


async def show_box_words(interaction: Interaction) -> None:
    """Show the glossary in a new message."""
    await answer_question(interaction, BOX_WORDS)


async def answer_question(interaction: Interaction, typed: str) -> None:
    """Answer a question: a chosen one by its ruling, a typed one by what it may mean."""
    words = words_of(interaction)
    found = [RULINGS[typed]] if typed in RULINGS else asked(typed, words)
    if not found:
        text = words("I found no rule with these words. Choose a question below.")
        await reply(interaction, text, view=rulings_view(words))
        return
    text, files = await _answer(interaction, found[0])
    await reply(interaction, text, files=files, view=rulings_view(words, found[1:]))


@quiet
async def ruling_choices(interaction: Interaction, typed: str) -> Choices[str]:
    """Suggest the questions that a half-typed text may mean."""
    words = words_of(interaction)
    found = asked(typed, words)[:MOST_OPTIONS]
    return [choice(ruling.said(words)[0], ruling.name) for ruling in found]


def rulings_view(words: Words, alike: Sequence[Ruling] = ()) -> discord.ui.View:
    """Return a menu of questions for each topic, below one of questions that may be meant."""
    view = view_of()
    if alike:
        menu = RULING.menu(0, options=_options(alike[:_ALIKE], words), words=words)
        menu.placeholder = words.context("button", "Or did you mean…")
        view.add_item(menu)
    for place, (caption, rulings) in enumerate(TOPICS.items(), 1):
        menu = RULING.menu(place, options=_options(rulings, words), words=words)
        menu.placeholder = words.context("button", caption)
        view.add_item(menu)
    view.add_item(READ_RULES.button(words=words))
    view.add_item(NAMES_IN_BOX.button(words=words))
    return view


def _options(rulings: Sequence[Ruling], words: Words) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=ruling.said(words)[0][:OPTION_LIMIT], value=ruling.name)
        for ruling in rulings
    ]


async def _answer(interaction: Interaction, ruling: Ruling) -> tuple[str, list[discord.File]]:
    edition, words, theme = await _reader(interaction)
    text = ruling_text(ruling, edition, words)
    example = RULING_EXAMPLES.get(ruling.name)
    if example is None:
        return text, []
    scene = scene_after(example.before, example.actions)
    return text, [await scene_file(scene, example.sight, theme, words, "arkadia-ruling.png")]
