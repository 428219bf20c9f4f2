"""Positions of the day: decisions with one answer that is clearly best, made ahead by players.

One is made in pieces of work of two seconds or so, wherever they are done.

The seed is the day itself, and pieces are limited by playouts and not by time: every bot of the
same version finds the same position for a day. This module handles real positions, to derive
observations from them; no player imports it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, islice
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from engine.actions import Action, Build, Castle, Workers
from engine.edition_files import first_edition
from engine.imagining import Imagination
from engine.packing import pack, unpack
from engine.position import Position
from engine.random_play import random_start
from engine.record import Record
from engine.squares import Square, SquareSet, iter_squares
from engine.start import SETUPS
from engine.view import Observation, Phase
from players.journeyman import candidates
from players.levels import LEVELS, OPPONENTS
from players.master import Master, Playouts, Ranked
from players.player import Budget
from players.self_play import play


def choice_of(position: Position, action: Action) -> str:
    """Return the choice that a legal action is: the text of one action of those that are alike.

    The card to draw after a tile is a decision of its own, and left out. Ring squares that show
    the same family are alike, and so are squares beside the same unfinished buildings for an own
    worker and a neutral one that change places.
    """
    match action:
        case Build():
            # A search leaves the draw open: the stack while it lasts.
            return str(replace(action, draw=position.draws()[-1]))
        case Castle(family, ring):
            return str(Castle(family, alike(position, ring)[0]))
        case Workers(own, neutral):
            return str(_sorted_workers(position, own, neutral))
    return str(action)


def alike(position: Position, ring: int) -> list[int]:
    """Return the ring squares where a piece has the same effect as on a given one, in order."""
    top, taken = position.tops[ring - 1], position.taken
    return [
        place + 1
        for place, other in enumerate(position.tops)
        if other == top and not taken >> place & 1
    ]


def variants(position: Position, action: Workers) -> list[str]:
    """Return the choices that differ from a placement by one worker: gone, or of the other kind."""
    best = choice_of(position, action)
    found = {choice_of(position, each) for each in _changed(action) if position.is_legal(each)}
    return sorted(found - {best})


def _changed(action: Workers) -> Iterator[Workers]:
    for square in iter_squares(action.own):
        bit = 1 << square
        yield Workers(action.own & ~bit, action.neutral)
        yield Workers(action.own & ~bit, action.neutral | bit)
    for square in iter_squares(action.neutral):
        bit = 1 << square
        yield Workers(action.own, action.neutral & ~bit)
        yield Workers(action.own | bit, action.neutral & ~bit)


def _sorted_workers(position: Position, own: SquareSet, neutral: SquareSet) -> Workers:
    """Return the placement in which, of squares that are alike, own workers stand on the first."""
    groups: dict[tuple[int, ...], list[Square]] = {}
    for square in iter_squares(own | neutral):
        groups.setdefault(_beside(position, square), []).append(square)
    first = 0
    for squares in groups.values():
        count = sum(own >> square & 1 for square in squares)
        first |= sum(1 << square for square in squares[:count])
    return Workers(first, (own | neutral) & ~first)


def _beside(position: Position, square: Square) -> tuple[int, ...]:
    return tuple(
        number for number in position.open if position.buildings[number].border >> square & 1
    )


@dataclass(frozen=True)
class Puzzle:
    """A decision of one seat in a game that players of this project played for it."""

    day: int  # its day, counted from the first of January 1970 in UTC
    packed: str  # the game up to the decision, as ``engine.packing`` packs it
    best: str
    # other choices with the gold by which the best one is ahead, the nearest first
    behind: tuple[tuple[str, float], ...]
    margins: tuple[float, ...]  # the gold by which it is ahead of the second, by each seed
    found: tuple[str, ...]  # the levels of computer players that find it

    @cached_property
    def record(self) -> Record:
        """The game up to the decision."""
        return unpack(self.packed, (first_edition(),))

    @cached_property
    def position(self) -> Position:
        """The position in which to decide; it is not to be changed."""
        return self.record.replay()

    @property
    def action(self) -> Action:
        """The best action."""
        return self.position.parse(self.best)

    def found_by(self, action: Action) -> bool:
        """Return whether a legal action is the best choice."""
        return choice_of(self.position, action) == self.best

    def to_json(self) -> str:
        """Return the puzzle as one line of JSON."""
        data = {
            "day": self.day,
            "record": self.packed,
            "best": self.best,
            "behind": dict(self.behind),
            "margins": self.margins,
            "found": self.found,
        }
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Puzzle:
        """Read a line that ``to_json`` wrote.

        Raises:
            ValueError: if it is no such line.
        """
        try:
            data = json.loads(text)
            return cls(
                int(data["day"]),
                str(data["record"]),
                str(data["best"]),
                tuple((str(choice), float(gold)) for choice, gold in data["behind"].items()),
                tuple(float(margin) for margin in data["margins"]),
                tuple(str(name) for name in data["found"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no position of the day: {text[:60]}") from error


SEATS: Final = (2, 3, 4)
HOSTS: Final = ("journeyman", "mason", "stonecutter", "journeyman", "apprentice")
"""The levels whose games give the positions; they play a whole game in a tenth of a second."""
QUICK: Final = tuple(level.name for level in OPPONENTS if not level.by_playouts)[:5]
"""The levels that decide in a millisecond or two: if they agree, a position is too easy or odd."""
LOOKED_AT: Final = 3  # decisions of a game that are searched at all
WIDTH: Final = 32  # actions that a search compares, twice as many as at a table
NAMED: Final = 3  # choices that a search names


@dataclass(frozen=True, slots=True)
class Effort:
    """The thought that a position takes, in playouts."""

    look: int = 200  # those of the first look at a decision
    search: int = 600  # those of one search: about what the master makes in its two seconds


FULL: Final = Effort()  # the effort by which all positions are made that people see


def scout(seed: str, kind: Phase, least: float, effort: Effort, _budget: Budget) -> list[str]:
    """Play a game; return its decisions of a kind, packed, where a choice seems ``least`` ahead."""
    rng = Random(seed)
    start = random_start(first_edition(), rng.choice(SETUPS), rng.choice(SEATS), rng)
    names = [rng.choice(HOSTS) for _ in range(start.seats)]
    players = [LEVELS[name].player() for name in names]
    record = play(start, players, rng.getrandbits(32), [Budget()] * start.seats)
    position, seen = Position(start), list[tuple[int, Observation]]()
    for number, action in enumerate(record.actions):
        if position.phase is kind and position.turn > 2 * start.seats:
            seen.append((number, position.observe(position.active)))
        position.push(action)
    rng.shuffle(seen)
    doubtful = (each for each in seen if _is_doubtful(each[1]))
    found = []
    for number, observation in islice(doubtful, LOOKED_AT):
        packed = pack(Record(start, record.actions[:number]))
        ranked = Master().rank(observation, rng, Budget(playouts=effort.look))
        values = [each.value for each in _distinct(decision_of(packed), ranked).values()]
        if len(values) > 1 and values[0] - values[1] >= least:
            found.append(packed)
    return found


def search(packed: str, seed: str, effort: Effort, _budget: Budget) -> list[str]:
    """Return the best choices that the master finds in one search, the best first."""
    position = decision_of(packed)
    observation = position.observe(position.active)
    ranked = Master(width=WIDTH).rank(observation, Random(seed), Budget(playouts=effort.search))
    return list(_distinct(position, ranked))[:NAMED]


def compare(
    packed: str, actions: Sequence[str], seed: str, effort: Effort, _budget: Budget
) -> list[tuple[float, ...]]:
    """Return the values of actions in gold, deal by deal, each deal the same for all of them."""
    position = decision_of(packed)
    observation = position.observe(position.active)
    playouts, rng = Playouts(Imagination(observation), observation.seat), Random(seed)
    parsed = [position.parse(action) for action in actions]
    seeds = [rng.getrandbits(64) for _ in range(effort.search // len(actions))]
    return [tuple(playouts.value(action, each) for action in parsed) for each in seeds]


def asked(packed: str, name: str, seed: str, effort: Effort, _budget: Budget) -> str:
    """Return the choice that a level makes."""
    position, level = decision_of(packed), LEVELS[name]
    observation = position.observe(position.active)
    most = level.number if level.by_playouts else effort.search
    budget = Budget(playouts=min(most, effort.search))
    return choice_of(position, level.player().decide(observation, Random(seed), budget))


def decision_of(packed: str) -> Position:
    """Return the position at the end of a packed game."""
    return unpack(packed, (first_edition(),)).replay()


def _is_doubtful(observation: Observation) -> bool:
    """Return whether there is a choice, and quick players differ about it."""
    position = Imagination(observation).position(Random(0))
    if len(candidates(position, 2)) < 2:
        return False
    made = {
        choice_of(position, LEVELS[name].player().decide(observation, Random(0), Budget()))
        for name in QUICK
    }
    return len(made) > 1


def _distinct(position: Position, ranked: Sequence[Ranked]) -> dict[str, Ranked]:
    first: dict[str, Ranked] = {}
    for each in ranked:
        first.setdefault(choice_of(position, each.action), each)
    return first


T = TypeVar("T")

KINDS: Final = (Phase.MUST, Phase.MUST, Phase.CASTLE, Phase.CAN)
"""The kinds of decision, of which a day has one."""
SEEDS: Final = (1, 2)  # a position is checked by each of them
SEARCHES: Final = 2  # searches a seed, each as long as the master thinks at a table
COMPARISONS: Final = 2
"""Comparisons a seed on the same fresh deals, as long each: four times the thought in all."""
MOST_COMPARED: Final = 4  # choices compared with each other
CLEAR: Final = 2.0  # the gold by which the best choice has to be ahead, by each seed
AHEAD: Final = 1.0
"""The gold by which a placement has to be ahead of those that differ by one worker."""
SURE: Final = 3.0  # how often its standard error that lead has to be, by each seed
TRIES: Final = 3  # how often a level is asked: its choice is what it chooses most times
SHARES: Final = (0.1, 0.8)
"""The least and the greatest share of levels that find a position's answer."""


