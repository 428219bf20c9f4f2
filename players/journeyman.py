"""The players without search: the journeyman, who looks one turn ahead, and those below.

The apprentice is a friendly beginner, which sees nearly finished buildings and only its own gain.
The craftsmen have the journeyman's evaluation, a small sample and a style. Who searches begins with
the moves that the same evaluation ranks highest, ``candidates`` and ``draws``.
"""

from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Final, TypeAlias

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.edition import Card
from engine.imagining import Imagination, Imagined, imagine
from engine.view import Observation, Phase, proceeds
from players.judgement import WEIGHTS, Weights, pieces, sale
from players.player import Budget, must_be_due
from players.survey import Survey, ValuedAction


def draws(position: Imagined, build: Build, unseen: tuple[Card, ...]) -> list[Build]:
    """Return a tile's placement with every possible draw, the best first.

    The value of a card is that of its tile's best placement after this one; the value of the stack
    is the average over the cards that the seat has not seen.
    """
    sources = position.draws()
    if len(sources) < 2:
        return [build]
    after = position.copy()
    after.push(build)
    # One survey prices the open and the unseen cards together, since most of its cost is the board.
    cards = [card for card in sources if isinstance(card, Card)]
    best: dict[Card, float] = {}
    for worth, card, _ in Survey(after).tiles([*cards, *unseen]):
        if worth > best.get(card, -1e9):
            best[card] = worth
    found: list[tuple[float, Card | Draw]] = [(best.get(card, 0.0), card) for card in cards]
    if Draw.STACK in sources:
        average = sum(best.get(card, 0.0) for card in unseen) / len(unseen)
        found.append((average, Draw.STACK))
    # Among equals in their order, so that the choice is the same in every process.
    found.sort(key=lambda each: -each[0])
    return [Build(build.card, build.squares, draw) for _, draw in found]


def candidates(position: Imagined, count: int) -> list[Action]:
    """Return at most ``count`` promising actions of the active seat, the best first.

    ``draws`` chooses the draw after a tile. A sale has all seals of a family or none.
    """
    if position.phase is Phase.MUST:
        return [choice.action for choice in Survey(position).ranked(count)] or [Pass()]
    if position.phase is Phase.CASTLE:
        found = sorted(pieces(position), key=lambda piece: piece[0], reverse=True)
        return [piece for _, piece in found[:count]]
    return _sales(position)[:count]


def _sales(position: Imagined) -> list[Action]:
    """Return the sales with a banner: the judged one, then none, then those of most gold."""
    seat = position.active
    if position.banner_used or not position.banners[seat]:
        return [End()]
    families = position.start.edition.families
    options: list[tuple[int, Banner]] = []
    # The judgement is linear in the seals, so a part of a family is never better than all or none.
    # A dictionary is an ordered set here: of a family without seals there is one choice, not two.
    for amounts in product(*[{0: 0, count: 0} for count in position.seals[seat]]):
        gold = proceeds(amounts, position.values)
        options.append((gold, Banner.of(families, amounts)))
    options.sort(key=lambda option: option[0], reverse=True)
    return list(dict.fromkeys([sale(position), End(), *(banner for _, banner in options)]))


