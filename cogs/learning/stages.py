"""The script of the lesson: its game, what is asked for stage by stage, and its pictures.

Stages that follow each other in one game are a scene. A stage asks for one control, which is
marked, or for an action, which the learner finds with the panel as it is in any game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import discord

from engine.actions import Action, Banner, Build, Castle, End, Workers
from engine.edition_files import first_edition
from engine.game import Game, Turn
from engine.opportunities import gap
from engine.position import Position
from engine.squares import SquareSet, iter_squares, parse_square, square_set
from engine.start import FIRST_GAME, Start
from engine.story import Changes, changes_of
from engine.view import Counts, View
from i18n.formats import capital
from i18n.translation import N_, Words
from render import Theme, draw_turn
from ui.panel.player import PanelPlayer
from ui.pictures import drawn_file
from words.alt import describe_board
from words.sentences import NO_MARKS, Ghost, Marks
from words.steps import describe_turn

PLAYERS: Final = ("yellow", "orange")  # the colours of the learner and of the opponent

HAND: Final = ("house/black", "house/olive", "farm/red", "tavern/silver")
OPPONENTS_HAND: Final = ("farm/silver", "house/olive", "mill/red", "tavern/black")
FIRST_CARDS: Final = (*HAND, *OPPONENTS_HAND, "smithy/silver", "tavern/red", "farm/olive")
"""The beginning of the deck, with three open cards last; the others follow as in the edition."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The part of the board that a picture enlarges and marks; by default the whole board."""

    castle: bool = False  # True to show the castle
    site: str = ""  # a square of the building round which workers are placed
    card: str = ""  # a building that is about to be laid, and its squares
    tile: str = ""


WHOLE: Final = Sight()
CASTLE: Final = Sight(castle=True)

FARM: Final = Sight(site="E6")

BUILT: Final = ("build house/black D6 D7 draw stack", "end")
# Each position is the one before and some actions more, so a change early in the script moves all
# later ones, and the engine refuses those that no longer fit.
ANSWER: Final = "build farm/silver K6 L6 K7 draw stack"  # what Orange builds
GAP: Final = (*BUILT, ANSWER, "end")  # the farm lacks two squares, and it is the learner's turn
EARNED: Final = (*GAP, "workers own E5 F5")
BLACK_UP: Final = (*EARNED, "castle black 1", "end")
BEGUN: Final = (*BLACK_UP, "build house/olive E4 F4 draw stack", "end")
BESIDE: Final = (*BEGUN, "build farm/red M4 N4 M5 draw stack", "end")
"""The opponent has begun a house beside the learner's workers."""
OPPONENTS: Final = ("workers own E3 F3 D4", "castle olive 5", "end")
BANNER: Final = (*BESIDE, *OPPONENTS, "build house/olive N5 N6 draw stack")


