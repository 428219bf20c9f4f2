"""The values of castle pieces and their places, in gold."""

from __future__ import annotations

from engine.actions import Castle
from engine.imagining import Imagined
from players.judgement import WEIGHTS, Scale, Weights, scale


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
