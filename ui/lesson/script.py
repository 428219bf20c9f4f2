"""The script of the lesson: a start, the turns before each step, its text and its choices.

All of it is in the game's notation. The seals, values and gold in a text are filled in from the
engine's outcome:

- ``{gained}`` the seals that the learner got by the choice, such as "3 black"
- ``{changes}`` the values that it changed, such as "black 2 → 3"
- ``{seals}`` the seals behind the learner's screen afterwards
- ``{worth}`` what they would bring now
- ``{gold}`` the learner's gold afterwards
- ``{workers}`` the workers behind the learner's screen afterwards
- ``{left}`` the castle pieces that are missing until the end begins
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from i18n.translation import N_, NC_

PLAYERS: Final = ("yellow", "orange")
"""The learner has the first seat."""

FIRST_CARDS: Final = (
    *("house/black", "house/olive", "farm/red", "tavern/silver"),  # the learner's hand
    *("farm/silver", "house/olive", "mill/red", "tavern/black"),  # the opponent's
    *("smithy/silver", "tavern/red", "farm/olive"),  # open
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


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that the learner may try in a step, as a button.

    Attributes:
        label: the caption of the button.
        answer: the text shown after the choice; empty where the engine's refusal is shown.
        actions: the actions carried out, the opponent's turns after them included.
        right: True if the choice solves the step.
        sight: the part of the outcome that the picture shows.
    """

    label: str
    answer: str
    actions: tuple[str, ...] = ()
    right: bool = False
    sight: Sight = WHOLE


@dataclass(frozen=True, slots=True)
class Step:
    """One page of the lesson.

    Attributes:
        name: the key by which the bot remembers how far a person is.
        title: the heading.
        text: the explanation, with the question in its last line.
        before: the actions from the start of the game to this step.
        sight: the part of the position that the picture shows.
        choices: the choices offered; none where the step is only to be read.
    """

    name: str
    title: str
    text: str
    before: tuple[str, ...]
    sight: Sight = WHOLE
    choices: tuple[Choice, ...] = ()


FARM: Final = Sight(site="E6")

BUILT: Final = ("build house/black D6 D7 draw stack", "end")
# Each position is the one before and some actions more, so a change early in the script moves all
# later ones, and the engine refuses those that no longer fit.
GAP: Final = (*BUILT, "build farm/silver K6 L6 K7 draw stack", "end")
"""The farm lacks two squares, and it is the learner's turn."""
EARNED: Final = (*GAP, "workers own E5 F5")
BLACK_UP: Final = (*EARNED, "castle black 1", "end")
BESIDE: Final = (
    *BLACK_UP,
    *("build house/olive E4 F4 draw stack", "end"),
    *("build farm/red M4 N4 M5 draw stack", "end"),
)
"""The opponent has begun a house beside the learner's workers."""
OPPONENTS: Final = ("workers own E3 F3 D4", "castle olive 5", "end")
BANNER: Final = (*BESIDE, *OPPONENTS, "build house/olive N5 N6 draw stack")
OPPONENT_COVERS: Final = ("workers neutral J8 J9 I10", "castle silver 2", "end")
LATER: Final = (*BANNER, "end", *OPPONENT_COVERS)
PUZZLE_CASTLE: Final = (*LATER, "workers neutral C6 D5 C7 D8")


