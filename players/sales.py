"""The choice of a banner and of the seals to sell with it, in gold."""

from __future__ import annotations

from engine.actions import Banner, End
from engine.imagining import Imagined
from players.judgement import WEIGHTS, Weights, scale


def sale(position: Imagined, weights: Weights = WEIGHTS) -> Banner | End:
    """Return a banner that sells the seals worth more now than later, or the turn's end."""
    seat = position.active
    if position.banner_used or not position.banners[seat]:
        return End()
    now = scale(position, weights)
    edition = position.start.edition
    gain = min(edition.workers_per_banner, position.own_supply[seat]) * now.own - now.banner
    sold = []
    for family, count, value in zip(
        edition.families, position.seals[seat], position.values, strict=True
    ):
        if count and value > now.seal[value]:
            gain += count * (value - now.seal[value])
            sold.append((family, count))
    return Banner(tuple(sold)) if gain > 0 else End()
