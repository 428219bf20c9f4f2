"""A person's place in the lesson, as a text that is kept, and the game that follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cogs.learning import stages
from engine import errors, events, opportunities, preview, squares, view
from engine.actions import Action, Build, Castle, Draw, End, Workers
from engine.game import Game
from i18n.translation import ENGLISH, Words
from tabletop.personal import Value, flag
from tabletop.tables import table_in_memory
from ui.panel.page import Go, NotOfferedError
from ui.panel.player import PanelPlayer, current_step
from ui.panel.steps import STEPS

LESSON: Final = 0  # the number of the lesson's game; those of real ones begin with 1
REACHED: Final = Value("lesson", "", str)  # a person's place, as text; empty before the begin
LEARNED: Final = flag("learned", False)  # whether a person has come to its end
PRESSED: Final = "!"  # what an outcome begins with that is a pressed control
CHOSEN: Final = "="  # what stands between a menu and the entry that was chosen in it
MANY: Final = 99  # more ways to complete something than there are


@dataclass(frozen=True, slots=True)
class Progress:
    """A place in the lesson."""

    number: int = 0  # the stage, from 0
    # of each stage of the scene before this one: the control that was pressed, or the entries of
    # the log, separated by commas
    outcomes: tuple[str, ...] = ()
    # the entry by which the learner has built; later scenes go on from there
    house: str = stages.BUILT[0]
    misses: int = 0  # how often this stage was missed

    @property
    def stage(self) -> stages.Stage:
        """The stage that the person is at."""
        return stages.STAGES[self.number]

    def __str__(self) -> str:
        return "|".join([self.stage.name, self.house, str(self.misses), *self.outcomes])

    @classmethod
    def read(cls, text: str) -> "Progress":
        """Return the place that a kept text names; the begin if there is none any more."""
        name, *kept = text.split("|")
        number = next((at for at, stage in enumerate(stages.STAGES) if stage.name == name), 0)
        try:
            house, misses, *outcomes = kept
            found = cls(number, tuple(outcomes), house, int(misses))
            found.player(0, ENGLISH)
        except (errors.EngineError, NotOfferedError, ValueError):
            # The script has changed since: the scene begins anew.
            return cls(_scene(number))
        return found

    def player(self, user: int, words: Words) -> tuple[PanelPlayer, Go]:
        """Return the learner's player, and where the panel stands when the stage begins.

        Raises:
            EngineError: if an entry does not fit.
            NotOfferedError: if a control is not offered.
        """
        scene = _scene(self.number)
        if len(self.outcomes) != self.number - scene:
            raise NotOfferedError("another number of outcomes")
        before, controls = stages.STAGES[scene].before or (), list[str]()
        log = _after_house(self.house) if before is stages.KEPT else [*before]
        for outcome in self.outcomes:
            if outcome.startswith(PRESSED):
                controls.append(outcome.removeprefix(PRESSED))
            else:
                log += [entry for entry in outcome.split(",") if entry]
                controls.clear()
        player = _player(Game.from_log(stages.lesson_start(), log), user, words)
        go = current_step(player)
        for control in controls:
            verb, *values = control.split(CHOSEN)
            after = STEPS[go.step].press(player, go.numbers, verb, values)
            if not isinstance(after, Go):
                raise NotOfferedError(verb)
            go = after
        return player, go

    def solved(self, outcome: str) -> "Progress":
        """Return the next place after an outcome of this stage."""
        after = min(self.number + 1, len(stages.STAGES) - 1)
        house = outcome if self.stage.name == "place" else self.house
        if stages.STAGES[after].before is not None or after == self.number:
            return Progress(after, house=house)
        return Progress(after, (*self.outcomes, outcome), house)

    def missed(self) -> "Progress":
        """Return the same place after one more miss."""
        return replace(self, misses=self.misses + 1)

    def help(self, player: PanelPlayer) -> str:
        """Return what is said after the last miss: a nudge, from the second on the answer."""
        sentence = self.stage.answer if self.misses > 1 and self.stage.answer else self.stage.miss
        return player.words(sentence, **squares_of(player))

    def back(self) -> "Progress":
        """Return the place before this one: the stage before, or the scene before."""
        if self.outcomes:
            number, outcomes = self.number - 1, self.outcomes[:-1]
            return replace(self, number=number, outcomes=outcomes, misses=0)
        return Progress(_scene(max(self.number - 1, 0)), house=self.house)

    def skipped(self) -> "Progress":
        """Return the next place, as if this stage's solution had been found."""
        stage = self.stage
        player, _ = self.player(0, ENGLISH)
        if stage.control:
            verb = control_of(stage, player)
            return self.solved("end" if verb == "end" else pressed(verb, stage.solution))
        return self.solved(done(player, stage, solution_of(stage, player)))


