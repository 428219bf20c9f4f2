"""The lesson's game: its deal, its positions as the engine makes them, and their pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import discord

from engine.edition_files import first_edition
from engine.game import Game, Turn
from engine.squares import iter_squares, parse_square, square_set
from engine.start import FIRST_GAME, Start
from engine.story import Changes, changes_of
from engine.view import Counts, View
from i18n.formats import capital
from i18n.translation import Words
from render import Theme, draw_turn
from ui.pictures import drawn_file
from words.alt import describe_board
from words.sentences import NO_MARKS, Ghost, Marks
from words.steps import describe_turn

PLAYERS: Final = ("yellow", "orange")
"""The colours of the learner, in the first seat, and of the opponent."""

FIRST_CARDS: Final = (
    "house/black",
    "house/olive",
    "farm/red",
    "tavern/silver",  # the learner's hand
    "farm/silver",
    "house/olive",
    "mill/red",
    "tavern/black",  # the opponent's
    "smithy/silver",
    "tavern/red",
    "farm/olive",  # open
)
"""The beginning of the deck; the other cards follow in the edition's order."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The part of the board that a picture enlarges and marks; by default the whole board.

    Attributes:
        castle: True to show the castle.
        site: a square of the building round which workers are placed.
        card, tile: a building that is about to be laid, and its squares.
    """

    castle: bool = False
    site: str = ""
    card: str = ""
    tile: str = ""


WHOLE: Final = Sight()
CASTLE: Final = Sight(castle=True)


FARM: Final = Sight(site="E6")

BUILT: Final = ("build house/black D6 D7 draw stack", "end")
# Each position is the one before and some actions more, so a change early in the script moves all
# later ones, and the engine refuses those that no longer fit.
ANSWER: Final = "build farm/silver K6 L6 K7 draw stack"
"""What Orange builds."""
GAP: Final = (*BUILT, ANSWER, "end")
"""The farm lacks two squares, and it is the learner's turn."""
EARNED: Final = (*GAP, "workers own E5 F5")
BLACK_UP: Final = (*EARNED, "castle black 1", "end")
BESIDE: Final = (
    *BLACK_UP,
    "build house/olive E4 F4 draw stack",
    "end",
    "build farm/red M4 N4 M5 draw stack",
    "end",
)
"""The opponent has begun a house beside the learner's workers."""
OPPONENTS: Final = ("workers own E3 F3 D4", "castle olive 5", "end")
BANNER: Final = (*BESIDE, *OPPONENTS, "build house/olive N5 N6 draw stack")


@dataclass(frozen=True, slots=True)
class Example:
    """A picture that goes with a page of the rules.

    Attributes:
        before: the actions from the start of the game.
        actions: the actions whose outcome the picture shows.
    """

    before: tuple[str, ...]
    actions: tuple[str, ...]
    sight: Sight


EXAMPLES: Final = {
    "turn": (Example((), (), Sight(card="house/black", tile="D6 D7")),),
    "completed": (Example(GAP, ("workers own E5 F5",), FARM),),
    "castle": (Example(EARNED, (), CASTLE), Example(EARNED, ("castle black 1",), CASTLE)),
    "banner": (Example(BANNER, ("banner sell olive 2 black 3",), CASTLE),),
}
"""The pictures that go with the pages of the rules, by the name of the page."""

_SALE: Final = EXAMPLES["banner"][0]
_COVERED: Final = EXAMPLES["castle"][1]
_CAMP: Final = EXAMPLES["turn"][0]
_PAID: Final = EXAMPLES["completed"][0]
_SQUARES: Final = Example(BUILT, (), FARM)

RULING_EXAMPLES: Final = {
    **dict.fromkeys(("touch", "vacant", "camp"), _CAMP),
    "how-many-workers": _SQUARES,
    "workers-castle": Example(BUILT, ("workers own F5 K7",), WHOLE),
    **dict.fromkeys(("completed", "payout"), _PAID),
    **dict.fromkeys(("piece-square", "must-piece", "value"), _COVERED),
    **dict.fromkeys(("sell", "banner-workers"), _SALE),
    **dict.fromkeys(("first-game", "lot"), Example((), (), WHOLE)),
}
"""The pictures that go with rulings, by their names."""


