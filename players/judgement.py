"""The evaluation function: what positions, castle pieces and sales are worth to a seat, in gold."""

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from engine.actions import Banner, Castle, End
from engine.imagining import Imagined

_STAGES: Final = 20
"""Stages told apart before the end begins: one a castle piece in the usual edition."""

_MOST_VALUE: Final = 40
_MOST_GAPS: Final = 40  # more than any edition has


@dataclass(frozen=True, slots=True)
class Scale:
    """The prices of one stage of the game, in gold.

    Attributes:
        seal: the expected price of a seal, by its family's present value.
        own, neutral: the price of a worker behind the screen, of the own colour or neutral.
        piece: the price of the right to place a castle piece.
        chance: the probability that an own worker beside a building earns its seal, by the vacant
            squares round the building; for no vacant square it is 1.
        risk: the probability that another seat completes a building and gains its seal and
            castle piece, by the vacant squares round the building.
        least_chance, most_chance, least_risk: the extremes of ``chance`` and ``risk`` over one
            vacant square or more.
    """

    seal: tuple[float, ...]
    own: float
    neutral: float
    banner: float
    piece: float
    chance: tuple[float, ...]
    risk: tuple[float, ...]
    least_chance: float = field(init=False)
    most_chance: float = field(init=False)
    least_risk: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "least_chance", min(self.chance[1:]))
        object.__setattr__(self, "most_chance", max(self.chance[1:]))
        object.__setattr__(self, "least_risk", min(self.risk[1:]))


@dataclass(frozen=True, slots=True)
class Weights:
    """The fitted parameters: pairs are (value when the end begins, addition at the game's start).

    Attributes:
        slope, base: a seal is worth ``slope`` times its family's value plus ``base``.
        own, neutral, banner, piece: see ``Scale``.
        chance, risk: see ``Scale``; the first entry is for one vacant square.
        fade, threat: the factors of chance and risk.
        last_chance: the factor of chance for each turn left, once the end has begun.
        last_piece: the price of a piece in the end, as a share of its price before.
        rivals: the weight of the other seats' gains, all of them together.
    """

    slope: tuple[float, float] = (0.725, -0.31)
    base: tuple[float, float] = (0.24, 0.61)
    own: tuple[float, float] = (1.33, 2.11)
    neutral: tuple[float, float] = (0.55, 1.19)
    banner: tuple[float, float] = (2.6, 7.4)
    piece: tuple[float, float] = (1.94, 0.57)
    chance: tuple[float, ...] = (0.86, 0.84, 0.72, 0.61, 0.4, 0.3, 0.4, 0.35, 0.35)
    risk: tuple[float, ...] = (0.69, 0.32, 0.15, 0.14, 0.0, 0.0, 0.0, 0.0, 0.0)
    fade: tuple[float, float] = (0.97, 0.4)
    threat: tuple[float, float] = (0.67, -0.35)
    last_chance: float = 0.2
    last_piece: float = 0.94
    rivals: float = 1.0


WEIGHTS: Final = Weights()


@cache
def _scales(weights: Weights) -> tuple[tuple[Scale, ...], tuple[Scale, ...]]:
    """Return the scales by stages left until the end begins, and by turns left from there on."""
    running = tuple(_running(weights, left / _STAGES) for left in range(_STAGES + 1))
    ending = tuple(_ending(weights, turns) for turns in range(9))
    return running, ending


def _running(weights: Weights, left: float) -> Scale:
    def at(pair: tuple[float, float]) -> float:
        return pair[0] + pair[1] * left

    slope, base = at(weights.slope), at(weights.base)
    return Scale(
        tuple(slope * value + base for value in range(_MOST_VALUE + 1)),
        at(weights.own),
        at(weights.neutral),
        at(weights.banner),
        at(weights.piece),
        _by_gaps(weights.chance, at(weights.fade)),
        _by_gaps(weights.risk, at(weights.threat)),
    )


def _ending(weights: Weights, turns: int) -> Scale:
    chance = weights.last_chance * turns
    own = weights.own[0] if turns else 0.0
    # All unsold seals are sold at the end, so each is worth its value exactly and a banner adds
    # nothing to that.
    return Scale(
        tuple(float(value) for value in range(_MOST_VALUE + 1)),
        own,
        weights.neutral[0] if turns else 0.0,
        0.0,
        weights.piece[0] * weights.last_piece,
        _by_gaps(weights.chance, chance),
        _by_gaps(weights.risk, 1.0 if turns else 0.0),
    )


def _by_gaps(values: tuple[float, ...], factor: float) -> tuple[float, ...]:
    """Return ``factor`` times each value, from no vacant square (1.0) to the most possible."""
    given = [factor * value for value in values]
    return (1.0, *given, *given[-1:] * (_MOST_GAPS - len(values)))