class Journeyman:
    """A greedy player by the judgement of the turn's end, which takes a millisecond or two."""

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return the action of the highest judgement, with the best card to draw."""
        must_be_due(observation)
        imagination = Imagination(observation)
        position = imagination.position(rng)
        return _with_draw(position, judged(position), imagination)


def _with_draw(position: Imagined, action: Action, imagination: Imagination) -> Action:
    """Return an action with the best card to draw, if it builds."""
    if isinstance(action, Build):
        return draws(position, action, imagination.unseen)[0]
    return action


def judged(position: Imagined, weights: Weights = WEIGHTS) -> Action:
    """Return the active seat's action of the highest value; a tile's draw is from the stack."""
    # Also the move of every seat in playouts, where choosing a draw would cost another survey.
    if position.phase is Phase.MUST:
        return Survey(position, weights).best() or Pass()
    if position.phase is Phase.CASTLE:
        return max(pieces(position, weights), key=lambda piece: piece[0])[1]
    return sale(position, weights)


FORGONE: Final = 1.0  # the most gold that it gives up for an action that it is fond of

Fondness: TypeAlias = Callable[[Imagined, Build | Workers], float]
"""How much a craftsman likes an action, apart from its value."""


class Craftsman:
    """A craftsman, which decides in a millisecond or two.

    Args:
        fondness: scores an action by the craftsman's style; the highest score is preferred.
        looks: twice the size of the sample of actions that finish no building; an odd number is
            rounded up or down at random.
    """

    def __init__(self, fondness: Fondness, looks: int) -> None:
        self._looks, self._fondness = looks, fondness

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return an action; on the board, a sampled good one that fits the style best."""
        must_be_due(observation)
        imagination = Imagination(observation)
        position = imagination.position(rng)
        if position.phase is Phase.MUST:
            return self._on_board(position, imagination, rng)
        if position.phase is Phase.CASTLE:
            return max(pieces(position), key=lambda piece: piece[0])[1]
        return sale(position)

    def _on_board(self, position: Imagined, imagination: Imagination, rng: Random) -> Action:
        # Half steps: with a sample of one the stonecutter won 64.7 % of free games against the
        # apprentice, with two 85.0 %, and the goal is seven to eight of ten.
        looks = (self._looks + rng.getrandbits(1)) // 2
        seen = sampled_actions(Survey(position), looks, rng)
        if not seen:
            return Pass()
        least = max(choice.worth for choice in seen) - FORGONE
        good = [choice for choice in seen if choice.worth >= least]
        best = max(good, key=lambda each: (self._fondness(position, each.action), each.worth))
        return _with_draw(position, best.action, imagination)


def sampled_actions(survey: Survey, looks: int, rng: Random) -> Sequence[ValuedAction]:
    """Return all actions that finish a building, and a random sample of the others."""
    choices = survey.ranked()
    finishing = [choice for choice in choices if survey.finishes(choice.action)]
    others = [choice for choice in choices if not survey.finishes(choice.action)]
    return [*finishing, *rng.sample(others, min(looks, len(others)))]


def fond_of_large_buildings(position: Imagined, action: Build | Workers) -> float:
    """Score an action by the number of squares of the tile that it lays."""
    return action.squares.bit_count() if isinstance(action, Build) else 0.0


def fond_of_tents(position: Imagined, action: Build | Workers) -> float:
    """Score an action by the camps it covers, or half the neutral workers it places."""
    if isinstance(action, Build):
        return (action.squares & position.start.edition.camps).bit_count()
    return action.neutral.bit_count() / 2


GOOD_VALUE: Final = 3  # the least value at which it sells a family's seals
MANY_SEALS: Final = 4  # the least number of seals for which it hands in a banner

_THOUGHTLESS: Final = Weights(risk=(0.0,) * len(Weights().risk), rivals=0.0)
"""A judgement in which the other seats do not count."""


class Apprentice:
    """A beginner, which decides in a few milliseconds.

    Args:
        looks: the number of actions that it considers of those that finish no building.
    """

    def __init__(self, looks: int) -> None:
        self._looks = looks

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return an action; on the board, the considered one with the highest gain for the seat."""
        must_be_due(observation)
        position = imagine(observation, rng)
        if position.phase is Phase.MUST:
            return self._on_board(position, rng)
        return _piece(position) if position.phase is Phase.CASTLE else _banner(position)

    def _on_board(self, position: Imagined, rng: Random) -> Action:
        seen = sampled_actions(Survey(position, _THOUGHTLESS), self._looks, rng)
        if not seen:
            return Pass()
        action = max(seen, key=lambda choice: choice.worth).action
        # The survey names a draw only to be complete, so this player chooses its own.
        if isinstance(action, Build) and action.draw is not Draw.NONE:
            return Build(action.card, action.squares, rng.choice(position.draws()))
        return action


def _piece(position: Imagined) -> Castle:
    """Return the commonest piece of the floor, on the first free ring square."""
    edition = position.start.edition
    left = position.pools[position.floor]
    family = edition.families[left.index(max(left))]
    free = next(place for place in range(edition.ring_size) if not position.taken >> place & 1)
    return Castle(family, free + 1)


def _banner(position: Imagined) -> Banner | End:
    """Return a banner when the seat is out of workers or has many seals that sell well."""
    seat = position.active
    if position.banner_used or not position.banners[seat]:
        return End()
    both = zip(position.seals[seat], position.values, strict=True)
    amounts = [count if value >= GOOD_VALUE else 0 for count, value in both]
    if sum(amounts) < MANY_SEALS and (position.own_stock[seat] or not position.own_supply[seat]):
        return End()
    return Banner.of(position.start.edition.families, amounts)
