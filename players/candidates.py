"""Move generation for the search: the actions that the judgement ranks highest."""

from __future__ import annotations

from itertools import product

from engine.actions import Action, Banner, End, Pass
from engine.imagining import Imagined
from engine.view import Phase
from players.castle_pieces import pieces
from players.judgement import WEIGHTS, Weights
from players.sales import sale
from players.survey import Survey


def candidates(position: Imagined, count: int, weights: Weights = WEIGHTS) -> list[Action]:
    """Return at most ``count`` promising actions of the active seat, the best first.

    The draw after a tile is not chosen here (``players.card_draws``). A sale has all seals of a
    family or none.
    """
    if position.phase is Phase.MUST:
        choices = Survey(position, weights).ranked(count)
        return [choice.action for choice in choices] or [Pass()]
    if position.phase is Phase.CASTLE:
        found = sorted(pieces(position, weights), key=lambda piece: piece[0], reverse=True)
        return [piece for _, piece in found[:count]]
    return _sales(position, weights)[:count]


def _sales(position: Imagined, weights: Weights) -> list[Action]:
    """Return the sales with a banner: the judged one, then none, then those of most gold."""
    seat = position.active
    if position.banner_used or not position.banners[seat]:
        return [End()]
    families = position.start.edition.families
    options: list[tuple[int, Banner]] = []
    # The judgement is linear in the seals, so a part of a family is never better than all or none.
    # A dictionary is an ordered set here: of a family without seals there is one choice, not two.
    for amounts in product(*[{0: 0, count: 0} for count in position.seals[seat]]):
        gold = sum(amount * value for amount, value in zip(amounts, position.values, strict=True))
        sold = tuple(
            (family, amount) for family, amount in zip(families, amounts, strict=True) if amount
        )
        options.append((gold, Banner(sold)))
    options.sort(key=lambda option: option[0], reverse=True)
    actions = [sale(position, weights), End(), *(banner for _, banner in options)]
    return list(dict.fromkeys(actions))
