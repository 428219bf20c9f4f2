"""Reviews of games: the decisions of a seat compared with the master's.

The review of a whole game takes long. It is cut into one question a turn (``opinion`` of an
``OwnTurn``), which can be sent to another process: thus reviews share few workers, and progress is
known. ``review`` answers all questions of a game one after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from random import Random

from engine.actions import Action, Banner, Build, Castle, End
from engine.imagining import imagine
from engine.view import Observation
from players.judge import JUDGING, judge
from players.player import Budget
from players.reasons import Idea, Reason, idea, reason
from players.self_play import OwnTurn


@dataclass(frozen=True, slots=True)
class Opinion:
    """The result of reviewing a turn: for each decision the master's choice and the loss.

    Attributes:
        lost: for each decision the estimated loss by not taking the master's action, in gold over
            the other seats; 0 where both are the same, no loss was found, or a hint was followed.
    """

    turn: int
    done: tuple[Action, ...]
    best: tuple[Action, ...]
    lost: tuple[float, ...]
    ideas: tuple[Idea, ...]

    @property
    def given_away(self) -> float:
        """The estimated loss of the whole turn in gold."""
        return sum(self.lost)


def opinion(turn: OwnTurn, budget: Budget = JUDGING) -> Opinion:
    """Review a turn; ``budget`` is that of the judgement of each of its decisions.

    A decision that followed a hint lost nothing: the advice is the judge's own.
    """
    done, best, ideas, lost = [], [], [], []
    for place, (observation, action) in enumerate(turn.decisions):
        judged = judge(observation, [action], budget)
        behind = next(each.behind for each in judged if each.action == action)
        followed = place in turn.followed or not behind
        done.append(action)
        best.append(action if followed else judged[0].action)
        lost.append(0.0 if followed else behind)
        ideas.append(idea(imagine(observation, Random(0)), best[-1]))
    return Opinion(turn.number, tuple(done), tuple(best), tuple(lost), tuple(ideas))


def counted_once(opinions: Sequence[Opinion]) -> list[Opinion]:
    """Return opinions in which each cause of a loss is counted once, where it cost most.

    A cause is a better idea that was missed, and missed again in the same turn or in the turns
    right after it.
    """
    chains: dict[tuple[Matter, Idea], list[tuple[int, int]]] = {}
    found: list[list[tuple[int, int]]] = []
    for turn, each in enumerate(opinions):
        missed: dict[tuple[Matter, Idea], list[tuple[int, int]]] = {}
        for place, lost in enumerate(each.lost):
            if lost:
                cause = (matter(each.done[place]), each.ideas[place])
                chain = missed.get(cause) or chains.get(cause)
                if chain is None:
                    chain = []
                    found.append(chain)
                chain.append((turn, place))
                missed[cause] = chain
        chains = missed
    losses = [list(each.lost) for each in opinions]
    for chain in found:
        most = max(chain, key=lambda at: opinions[at[0]].lost[at[1]])
        for turn, place in chain:
            if (turn, place) != most:
                losses[turn][place] = 0.0
    return [replace(each, lost=tuple(lost)) for each, lost in zip(opinions, losses, strict=True)]


class Matter(Enum):
    """The kind of a decision, by which losses are summed."""

    BUILDING = "building"
    WORKERS = "workers"
    CASTLE = "castle"
    SALES = "sales"


def matter(action: Action) -> Matter:
    """Return the kind of the decision in which an action was taken."""
    if isinstance(action, Build):
        return Matter.BUILDING
    if isinstance(action, Castle):
        return Matter.CASTLE
    return Matter.SALES if isinstance(action, Banner | End) else Matter.WORKERS


def lost_by_matter(opinions: Sequence[Opinion]) -> dict[Matter, float]:
    """Sum the estimated losses by the kind of decision."""
    lost = dict.fromkeys(Matter, 0.0)
    for each in opinions:
        for done, gold in zip(each.done, each.lost, strict=True):
            lost[matter(done)] += gold
    return lost


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision by which the seat lost much, with the better action."""

    turn: int
    before: Observation
    done: Action
    better: Action
    reason: Reason
    lost: float


def turning_points(
    turns: Sequence[OwnTurn], opinions: Sequence[Opinion], count: int = 3
) -> list[TurningPoint]:
    """Return the ``count`` costliest decisions, at most one a turn, in the order of the game."""
    worst = []
    for turn, each in zip(turns, opinions, strict=True):
        place = max(range(len(each.lost)), key=each.lost.__getitem__)
        if each.lost[place] > 0:
            worst.append((each.lost[place], turn, each, place))
    worst.sort(key=lambda found: -found[0])
    return [
        TurningPoint(
            turn.number,
            turn.decisions[place][0],
            each.done[place],
            each.best[place],
            reason(turn.decisions[place][0], each.best[place]),
            lost,
        )
        for lost, turn, each, place in sorted(worst[:count], key=lambda found: found[1].number)
    ]