class Step(NamedTuple):
    """A piece of work: a function of ``steps.py`` and its arguments but the last, the budget."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Lead(NamedTuple):
    """The best of some choices, and the gold by which it is ahead of each other one."""

    best: str
    behind: dict[str, float]
    error: float

    @property
    def margin(self) -> float:
        """The gold by which it is ahead of the second."""
        return min(self.behind.values(), default=0.0)


# What is made yields pieces of work, is sent their results, and returns what it finds: the work
# can be done at once, or piece by piece by workers that have other things to do.
def making(day: int, effort: Effort = FULL) -> Generator[Step, Any, Puzzle]:
    """Find the position of a day."""
    kind = Random(f"kind {day}").choice(KINDS)
    for attempt in count():
        for packed in (yield Step(scout, (f"{day} {attempt}", kind, CLEAR, effort))):
            puzzle = yield from examined(day, packed, effort)
            if puzzle is not None:
                return puzzle
    raise AssertionError("attempts have no end")


def done(work: Generator[Step, Any, T]) -> T:
    """Do all of some work here and now, and return its result."""
    result = None
    while True:
        try:
            step = work.send(result)
        except StopIteration as end:
            found: T = end.value
            return found
        result = step.function(*step.arguments, Budget())


def examined(day: int, packed: str, effort: Effort = FULL) -> Generator[Step, Any, Puzzle | None]:
    """Return the position if one choice is clearly best by each seed, and some levels find it."""
    made: dict[str, str | None] = {}
    for level in OPPONENTS[:-1]:
        made[level.name] = yield from _choice(day, packed, level.name, effort)
    if Counter(made.values()).most_common(1)[0][1] > SHARES[1] * len(OPPONENTS):
        return None
    leads: list[Lead] = []
    for seed in SEEDS:
        lead = yield from _lead(packed, f"{day} {seed}", effort)
        if lead is None or lead.margin < max(CLEAR, SURE * lead.error):
            return None
        if leads and lead.best != leads[0].best:
            return None
        leads.append(lead)
    best = leads[0].best
    if not (yield from _beats_variants(day, packed, best, effort)):
        return None
    # A search is a thought of the master's as long as at a table, and all of them chose this one.
    made[OPPONENTS[-1].name] = best
    found = [name for name, choice in made.items() if choice == best]
    if not SHARES[0] <= len(found) / len(OPPONENTS) <= SHARES[1]:
        return None
    ordered = sorted(leads[0].behind.items(), key=lambda each: each[1])
    behind = tuple((choice, round(gold, 1)) for choice, gold in ordered)
    margins = tuple(round(lead.margin, 2) for lead in leads)
    return Puzzle(day, packed, best, behind, margins, tuple(found))


def _choice(day: int, packed: str, level: str, effort: Effort) -> Generator[Step, Any, str | None]:
    """Return the choice that a level makes twice of three times; None if it makes none so often."""
    made: list[str] = []
    while len(made) < TRIES:
        made.append((yield Step(asked, (packed, level, f"{day} {len(made)}", effort))))
        if made.count(made[-1]) == TRIES // 2 + 1:
            return made[-1]
    return None


def _beats_variants(day: int, packed: str, best: str, effort: Effort) -> Generator[Step, Any, bool]:
    """Return whether a placement of workers is ahead of those that differ by one worker.

    The search does not know most of them, and a person may well find one that is as good.
    """
    position = decision_of(packed)
    action = position.parse(best)
    others = variants(position, action) if isinstance(action, Workers) else []
    if not others:
        return True
    choices = [best, *others]
    lead = _compared(choices, (yield from _deals(packed, choices, f"{day}", effort)))
    return lead.best == best and lead.margin >= AHEAD


def _lead(packed: str, seed: str, effort: Effort) -> Generator[Step, Any, Lead | None]:
    """Search by one seed, and compare the best choices on the same fresh deals.

    None if the searches disagree: then two choices are too near to each other.
    """
    votes: Counter[str] = Counter()
    first = ""
    for part in range(SEARCHES):
        named = yield Step(search, (packed, f"{seed} {part}", effort))
        first = first or named[0]
        if named[0] != first:
            return None
        votes.update({choice: len(named) - place for place, choice in enumerate(named)})
    choices = [choice for choice, _ in votes.most_common(MOST_COMPARED)]
    if len(choices) < 2:
        return None
    return _compared(choices, (yield from _deals(packed, choices, seed, effort)))


def _deals(
    packed: str, choices: list[str], seed: str, effort: Effort
) -> Generator[Step, Any, list[tuple[float, ...]]]:
    deals: list[tuple[float, ...]] = []
    for part in range(COMPARISONS):
        deals += yield Step(compare, (packed, choices, f"{seed} deals {part}", effort))
    return deals


def _compared(actions: list[str], deals: list[tuple[float, ...]]) -> Lead:
    sums = [sum(values) for values in zip(*deals, strict=True)]
    best = max(range(len(actions)), key=sums.__getitem__)
    behind, errors = {}, {}
    for place, action in enumerate(actions):
        if place != best:
            each = [deal[best] - deal[place] for deal in deals]
            behind[action] = sum(each) / len(each)
            errors[action] = _error(each)
    return Lead(actions[best], behind, errors[min(behind, key=behind.__getitem__)])


def _error(values: list[float]) -> float:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return sqrt(spread / len(values))