def solution_of(stage: stages.Stage, player: PanelPlayer) -> list[str]:
    """Return the entries of a solution, with the squares of the farm's gap as it is."""
    return [entry.format(**squares_of(player)) for entry in stage.solution]


def squares_of(player: PanelPlayer) -> dict[str, str]:
    """Return the squares of the farm's gap: its first, all, and all with the workers for them."""
    gap, own = stages.farm_gap(player.position), player.position.own_stock[player.seat]
    names = squares.square_names(gap)
    neutral = f" neutral {' '.join(names[own:])}" if len(names) > own else ""
    filling = f"own {' '.join(names[:own])}{neutral}"
    return {"gap": " ".join(names), "first": " ".join(names[:1]), "all": filling}


def _after_house(house: str) -> list[str]:
    """Return the log of a learner's first turn and Orange's answer, which is built elsewhere."""
    game = Game.from_log(stages.lesson_start(), [house, "end"])
    answer = game.position.parse(stages.ANSWER)
    if game.position.refusal(answer) is not None:
        gap, silver = stages.farm_gap(game.position), game.start.edition.card("farm/silver")
        places = (one.squares for one in preview.placements(game.position, "farm"))
        answer = Build(silver, next(one for one in places if not one & gap), Draw.STACK)
    return [house, "end", str(answer), "end"]


def pressed(verb: str, values: Sequence[str]) -> str:
    """Return the outcome of a stage whose control was pressed, or chosen in.

    >>> pressed("site", ["3"])
    '!site=3'
    """
    return f"{PRESSED}{CHOSEN.join([verb, *values])}"


def control_of(stage: stages.Stage, player: PanelPlayer) -> str:
    """Return the verb of the control that a stage asks for; empty if it asks for none."""
    for number, card in enumerate(player.hand):
        if str(card) == stage.control:
            return f"card{'abcdefgh'[number]}"
    return stage.control


def done(player: PanelPlayer, stage: stages.Stage, entries: list[str]) -> str:
    """Return the outcome of a stage in which these entries were made, with the reply to them."""
    if stage.replies:
        game = player.table.running_game().copy()
        for entry in entries:
            game.enter(entry)
        entries = [*entries, *_reply(game)]
    return ",".join(entries)


def gained(player: PanelPlayer) -> tuple[int, ...]:
    """Return the learner's seals by family from the opponent's last turn."""
    game, seals = player.table.running_game(), [0] * len(player.seals)
    turn = game.last_turn
    if turn is not None and turn.seat != stages.LEARNER:
        for event in turn.events:
            if isinstance(event, events.BuildingCompleted):
                number = game.start.edition.family_number[event.card.family]
                seals[number] += event.gains[stages.LEARNER]
    return tuple(seals)


def _scene(number: int) -> int:
    """Return the stage with which the scene of a stage begins."""
    return max(at for at in range(number + 1) if stages.STAGES[at].before is not None)


def _player(game: Game, user: int, words: Words) -> PanelPlayer:
    table = table_in_memory(game, LESSON, stages.LEARNER, stages.names_in(words), user)
    return PanelPlayer.of(table, user, words)


def _reply(game: Game) -> list[str]:
    """Play the opponent's turn, which completes what pays the learner, or what lacks least."""
    entries = ["end"]
    game.apply(End())
    chances = opportunities.opportunities(game.position.view(game.position.active), MANY)
    vacant, border = game.position.vacant, game.start.edition.border
    learner = game.position.workers[stages.LEARNER]

    def order(one: opportunities.Opportunity) -> tuple[bool, int]:
        around = border(one.building.squares)
        return not around & learner, (around & vacant).bit_count()

    best = min(chances, key=order)
    action: Action = Workers(best.own, best.neutral)
    if best.card is not None and not best.workers:
        action = Build(best.card, best.squares, Draw.STACK)
    entries.append(str(action))
    game.apply(action)
    while game.position.phase is view.Phase.CASTLE:
        piece = next(one for one in game.position.legal_actions() if isinstance(one, Castle))
        entries.append(str(piece))
        game.apply(piece)
    return [*entries, str(End())]
