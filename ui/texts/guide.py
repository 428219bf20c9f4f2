"""Pages for newcomers: the guide to the game, the help, where the components are from."""

from __future__ import annotations

from datetime import date
from typing import Final

from engine.edition import Edition, Origin
from engine.edition_rules import FACTS
from i18n.translation import N_, Words
from ui.texts.escaping import plain
from ui.texts.rulings import edition_numbers

RULES: Final = {
    "goal": N_(
        "**1. What it is about**\n"
        "Buildings rise round a castle. Workers beside them bring you **seals** of "
        "{families} families. The castle sets the value of a seal: count the castle squares "
        "that show its colour from above. Sell at the right moment; **most gold wins**.\n"
        "Your cards, neutral workers, seals and gold are behind your screen: *My screen*, or "
        "`/arkadia screen`. Nobody else sees them."
    ),
    "turn": N_(
        "**2. Your turn: build or place workers**\n"
        "*Take your turn* (`/arkadia turn`) leads through it. Do exactly one of these:\n"
        "- **Build**: press a card and lay its tile on vacant squares. One of its sides must "
        "touch a building, the castle or a worker. Each camp (tent) you cover brings a neutral "
        "worker. The building gets a seal of the card's colour, and you draw a card. When "
        "the stack is empty, take an open card; it is not replaced.\n"
        "- **Place workers**: as many as you like, own and neutral, on vacant squares next to "
        "**one** building or the castle. They stay for good.\n"
        "Or type `/arkadia build`, `workers`; `pass` if you can do neither. In the picture a house "
        "covers the camp on D7."
    ),
    "completed": N_(
        "**3. Completed buildings**\n"
        "A building is completed when it is enclosed: no square next to its sides is vacant. The "
        "board's edge closes it too. Then comes the payout:\n"
        "- each **own** worker next to it earns a seal of its colour, in any player's turn; "
        "neutral ones earn nothing;\n"
        "- the player who completed it also gains the seal on it and places a **castle "
        "piece**.\n"
        "In the picture yellow filled E5 and F5 with own workers: 2 seals for them and 1 "
        "from the farm. One move may complete several buildings, and one worker may earn at "
        "each."
    ),
    "castle": N_(
        "**4. The castle**\n"
        "Choose a colour that is left, and one of the {ring} ring squares without a piece on this "
        "floor. Press *Place* (`/arkadia castle`). It covers what was "
        "there. In the pictures black covers red on square 1: black 2 → 3, red 2 → 1.\n"
        "Floors 1 and 2 take {ring} pieces each; what is left over goes to floor 3. A family "
        "may be worth nothing for a while."
    ),
    "banner": N_(
        "**5. Banners, and the end**\n"
        "At the end of a turn *Hand in a banner…* (`/arkadia banner`) gives you {workers} own "
        "workers. Only at this evaluation can you **sell** seals, at their present values. You "
        "have {banners} banners, one a turn. In the picture 2 olive and 3 black seals at 3 each "
        "brought 15 gold. Then *End turn* (`/arkadia end`).\n"
        "When floor 2 of the castle is finished, everybody has one more turn; the player who "
        "finished it plays last. All seals left are sold at the final values. A tie is "
        "shared."
    ),
    "win": N_(
        "**6. How to win**\n"
        "- **Own workers earn, neutral ones fill.** Put own workers where two buildings "
        "meet, and beside those that others want to finish.\n"
        "- **Camps are free workers.** Cover them.\n"
        "- **Finish buildings**, by tiles too. You get the seal and the castle piece.\n"
        "- **Leave no easy finish** that lacks a square or two: the next player takes it.\n"
        "- **Make your seals worth more.** Cover a colour you don't hold.\n"
        "- **Sell while it is high.** Others cover your colours sooner or later.\n"
        "- **Use your banners.** Each brings workers, even without a sale. Banners and "
        "workers left at the end bring nothing.\n"
        "- **Watch the castle.** After {limit} pieces the end begins: sell before that."
    ),
    "buildings": N_("**7. The buildings**\nAll {forms} forms, and every way they can lie."),
}
"""The pages of the guide, by name."""

HELP: Final = N_(
    "**Help**: choose below what you would like to know.\n"
    "In short: `/arkadia start` opens a game. You are pinged when it is your turn, and *Take your "
    "turn* leads through it. Your hand and the answers to "
    "you are visible to you alone."
)

