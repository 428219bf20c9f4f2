"""Actions that fit the moment of a game, whatever was dealt."""

from engine.actions import Build, Workers
from engine.legality import refusal
from engine.squares import iter_squares
from tests.e2e.playing import Match


async def build_of_unknown_card(match: Match) -> Build:
    """A legal building with a card that only its owner has seen, drawing an open card."""
    position = (await match.game()).position
    seen = {laid.card for laid in position.buildings} | set(position.face_up)
    draw = position.face_up[0]
    for card in position.hands[position.active]:
        places = [] if card in seen else position.placements(card)
        for squares in places:
            return Build(card, squares, draw)
    raise AssertionError("all cards of the hand are known")


async def one_worker(match: Match) -> Workers:
    """A worker on the first vacant square where one may stand."""
    position = (await match.game()).position
    _, vacant = position.worker_sites()[0]
    action = Workers(1 << next(iter_squares(vacant)), 0)
    assert refusal(position, action) is None
    return action