def scale(position: Imagined, weights: Weights = WEIGHTS) -> Scale:
    """Return the prices at the stage of a position."""
    running, ending = _scales(weights)
    if position.turns_left is not None:
        return ending[min(position.turns_left - 1, len(ending) - 1)]
    ring = position.start.edition.ring_size
    last = len(position.pools) - 1
    left = (last - position.floor) * ring - position.taken.bit_count()
    return running[left * _STAGES // (last * ring)]


def worth(position: Imagined, seat: int, weights: Weights = WEIGHTS) -> float:
    """Return the value of a position at the end of a seat's turn, over the other seats' average."""
    now = scale(position, weights)
    seats = range(position.start.seats)
    share = weights.rivals / (len(seats) - 1)
    totals = [float(gold) for gold in position.gold]
    numbers = position.start.edition.family_number
    prices = [now.seal[value] for value in position.values]
    vacant = position.vacant
    for other in seats:
        total = now.own * position.own_stock[other] + now.neutral * position.neutral_stock[other]
        total += now.banner * position.banners[other]
        for count, price in zip(position.seals[other], prices, strict=True):
            total += count * price
        totals[other] += total
    lost = 0.0
    # Less the risk for every open building, whoever has workers there: it is the next seat's turn,
    # and a completion pays the seat that completes.
    for number in position.open:
        card, _, border = position.buildings[number]
        price = prices[numbers[card.family]]
        gap = (border & vacant).bit_count()
        chance = now.chance[gap] * price
        lost += now.risk[gap] * (price + now.piece)
        for other, workers in enumerate(position.workers):
            count = (border & workers).bit_count()
            if count:
                totals[other] += chance * count
    return totals[seat] * (1 + share) - share * sum(totals) - lost


def pieces(position: Imagined, weights: Weights = WEIGHTS) -> list[tuple[float, Castle]]:
    """Return the placements of a castle piece, each with the active seat's gain in gold.

    The gain comes from the changed seal values. Of ring squares that show the same family only
    the first is returned, since all have the same effect.
    """
    now = scale(position, weights)
    edition = position.start.edition
    stakes = _stakes(position, now, weights)
    may_sell = bool(position.banners[position.active]) and not position.banner_used
    held = position.seals[position.active]
    seen: dict[int | None, int] = {}
    for place, top in enumerate(position.tops):
        if not position.taken >> place & 1:
            seen.setdefault(top, place)

    def stake(family: int, value: int) -> float:
        price = now.seal[value]
        # A banner comes after the castle in the same turn, so own seals may be sold at once.
        own = held[family] * (max(price, float(value)) if may_sell else price)
        return own + stakes[family] * price

    found = []
    for family, left in enumerate(position.pools[position.floor]):
        if not left:
            continue
        value = position.values[family]
        rise = stake(family, value + 1) - stake(family, value)
        for top, place in seen.items():
            gain = 0.0
            if top is None:
                gain = rise
            elif top != family:
                value = position.values[top]
                gain = rise + stake(top, value - 1) - stake(top, value)
            found.append((gain, Castle(edition.families[family], place + 1)))
    return found


def _stakes(position: Imagined, now: Scale, weights: Weights) -> list[float]:
    """Return each family's seals that the active seat expects, less those others have or expect."""
    seat = position.active
    seats = range(position.start.seats)
    share = weights.rivals / (len(seats) - 1)
    numbers = position.start.edition.family_number
    stakes = [
        -share * sum(position.seals[other][family] for other in seats if other != seat)
        for family in range(len(numbers))
    ]
    for number in position.open:
        card, _, border = position.buildings[number]
        net = 0.0
        for other, workers in enumerate(position.workers):
            count = (border & workers).bit_count()
            net += count if other == seat else -share * count
        stakes[numbers[card.family]] += now.chance[(border & position.vacant).bit_count()] * net
    return stakes


def sale(position: Imagined, weights: Weights = WEIGHTS) -> Banner | End:
    """Return a banner that sells the seals worth more now than later, or the turn's end."""
    seat = position.active
    if position.banner_used or not position.banners[seat]:
        return End()
    now = scale(position, weights)
    edition = position.start.edition
    gain = min(edition.workers_per_banner, position.own_supply[seat]) * now.own - now.banner
    both = zip(position.seals[seat], position.values, strict=True)
    amounts = [count if value > now.seal[value] else 0 for count, value in both]
    for count, value in zip(amounts, position.values, strict=True):
        if count:
            gain += count * (value - now.seal[value])
    return Banner.of(edition.families, amounts) if gain > 0 else End()