@dataclass(frozen=True, slots=True)
class Example:
    """A picture that goes with a page of the rules."""

    before: tuple[str, ...]  # the actions from the start of the game
    actions: tuple[str, ...]  # the actions whose outcome the picture shows
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
    """A position of the lesson as the learner sees it, with the changes by the last choice."""

    view: View
    gained: Counts  # the seals that the learner got, by family
    changed: Changes  # the tiles, workers and pieces that came onto the board


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
    if sight.tile:
        squares = square_set(parse_square(name) for name in sight.tile.split())
        return Marks(ghost=Ghost(scene.view.edition.card(sight.card), squares))
    if sight.site:
        place = 1 << parse_square(sight.site)
        site = next(one for one in scene.view.buildings if one.squares & place)
        vacant = tuple(iter_squares(gap(scene.view, site.squares)))
        return Marks(focus=site.squares, numbered=vacant, changed=scene.changed)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage of the lesson."""

    name: str  # the key by which the bot remembers how far a person is
    title: str
    text: str  # the explanation, with what to do, in at most forty words
    # the log with which a scene begins here, ``KEPT`` for the learner's own; None where the scene
    # goes on
    before: tuple[str, ...] | None = None
    control: str = ""  # the verb of the one control that is asked for, or a card of the hand
    # whether an action is one that the stage asks for; None if it asks for none
    accepts: Callable[[PanelPlayer, Action], bool] | None = None
    # the entries of an action that is accepted, or the entry to choose in the control; with
    # ``{first}`` and ``{all}`` for the squares of the farm's gap
    solution: tuple[str, ...] = ()
    miss: str = ""  # the nudge after anything else
    answer: str = ""  # the sentence after a second miss, which tells the solution
    # the text instead, where the learner has gained nothing in the opponent's turn
    nothing: str = ""
    replies: bool = False  # whether the opponent then takes a turn

    @property
    def is_read(self) -> bool:
        """True if the stage asks for nothing."""
        return not self.control and self.accepts is None


def farm_gap(position: Position) -> SquareSet:
    """Return the squares that the black farm lacks, round which most of the lesson is played."""
    farm = next(one for one in position.buildings if str(one.card) == "farm/black")
    return farm.border & position.vacant


def _leaves_the_finish(player: PanelPlayer, action: Action) -> bool:
    if not isinstance(action, Workers) or not action.own:
        return False
    return not player.position.completions(action)


def _earns_most(player: PanelPlayer, action: Action) -> bool:
    gap, own = farm_gap(player.position), player.position.own_stock[player.seat]
    if not isinstance(action, Workers) or action.own | action.neutral != gap:
        return False
    return action.own.bit_count() == min(own, gap.bit_count())


def _raises(player: PanelPlayer, action: Action) -> bool:
    after, _ = player.outlook(action)
    return isinstance(action, Castle) and player.worth(tuple(after.values)) > player.worth()


def _fills_by_tile(player: PanelPlayer, action: Action) -> bool:
    return isinstance(action, Build) and not farm_gap(player.position) & ~action.squares


KEPT: Final = ("the learner's own house, and Orange's answer to it",)  # a scene's beginning

STAGES: Final = (
    Stage(
        name="turn",
        title=N_("The goal"),
        text=N_(
            "**Most gold wins.** Workers beside completed buildings bring you seals, the castle "
            "gives them a value, and banners let you sell them. This takes seven minutes. You're "
            "**yellow**. In a turn you build **or** place workers. Build first: press 👉."
        ),
        before=(),
        control="house/black",
        miss=N_("That comes later. Press the button with 👉."),
    ),
    Stage(
        name="place",
        title=N_("Your decision: where?"),
        text=N_(
            "Your house can cover the **blue dots**: arrows, menus and *Rotate* move it. "
            "A **tent** under it brings a neutral worker. Happy with the place? Then "
            "draw a card, open or from the stack: that builds the house."
        ),
        accepts=lambda _, action: isinstance(action, Build),
        solution=("build house/black D6 D7 draw stack",),
        miss=N_("Build your house first. Workers come next."),
        answer=N_("Press *Build, draw from the stack*: any place with blue dots will do."),
    ),
    Stage(
        name="end",
        title=N_("End of the turn"),
        text=N_(
            "Your house is built. *Undo* takes back any step until you draw; now that you've seen "
            "a new card, it no longer works. Others see your turn once you end it: press 👉."
        ),
        control="end",
        miss=N_("That comes later. Press the button with 👉."),
    ),
    Stage(
        name="numbers",
        title=N_("Numbers on buildings"),
        text=N_(
            "Orange has built too: a **frame with a hat** shows what others did. The "
            "**number in a circle** on a building counts the empty squares around it. At "
            "0 it's complete. Choose a building in the menu with 👉."
        ),
        before=KEPT,
        control="site",
        solution=("2",),
        miss=N_("You've already built. Choose a building in the menu with 👉."),
    ),
    Stage(
        name="workers",
        title=N_("Your decision: where to put your workers?"),
        text=N_(
            "Each of **your own** workers beside a completed building earns you a seal "
            "of its colour. It doesn't matter who completes it. Find a building that "
            "Orange will want to finish, put your own workers beside it, and press "
            "*Place*."
        ),
        accepts=_leaves_the_finish,
        solution=("workers own {first}",),
        miss=N_("Place your own workers, and let Orange finish the building."),
        answer=N_(
            "One way: choose the black farm, put one of your own workers on {first}, and "
            "press *Place*."
        ),
        replies=True,
    ),
    Stage(
        name="earned",
        title=N_("Orange's turn"),
        text=N_(
            "Orange completed a building, and you earned {gained}. Your workers stay "
            "there and earn again at every other building that they touch."
        ),
        nothing=N_(
            "Orange completed a building where you had no worker, so you earned nothing. "
            "Buildings with a low number get finished soon."
        ),
    ),
    Stage(
        name="complete",
        title=N_("Complete it"),
        text=N_(
            "Let's go back one turn. The **black farm** still needs {gap}: complete it. "
            "There's a black seal on it for you. Neutral workers only fill squares; your "
            "own earn seals. Take as many black seals as you can."
        ),
        before=KEPT,
        accepts=_earns_most,
        solution=("workers {all}",),
        miss=N_("You can do better: fill the whole gap, and remember whose workers earn seals."),
        answer=N_("Solution: fill {gap} with your own workers first, then with neutral ones."),
    ),
    Stage(
        name="castle",
        title=N_("The castle"),
        text=N_(
            "Each completed building brings a **castle piece**: open a colour's menu and "
            "choose a ring square. A seal is worth 1 gold for each ring square that "
            "shows its colour. You have {seals}. Make them worth more."
        ),
        accepts=_raises,
        solution=("castle black 1",),
        miss=N_(
            "That doesn't make your seals worth more. Which colour do you hold, and "
            "which do you lack?"
        ),
        answer=N_("Solution: a black piece over red, on ring square 1."),
    ),
    Stage(
        name="banner",
        title=N_("Your decision: sell or wait?"),
        text=N_(
            "Your {seals} are worth {worth} now, but others could cover their colour. A "
            "**banner** ({banners} in a game) brings workers and lets you sell at once. "
            "Sell, or end the turn: both are fine."
        ),
        accepts=lambda _, action: isinstance(action, Banner | End),
        solution=("end",),
        miss=N_("Hand in a banner, or end the turn."),
        answer=N_("Press *End turn*."),
    ),
    Stage(
        name="puzzle",
        title=N_("A puzzle"),
        text=N_(
            "Another board, without help. Your house is on D6 D7. Complete the black "
            "farm on E6, and keep **all** your workers. The panel works as in a real "
            "game."
        ),
        before=GAP,
        accepts=_fills_by_tile,
        solution=("build house/olive E5 F5 draw stack",),
        miss=N_("Not quite, try again. What else can fill squares?"),
        answer=N_("Solution: fill {gap} with a tile. Build your olive house there."),
    ),
    Stage(
        name="done",
        title=N_("You're ready to play"),
        text=N_(
            "Solved: a tile fills squares just like workers. When the castle's second "
            "floor is full, everybody has one more turn. Then all seals are sold, and "
            "most gold wins. Press *Play practice*."
        ),
    ),
)
"""The stages in their order."""
