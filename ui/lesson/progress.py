"""A person's place in the lesson, as a text that is kept, and the game that follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.actions import Action, Build, Castle, Draw, End, Workers
from engine.errors import EngineError
from engine.events import BuildingCompleted
from engine.game import Game
from engine.opportunities import opportunities
from engine.view import Phase
from i18n.translation import ENGLISH, Words
from ui.lesson.pictures import NAMES
from ui.lesson.scenes import LEARNER, lesson_start
from ui.lesson.stages import STAGES, Stage
from ui.panel import routes
from ui.panel.desk import Desk
from ui.panel.loose import loose_desk
from ui.panel.page import Go, NotOfferedError
from ui.panel.steps import STEPS

LESSON: Final = 0
"""The number of the lesson's game; those of real ones begin with 1."""
PRESSED: Final = "!"
"""What an outcome begins with that is a pressed control, and no entries of the log."""
CHOSEN: Final = "="
"""What stands between a menu and the entry that was chosen in it."""

MANY: Final = 99
"""More ways to complete something than there are."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A place in the lesson.

    Attributes:
        number: the stage, from 0.
        outcomes: of each stage of the scene before this one: the control that was pressed, or the
            entries of the log, separated by commas.
    """

    number: int = 0
    outcomes: tuple[str, ...] = ()

    @property
    def stage(self) -> Stage:
        """The stage that the person is at."""
        return STAGES[self.number]

    def __str__(self) -> str:
        return "|".join([self.stage.name, *self.outcomes])

    @classmethod
    def read(cls, text: str | None) -> Progress:
        """Return the place that a kept text names; the begin if there is none any more."""
        name, *outcomes = (text or "").split("|")
        number = next((at for at, stage in enumerate(STAGES) if stage.name == name), 0)
        found = cls(number, tuple(outcomes))
        try:
            found.desk(0, ENGLISH)
        except (EngineError, NotOfferedError):
            # The script has changed since: the scene begins anew.
            return cls(_scene(number))
        return found

    def desk(self, user: int, words: Words) -> tuple[Desk, Go]:
        """Return the learner's desk, and where the panel stands when the stage begins.

        Raises:
            EngineError: if an entry does not fit.
            NotOfferedError: if a control is not offered.
        """
        scene = _scene(self.number)
        if len(self.outcomes) != self.number - scene:
            raise NotOfferedError("another number of outcomes")
        log, controls = [*(STAGES[scene].before or ())], list[str]()
        for outcome in self.outcomes:
            if outcome.startswith(PRESSED):
                controls.append(outcome.removeprefix(PRESSED))
            else:
                log += [entry for entry in outcome.split(",") if entry]
                controls.clear()
        desk = _desk(Game.from_log(lesson_start(), log), user, words)
        go = routes.current_step(desk)
        for control in controls:
            verb, *values = control.split(CHOSEN)
            after = STEPS[go.step].press(desk, go.numbers, verb, values)
            if not isinstance(after, Go):
                raise NotOfferedError(verb)
            go = after
        return desk, go

    def solved(self, outcome: str) -> Progress:
        """Return the next place after an outcome of this stage."""
        after = min(self.number + 1, len(STAGES) - 1)
        if STAGES[after].before is not None or after == self.number:
            return Progress(after)
        return Progress(after, (*self.outcomes, outcome))

    def back(self) -> Progress:
        """Return the place before this one: the stage before, or the scene before."""
        if self.outcomes:
            return replace(self, number=self.number - 1, outcomes=self.outcomes[:-1])
        return Progress(_scene(max(self.number - 1, 0)))

    def skipped(self) -> Progress:
        """Return the next place, as if this stage's solution had been found."""
        stage = self.stage
        desk, _ = self.desk(0, ENGLISH)
        if stage.control:
            verb = control_of(stage, desk)
            return self.solved("end" if verb == "end" else pressed(verb, stage.solution))
        return self.solved(done(desk, stage, list(stage.solution)))


def pressed(verb: str, values: Sequence[str]) -> str:
    """Return the outcome of a stage whose control was pressed, or chosen in.

    >>> pressed("site", ["3"])
    '!site=3'
    """
    return f"{PRESSED}{CHOSEN.join([verb, *values])}"


def control_of(stage: Stage, desk: Desk) -> str:
    """Return the verb of the control that a stage asks for; empty if it asks for none."""
    for number, card in enumerate(desk.hand):
        if str(card) == stage.control:
            return f"card{'abcdefgh'[number]}"
    return stage.control


def done(desk: Desk, stage: Stage, entries: list[str]) -> str:
    """Return the outcome of a stage in which these entries were made, with the reply to them."""
    if stage.replies:
        game = desk.table.running_game().copy()
        for entry in entries:
            game.enter(entry)
        entries = [*entries, *_reply(game)]
    return ",".join(entries)


def gained(desk: Desk) -> tuple[int, ...]:
    """Return the learner's seals by family from the opponent's last turn."""
    game, seals = desk.table.running_game(), [0] * len(desk.seals)
    turn = game.last_turn
    if turn is not None and turn.seat != LEARNER:
        for event in turn.events:
            if isinstance(event, BuildingCompleted):
                number = game.start.edition.family_number[event.card.family]
                seals[number] += event.gains[LEARNER]
    return tuple(seals)


def _scene(number: int) -> int:
    """Return the stage with which the scene of a stage begins."""
    return max(at for at in range(number + 1) if STAGES[at].before is not None)


def _desk(game: Game, user: int, words: Words) -> Desk:
    """Return the learner's desk of a game that is in memory alone."""
    return loose_desk(game, LESSON, LEARNER, NAMES, user, words)


def _reply(game: Game) -> list[str]:
    """Play the opponent's turn, which completes what lacks least; return its entries."""
    entries = ["end"]
    game.apply(End())
    chances = opportunities(game.position.view(game.position.active), MANY)
    vacant, border = game.position.vacant, game.start.edition.border
    best = min(chances, key=lambda one: (border(one.building.squares) & vacant).bit_count())
    action: Action = Workers(best.own, best.neutral)
    if best.card is not None and not best.workers:
        action = Build(best.card, best.squares, Draw.STACK)
    entries.append(str(action))
    game.apply(action)
    while game.position.phase is Phase.CASTLE:
        piece = next(one for one in game.position.legal_actions() if isinstance(one, Castle))
        entries.append(str(piece))
        game.apply(piece)
    return [*entries, str(End())]
