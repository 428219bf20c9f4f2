"""The script of the lesson: what is asked for in the panel, stage by stage.

Stages that follow each other in one game are a scene. A stage asks for one control, which is
marked, or for an action, which the learner finds with the panel as it is in any game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cogs.learning.scenes import GAP
from engine.actions import Action, Banner, Build, Castle, End, Workers
from engine.position import Position
from engine.squares import SquareSet
from i18n.translation import N_
from ui.panel.player import PanelPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage of the lesson.

    Attributes:
        name: the key by which the bot remembers how far a person is.
        text: the explanation, with what to do, in at most forty words.
        before: the log with which a scene begins here, ``KEPT`` for the learner's own; None where
            the scene goes on.
        control: the verb of the one control that is asked for, or a card of the hand.
        accepts: whether an action is one that the stage asks for; None if it asks for none.
        solution: the entries of an action that is accepted, or the entry to choose in the control;
            with ``{first}`` and ``{all}`` for the squares of the farm's gap.
        miss: the nudge after anything else.
        answer: the sentence after a second miss, which tells the solution.
        nothing: the text instead, where the learner has gained nothing in the opponent's turn.
        replies: whether the opponent then takes a turn.
    """

    name: str
    title: str
    text: str
    before: tuple[str, ...] | None = None
    control: str = ""
    accepts: Callable[[PanelPlayer, Action], bool] | None = None
    solution: tuple[str, ...] = ()
    miss: str = ""
    answer: str = ""
    nothing: str = ""
    replies: bool = False

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


KEPT: Final = ("the learner's own house, and Orange's answer to it",)
"""The beginning of a scene that goes on from what the learner has built."""

STAGES: Final = (
    Stage(
        name="turn",
        title=N_("The goal"),
        text=N_(
            "**Most gold wins.** Workers beside completed buildings bring you seals, the castle "
            "gives them a value, banners sell them: seven minutes. You are **yellow**. In a turn "
            "you build **or** place workers. Build first: press 👉."
        ),
        before=(),
        control="house/black",
        miss=N_("That comes later. Press the button with 👉."),
    ),
    Stage(
        name="place",
        title=N_("Your decision: where?"),
        text=N_(
            "Your house may cover the **blue dots**: arrows, menus and *Rotate* move it. A "
            "**tent** under it brings a neutral worker. Where you like it, draw a card: an open "
            "one or from the stack. That builds it."
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
            "Your house stands. A new card is known now, so *Undo* is over; before a draw it takes "
            "back any step. Others see your turn when it ends: press 👉."
        ),
        control="end",
        miss=N_("That comes later. Press the button with 👉."),
    ),
    Stage(
        name="numbers",
        title=N_("Numbers on buildings"),
        text=N_(
            "Orange has built, too: a **frame with a hat** shows what others did. The **number in "
            "a circle** on a building counts the vacant squares round it. At 0 it is complete. "
            "Choose a building in 👉."
        ),
        before=KEPT,
        control="site",
        solution=("2",),
        miss=N_("You have built already. Choose a building in the menu with 👉."),
    ),
    Stage(
        name="workers",
        title=N_("Your decision: whose building?"),
        text=N_(
            "Each of **your own** workers beside a completed building earns you a seal of its "
            "colour. Who completes it does not matter. Find one that Orange will want to finish, "
            "put own "
            "workers there, and *Place*."
        ),
        accepts=_leaves_the_finish,
        solution=("workers own {first}",),
        miss=N_("Place workers of your own, and leave the finish to Orange."),
        answer=N_("One way: choose the black farm, one own worker on {first}, and *Place*."),
        replies=True,
    ),
    Stage(
        name="earned",
        title=N_("Orange's turn"),
        text=N_(
            "Orange completed a building, and you earned: {gained}. Your workers stay there and "
            "earn again at every other building that they touch."
        ),
        nothing=N_(
            "Orange completed a building where no worker of yours stood, so you earned nothing. "
            "Buildings with a low number are finished soon."
        ),
    ),
    Stage(
        name="complete",
        title=N_("Complete it"),
        text=N_(
            "Back to the turn before. The **black farm** still needs {gap}: complete it. A black "
            "seal lies on it for you. Neutral workers only fill, own ones earn. Take as many black "
            "seals as you can."
        ),
        before=KEPT,
        accepts=_earns_most,
        solution=("workers {all}",),
        miss=N_("More is possible: fill the whole gap, and remember who earns."),
        answer=N_("The answer: fill {gap}, with your own workers as far as they go."),
    ),
    Stage(
        name="castle",
        title=N_("The castle"),
        text=N_(
            "Each completed building brings a **castle piece**: choose its ring square in a "
            "colour's menu. A seal is worth as much gold as ring squares show its colour. You have "
            "{seals}. Make them worth more."
        ),
        accepts=_raises,
        solution=("castle black 1",),
        miss=N_("That does not raise them: which colour do you hold, and which not?"),
        answer=N_("The answer: a black piece over red, on ring square 1."),
    ),
    Stage(
        name="banner",
        title=N_("Your decision: sell or wait?"),
        text=N_(
            "Your {seals} are worth {worth} now. A **banner** brings workers and lets you sell at "
            "once; you have {banners} in a game. Others may cover your colour. Sell, or end the "
            "turn: both are right."
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
            "Another board, without help: here your house stands on D6 D7. Complete the black farm "
            "on E6, and keep **all** your workers. The panel is that of a real game."
        ),
        before=GAP,
        accepts=_fills_by_tile,
        solution=("build house/olive E5 F5 draw stack",),
        miss=N_("Not quite. Nothing was done: what else can fill squares?"),
        answer=N_("The answer: a tile fills {gap} as well. Build your olive house there."),
    ),
    Stage(
        name="done",
        title=N_("You can play"),
        text=N_(
            "Solved: a tile fills squares as well. When the castle's second floor is full, "
            "everybody has one more turn. Then all seals are sold, and most gold wins. Press "
            "*Play practice*."
        ),
    ),
)
"""The stages in their order."""