LEARNER = 0


@dataclass(frozen=True, slots=True)
class LessonScene:
    """A position of the lesson as the learner sees it, with the changes by the last choice.

    Attributes:
        gained: the seals that the learner got, by family.
        changed: the tiles, workers and pieces that came onto the board.
    """

    view: View
    gained: Counts
    changed: Changes


@cache
def lesson_start() -> Start:
    """Return the start of the lesson's game, with a fixed deal."""
    edition = first_edition()
    first = [edition.card(name) for name in FIRST_CARDS]
    # The deck is not shuffled: the script names its cards, so every learner has the same game.
    rest = list(edition.deck(first_game=True))
    for card in first:
        rest.remove(card)
    return Start.create(edition, FIRST_GAME, PLAYERS, [*first, *rest])


def scene_after(log: Sequence[str], actions: Sequence[str] = ()) -> LessonScene:
    """Return the position after a log and further actions, with the changes by the latter."""
    game = Game.from_log(lesson_start(), log)
    before = game.position.view(LEARNER)
    turns = _played(game, actions)
    after = game.position.view(LEARNER)
    gained = [0] * len(before.values)
    changed = changes_of(turns)
    for event in changed.completed:
        gained[before.edition.family_number[event.card.family]] += event.gains[LEARNER]
    return LessonScene(after, tuple(gained), changed)


def _played(game: Game, actions: Sequence[str]) -> list[Turn]:
    """Carry out actions and return turns that hold nothing but them."""
    turns: list[Turn] = []
    for text in actions:
        turn = game.turn
        if not turns or turns[-1].number != turn.number:
            # The game's own turn may hold actions of the step before; the picture is to mark the
            # new ones.
            turns.append(Turn(turn.number, turn.seat))
        game.enter(text)
        turns[-1].plies.append(turn.plies[-1])
    return turns


def marks_of(scene: LessonScene, sight: Sight) -> Marks:
    """Return the marks for the picture of a scene, the enlarged part of the board included."""
    if sight.castle:
        return Marks(ring_numbers=True, changed=scene.changed)
    edition = scene.view.edition
    if sight.tile:
        squares = square_set(parse_square(name) for name in sight.tile.split())
        return Marks(ghost=Ghost(edition.card(sight.card), squares))
    if sight.site:
        place = 1 << parse_square(sight.site)
        site = next(one for one in scene.view.buildings if one.squares & place)
        taken = scene.view.neutral | scene.view.lot.squares
        for building in scene.view.buildings:
            taken |= building.squares
        for seat in scene.view.seats:
            taken |= seat.workers
        vacant = edition.border(site.squares) & ~taken
        return Marks(
            focus=site.squares, numbered=tuple(iter_squares(vacant)), changed=scene.changed
        )
    return Marks(changed=scene.changed) if scene.changed.squares else NO_MARKS


def names_in(words: Words) -> list[str]:
    """Return the names of the lesson's people: their colours, which can stand in any sentence."""
    return [capital(words.name(colour)) for colour in PLAYERS]


async def scene_file(
    scene: LessonScene, sight: Sight, theme: Theme, words: Words, name: str
) -> discord.File:
    """Return a picture of a scene of the lesson, with its alt text."""
    marks = marks_of(scene, sight)
    return await drawn_file(
        name,
        _alt(scene, marks, words),
        draw_turn,
        scene.view,
        names=names_in(words),
        title=words("Lesson"),
        marks=marks,
        theme=theme,
        words=words,
    )


def _alt(scene: LessonScene, marks: Marks, words: Words) -> str:
    """Return the alt text: the outcome of a choice, or else the decision to be made."""
    changed, names = scene.changed, names_in(words)
    if changed.squares or changed.pieces:
        return describe_board(scene.view, names=names, changed=changed, words=words)
    return describe_turn(scene.view, names=names, marks=marks, whole=True, words=words)
