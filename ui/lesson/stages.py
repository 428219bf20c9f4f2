"""The script of the lesson: what is asked for in the panel, stage by stage.

Stages that follow each other in one game are a scene. A stage asks for one control, which is
marked, or for an action, which the learner finds with the panel as it is in any game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Banner, Build, Castle, End, Workers
from engine.squares import parse_square, square_set
from i18n.translation import N_
from ui.lesson.examples import GAP
from ui.panel.desk import Desk


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage of the lesson.

    Attributes:
        name: the key by which the bot remembers how far a person is.
        title: the heading.
        text: the explanation, with what to do, in at most forty words.
        before: the log with which a scene begins here; None where the scene goes on.
        control: the verb of the one control that is asked for, or a card of the hand.
        accepts: whether an action is one that the stage asks for; None if it asks for none.
        solution: the entries of an action that is accepted, or the entry to choose in the control.
        miss: the sentence after anything else.
        nothing: the text instead, where the learner has gained nothing in the opponent's turn.
        replies: whether the opponent then takes a turn.
    """

    name: str
    title: str
    text: str
    before: tuple[str, ...] | None = None
    control: str = ""
    accepts: Callable[[Desk, Action], bool] | None = None
    solution: tuple[str, ...] = ()
    miss: str = ""
    nothing: str = ""
    replies: bool = False

    @property
    def is_read(self) -> bool:
        """True if the stage asks for nothing."""
        return not self.control and self.accepts is None


def _leaves_the_finish(desk: Desk, action: Action) -> bool:
    if not isinstance(action, Workers) or not action.own:
        return False
    return not desk.position.completions(action)


def _earns_most(_: Desk, action: Action) -> bool:
    return isinstance(action, Workers) and action.own == _GAP and not action.neutral


def _raises(desk: Desk, action: Action) -> bool:
    after, _ = desk.outlook(action)
    return isinstance(action, Castle) and desk.worth(tuple(after.values)) > desk.worth()


def _fills_by_tile(_: Desk, action: Action) -> bool:
    return isinstance(action, Build) and not _GAP & ~action.squares


_GAP: Final = square_set(parse_square(name) for name in ("E5", "F5"))
"""The squares that the farm lacks."""

STAGES: Final = (
    Stage(
        name="turn",
        title=N_("A turn"),
        text=N_(
            "Here is the board. The columns at the right are yours alone: cards, workers, seals, "
            "gold. In a turn you build **or** place workers. Build first: press 👉."
        ),
        before=(),
        control="house/black",
        miss=N_("That comes later. Press the button with 👉."),
    ),
    Stage(
        name="ghost",
        title=N_("The ghost"),
        text=N_(
            "The ghost shows where the house would stand; **blue dots** are all squares that it "
            "may cover. A side has to touch a building, the castle or a worker. Move it: press 👉."
        ),
        control="right",
        miss=N_("You will need that soon. Now press the button with 👉."),
    ),
    Stage(
        name="rotate",
        title=N_("Rotate"),
        text=N_(
            "Arrows lead from one legal place to the next. A tile may stand the other way, too: "
            "press 👉."
        ),
        control="turn",
        miss=N_("You will need that soon. Now press the button with 👉."),
    ),
    Stage(
        name="place",
        title=N_("Your decision: where?"),
        text=N_(
            "Build where you like: the menus and arrows move the tile. A **tent** under it brings "
            "you a neutral worker. You build by the card that you draw: press an open one or the "
            "stack."
        ),
        accepts=lambda _, action: isinstance(action, Build),
        solution=("build house/black D6 D7 draw stack",),
        miss=N_("Build something first. Workers come next."),
    ),
    Stage(
        name="end",
        title=N_("End of the turn"),
        text=N_(
            "Done. A new card is known now, so *Undo* is over; before a draw it takes back any "
            "step. Others see your turn when it ends: press 👉."
        ),
        control="end",
        miss=N_("That comes later. Press the button with 👉."),
    ),
    Stage(
        name="numbers",
        title=N_("Numbers on buildings"),
        text=N_(
            "The **number in a circle** on a building counts the vacant squares round it. At 0 it "
            "is complete. A **frame with a hat** shows what others did. Choose a building in 👉."
        ),
        before=GAP,
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
        solution=("workers own E5",),
        miss=N_("Place workers of your own, and leave the finish to Orange."),
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
            "The same turn again. The **black farm** still needs E5 and F5: complete it. A "
            "black seal lies on it for you. Neutral workers only fill, own ones earn. Take "
            "three black seals."
        ),
        before=GAP,
        accepts=_earns_most,
        solution=("workers own E5 F5",),
        miss=N_("That makes fewer than three seals. The answer: own workers on E5 and F5."),
    ),
    Stage(
        name="castle",
        title=N_("The castle"),
        text=N_(
            "Each completed building brings a **castle piece**: choose its ring square in a "
            "colour's menu. A seal is worth as much gold as ring squares show its colour. You have "
            "{seals} seals. Make them worth more."
        ),
        accepts=_raises,
        solution=("castle black 1",),
        miss=N_("That does not raise them. The answer: a black piece over red, on ring square 1."),
    ),
    Stage(
        name="banner",
        title=N_("Your decision: sell or wait?"),
        text=N_(
            "Your seals, {seals}, are worth {worth} now. A **banner** brings workers and lets you "
            "sell at once; you have four in a game. Others may cover your colour. Sell, or end the "
            "turn."
        ),
        accepts=lambda _, action: isinstance(action, Banner | End),
        solution=("end",),
        miss=N_("Hand in a banner, or end the turn."),
    ),
    Stage(
        name="puzzle",
        title=N_("A puzzle"),
        text=N_(
            "Now without help. Complete the black farm on E6, and keep **all** your workers. The "
            "panel is that of a real game."
        ),
        before=GAP,
        accepts=_fills_by_tile,
        solution=("build house/olive E5 F5 draw stack",),
        miss=N_("That is not it. Nothing was done: try again."),
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