@dataclass(frozen=True, slots=True)
class Example:
    """A picture that goes with a page of the rules.

    Attributes:
        before: the actions from the start of the game.
        actions: the actions whose outcome the picture shows.
        sight: the part of the outcome that the picture shows.
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

STEPS: Final = (
    Step(
        "goal",
        N_("What it is about"),
        N_(
            "You finish buildings and get **seals** for them. The **castle**, in the middle with "
            "blue numbers, says what a seal is worth: count the castle squares that show its "
            "colour. In the end, **most gold wins**.\n"
            "You have one black seal here, and the castle shows black on three squares. What does "
            "the seal bring?"
        ),
        (*GAP, "workers neutral E5 F5", "castle black 1", "end"),
        CASTLE,
        (
            Choice(
                NC_("button", "1 gold"),
                N_("One square would make it 1 gold. Count the black squares."),
                sight=CASTLE,
            ),
            Choice(
                NC_("button", "3 gold"),
                N_("Yes: three black squares, so each black seal is worth {worth} now."),
                right=True,
                sight=CASTLE,
            ),
            Choice(
                NC_("button", "6 gold"),
                N_("That would be two seals. You have one."),
                sight=CASTLE,
            ),
        ),
    ),
    Step(
        "build",
        N_("Build"),
        N_(
            "In your turn you build **or** place workers. Build your black house now: one "
            "of its sides must touch a building, the castle or a worker. Every **camp** (tent) it "
            "covers brings you a neutral worker.\n"
            "Where do you get a worker?"
        ),
        (),
        Sight(card="house/black", tile="D6 D7"),
        (
            Choice(
                NC_("button", "C5 and D5"),
                "",
                ("build house/black C5 D5 draw stack",),
            ),
            Choice(
                NC_("button", "D6 and D7"),
                N_("Right: it touches the farm and covers the camp on D7. You have {workers} now."),
                ("build house/black D6 D7 draw stack",),
                right=True,
                sight=Sight(site="D6"),
            ),
            Choice(
                NC_("button", "E5 and F5"),
                N_("You may build there, but there is no camp: you still have {workers}."),
                ("build house/black E5 F5 draw stack",),
                sight=Sight(site="E5"),
            ),
        ),
    ),
    Step(
        "neutral",
        N_("Complete a building"),
        N_(
            "A building is **completed** when every square round it is filled. The black farm "
            "lacks E5 and F5. Who completes it gets the seal that lies on it.\n"
            "Complete it with neutral workers."
        ),
        GAP,
        FARM,
        (
            Choice(
                NC_("button", "1 neutral worker: E5"),
                N_("F5 is still vacant, so nothing is completed and you get nothing."),
                ("workers neutral E5",),
                sight=FARM,
            ),
            Choice(
                NC_("button", "2 neutral workers: E5, F5"),
                N_(
                    "Completed! You get {gained}: the seal on the farm. Neutral workers earn "
                    "nothing more."
                ),
                ("workers neutral E5 F5",),
                right=True,
                sight=FARM,
            ),
        ),
    ),
    Step(
        "own",
        N_("Your own workers earn"),
        N_(
            "The same farm again. Each **own** worker beside a completed building earns one more "
            "seal of its colour, for you.\n"
            "Complete it for three seals."
        ),
        GAP,
        FARM,
        (
            Choice(
                NC_("button", "1 own, 1 neutral"),
                N_("That makes {gained}: one for your worker, one from the farm. There is more."),
                ("workers own E5 neutral F5",),
                sight=FARM,
            ),
            Choice(
                NC_("button", "2 own workers"),
                N_("{gained}: two for your workers and one from the farm."),
                ("workers own E5 F5",),
                right=True,
                sight=FARM,
            ),
        ),
    ),
    Step(
        "castle",
        N_("The castle"),
        N_(
            "For each building you complete you place a **castle piece**, in any colour. It covers "
            "what was there: one value goes up, another goes down. You have {seals} seals.\n"
            "Make them worth more: cover red with black."
        ),
        EARNED,
        CASTLE,
        (
            Choice(
                NC_("button", "Red on 2, over black"),
                N_("{changes}. Your black seals are worth less now, {worth} in all."),
                ("castle red 2",),
                sight=CASTLE,
            ),
            Choice(
                NC_("button", "Black on 1, over red"),
                N_("{changes}. Your seals are worth {worth} in all."),
                ("castle black 1",),
                right=True,
                sight=CASTLE,
            ),
            Choice(
                NC_("button", "Black on 2, over black"),
                N_("Black on black changes nothing: still {worth} in all."),
                ("castle black 2",),
                sight=CASTLE,
            ),
        ),
    ),
    Step(
        "beside",
        N_("Others complete, you earn"),
        N_(
            "Workers stay for good and earn in **every** turn. Orange built an olive house beside "
            "your workers on E5 and F5, and now completes it.\n"
            "How many olive seals do you get?"
        ),
        BESIDE,
        Sight(site="E4"),
        (
            Choice(
                NC_("button", "None"),
                N_("You do: your workers on E5 and F5 touch the house. Each earns you a seal."),
                sight=Sight(site="E4"),
            ),
            Choice(
                NC_("button", "1"),
                N_("Both workers touch the house: E5 and F5."),
                sight=Sight(site="E4"),
            ),
            Choice(
                NC_("button", "2"),
                N_("Yes: {gained}, in Orange's turn. Build where others must finish!"),
                OPPONENTS,
                right=True,
                sight=Sight(site="E4"),
            ),
        ),
    ),
    Step(
        "banner",
        N_("Sell now, or wait"),
        N_(
            "At the end of a turn you may hand in one of your 4 **banners**: you get 2 own workers "
            "and may **sell** seals at their present values. Without a banner you sell only when "
            "the game ends.\n"
            "You have {seals} seals, worth {worth} now. What do you do? Try both."
        ),
        BANNER,
        CASTLE,
        (
            Choice(
                NC_("button", "Sell all now"),
                N_(
                    "You have {gold} for sure, and 2 workers more. Orange's next piece covers "
                    "black. {changes}: with *Wait* you would have less. But the banner is gone."
                ),
                ("banner sell olive 2 black 3", "end", *OPPONENT_COVERS),
                right=True,
                sight=CASTLE,
            ),
            Choice(
                NC_("button", "Wait"),
                N_(
                    "Orange's next piece covers black. {changes}: your seals are worth {worth} "
                    "now. They may rise again, and you keep the banner. Neither is wrong: "
                    "sell when your colours are high and others want them low."
                ),
                ("end", *OPPONENT_COVERS),
                right=True,
                sight=CASTLE,
            ),
        ),
    ),
    Step(
        "end",
        N_("How it ends"),
        N_(
            "The castle grows floor by floor, 10 pieces each. When the second floor is full, after "
            "20 pieces, everybody has **one more turn**; whoever placed that piece plays last. "
            "Then all seals are sold. Most gold wins.\n"
            "Three pieces stand here. How many more bring the end?"
        ),
        LATER,
        CASTLE,
        (
            Choice(
                NC_("button", "7"),
                N_("That fills the first floor. The second one must be full, too."),
                sight=CASTLE,
            ),
            Choice(
                NC_("button", "17"),
                N_("Yes, {left}. Watch that number: keep no seals that you cannot sell well."),
                right=True,
                sight=CASTLE,
            ),
            Choice(
                NC_("button", "25"),
                N_("All three floors are rarely finished: the second one brings the end."),
                sight=CASTLE,
            ),
        ),
    ),
    Step(
        "puzzle-worker",
        N_("Puzzle 1 of 3"),
        N_(
            "One worker earns at **every** completed building that it touches. You place one own "
            "worker.\n"
            "Where may it earn twice?"
        ),
        (),
        Sight(site="F8"),
        (
            Choice(
                NC_("button", "D8"),
                N_("D8 touches the mill alone. Look for a square between two buildings."),
                ("workers own D8",),
                sight=Sight(site="F8"),
            ),
            Choice(
                NC_("button", "G8"),
                N_("Yes: G8 touches the olive mill and the black smithy, and earns at both."),
                ("workers own G8",),
                right=True,
                sight=Sight(site="F8"),
            ),
            Choice(
                NC_("button", "J8"),
                N_("J8 touches the red house and the castle, which is never completed."),
                ("workers own J8",),
                sight=Sight(site="I8"),
            ),
        ),
    ),
    Step(
        "puzzle-tile",
        N_("Puzzle 2 of 3"),
        N_(
            "The black farm lacks E5 and F5 again, and you have an olive house.\n"
            "Complete the farm and keep all your workers."
        ),
        GAP,
        FARM,
        (
            Choice(
                NC_("button", "2 neutral workers"),
                N_("That completes it, but two workers are gone: {workers} are left."),
                ("workers neutral E5 F5",),
                sight=FARM,
            ),
            Choice(
                NC_("button", "House on E5 and F5"),
                N_("Yes: a building fills squares as well. {gained}, and you keep {workers}."),
                ("build house/olive E5 F5 draw stack",),
                right=True,
                sight=FARM,
            ),
            Choice(
                NC_("button", "House on D4 and D5"),
                N_("That covers a camp, but E5 and F5 stay vacant: nothing is completed."),
                ("build house/olive D4 D5 draw stack",),
                sight=FARM,
            ),
        ),
    ),
    Step(
        "puzzle-castle",
        N_("Puzzle 3 of 3"),
        N_(
            "You completed your house and place a castle piece. You have {seals} seals, worth "
            "{worth}.\n"
            "Which piece makes them worth most?"
        ),
        PUZZLE_CASTLE,
        CASTLE,
        (
            Choice(
                NC_("button", "Olive on 10, where no seal is"),
                N_("{changes}: {worth}. There is better: you have more black seals."),
                ("castle olive 10",),
                sight=CASTLE,
            ),
            Choice(
                NC_("button", "Black on 4, over olive"),
                N_("{changes}: {worth}. You lose on olive what you win on black."),
                ("castle black 4",),
                sight=CASTLE,
            ),
            Choice(
                NC_("button", "Black on 6, over red"),
                N_("{changes}: {worth}. You have no red seal to lose. Well done!"),
                ("castle black 6",),
                right=True,
                sight=CASTLE,
            ),
        ),
    ),
    Step(
        "done",
        N_("You can play"),
        N_(
            "That is the whole game:\n"
            "- build, or place workers;\n"
            "- complete buildings where **your** workers stand;\n"
            "- raise with castle pieces what you have;\n"
            "- sell by a banner while it is worth much.\n\n"
            "Press *Play practice* for a game against the computer, just for you."
        ),
        LATER,
    ),
)
"""The steps of the lesson in their order."""