HELP_PAGES: Final = {
    N_("Learning"): N_(
        "**Learning**\n"
        "- *Learn*, or `/arkadia learn`: the game in seven minutes, by playing.\n"
        "- *Rules*, or `/arkadia rules`: seven short pages, and *What if…?*.\n"
        "- *Play practice*, or `/arkadia practice`: a game against the computer.\n"
        "- `/arkadia hint` in your turn: up to three ideas.\n"
        "- Alone against computers: *Take back turns…* and *Play it for me*."
    ),
    N_("My turn"): N_(
        "**My turn**\n"
        "- Press *Take your turn* under the newest message, or type `/arkadia turn`. You can "
        "prepare your next turn there.\n"
        "- Or type `/arkadia build` or `workers`, then `castle`, `banner` to sell, and `end`. All "
        "suggestions are legal.\n"
        "- `/arkadia undo` undoes a step, until a card was revealed. Nobody sees your turn before "
        "you end it."
    ),
    N_("Looking"): N_(
        "**Looking**\n"
        "- *My screen*, or `/arkadia screen`: what you hold; only you see it.\n"
        "- *Board*, or `/arkadia board`; *Turn by turn* shows the past, `text:True` gives it in "
        "words.\n"
        "- `/arkadia log`: what happened.\n"
        "- After a game: `/arkadia record story`, `replay`, `review`, `export`.\n"
        "- Older games: `/arkadia-club archive`. Your statistics: `/arkadia-club player`."
    ),
    N_("Games"): N_(
        "**Games**\n"
        "- `/arkadia start` opens one; others press *Join*, you press *Begin*.\n"
        "- `/arkadia games` lists yours.\n"
        "- A position every day: `/arkadia-daily show`.\n"
        "- Leagues: `/arkadia-league join`, `standings`.\n"
        "- Away for a while: `/arkadia seat away`, then `back`.\n"
        "- A slow turn: `/arkadia seat nudge`.\n"
        "- Leave for good: `/arkadia seat resign`. End a game: `/arkadia lobby cancel`.\n"
        "- Channel gone: `/arkadia lobby move` in another."
    ),
    N_("Settings"): N_(
        "**Settings**\n"
        "- `/arkadia preferences`, or the buttons below: pictures, questions before a command, "
        "notices, reminders, quiet hours.\n"
        "- `/arkadia note` keeps a note about a game for you.\n"
        "- `/arkadia privacy`: what is kept of you; get it, or be forgotten."
    ),
}
"""The pages of the help, by the captions of their buttons."""


def rules_text(page: int, edition: Edition, words: Words) -> str:
    """Return a page of the guide, numbered from 1, with an edition's numbers filled in."""
    return words(tuple(RULES.values())[page - 1], **edition_numbers(edition))


def about_text(edition: Edition, words: Words) -> str:
    """Return a short text about the bot."""
    about = words(
        "**{title}**\nArkadia is a board game by Rüdiger Dorn. This bot is made by people who like "
        "it and has nothing to do with its publisher. The rules are complete; pictures and texts "
        "are this project's own.",
        title=edition.title,
    )
    return f"{about} {_how_well_known(edition, words)}"


def _how_well_known(edition: Edition, words: Words) -> str:
    """Return how well the edition's facts are known as a whole."""
    if edition.provenance.invented:
        return words("This edition is made up: no box has it.")
    if edition.provenance.seen:
        return words("Everything about the components was seen in the box.")
    if edition.provenance.certain:
        return words("Everything about the components is known; the button tells where from.")
    return words(
        "Not every printed detail of the components could be looked up: the button tells which. "
        "The texts we have came without pictures. Your box's rulebook shows the board: page 13 of "
        "the French one, page 7 of the English one."
    )


def components_line(edition: Edition, words: Words) -> str:
    """Return a line on how well an edition's components are known."""
    if edition.provenance.invented:
        return words("Edition: {title}. It is made up; no box has it.", title=edition.title)
    if edition.provenance.certain:
        return words("Edition: {title}, as the box has it.", title=edition.title)
    return words(
        "Edition: {title}. Not everything could be looked up: `/arkadia about`.",
        title=edition.title,
    )


def provenance_text(edition: Edition, words: Words) -> str:
    """Return a text on the sources of the component data, grouped by origin."""
    if edition.provenance.invented:
        return words("This edition is made up: no box has it.")
    alike: dict[Origin, list[str]] = {}
    for fact, origin in edition.provenance.facts.items():
        alike.setdefault(origin, []).append(words(FACTS[fact]))
    ordered = sorted(alike, key=lambda origin: _BY_CERTAINTY.index(origin.known))
    return "\n".join(_known(origin, words.parted(alike[origin]), words) for origin in ordered)


_BY_CERTAINTY: Final = ("seen", "sourced", "one source", "inferred", "reconstructed")


def _known(origin: Origin, facts: str, words: Words) -> str:
    """Return the facts of one origin, and the origin."""
    if origin.known == "seen":
        day = words.day(date.fromisoformat(origin.on))
        return words(
            "**Seen in the box** by {name} on {day}: {facts}.",
            name=plain(origin.by),
            day=day,
            facts=facts,
        )
    if origin.known == "sourced":
        source = words(origin.source)
        return words("**Known from {source}**: {facts}.", source=source, facts=facts)
    if origin.known == "one source":
        source = words(origin.source)
        return words("**Known only from {source}**: {facts}.", source=source, facts=facts)
    if origin.known == "inferred":
        return words("**Concluded from that**: {facts}.", facts=facts)
    return words("**Made up by us to be playable**: {facts}.", facts=facts)
