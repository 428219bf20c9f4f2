"""Whole games of computer players, and one seat's turns with its knowledge at each decision."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from engine.actions import Action
from engine.position import Position
from engine.record import Record
from engine.start import Start
from engine.view import Observation, Phase
from players.player import Budget, Player


def play(start: Start, players: Sequence[Player], seed: int, budgets: Sequence[Budget]) -> Record:
    """Play a game and return its record; players and budgets are given in turn order.

    Each seat has a generator of its own, so that one player's draws do not shift another's.
    """
    position = Position(start)
    rngs = [Random(f"{seed} {seat}") for seat in range(start.seats)]
    actions: list[Action] = []
    while not position.over:
        seat = position.active
        action = players[seat].decide(position.observe(seat), rngs[seat], budgets[seat])
        position.apply(action)
        actions.append(action)
    return Record.of(position, actions)


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """A turn of a seat: each decision's observation, and the action taken.

    The end of the turn is a decision only where the seat could have handed in a banner instead.
    """

    number: int
    decisions: tuple[tuple[Observation, Action], ...]
    followed: frozenset[int] = frozenset()  # the places of decisions in which a hint was followed


def own_turns(
    start: Start, actions: Sequence[Action], seat: int, followed: Collection[int] = ()
) -> list[OwnTurn]:
    """Replay a game, and return the turns of one seat with its decisions.

    Args:
        followed: the places, among the actions, of those that a hint had advised.
    """
    position = Position(start)
    turns: dict[int, list[tuple[Observation, Action]]] = {}
    advised: dict[int, set[int]] = {}
    for place, action in enumerate(actions):
        if position.active == seat and not _only_end(position):
            turn = turns.setdefault(position.turn, [])
            if place in followed:
                advised.setdefault(position.turn, set()).add(len(turn))
            turn.append((position.observe(seat), action))
        position.apply(action)
    return [
        OwnTurn(number, tuple(decisions), frozenset(advised.get(number, ())))
        for number, decisions in turns.items()
    ]


def _only_end(position: Position) -> bool:
    if position.phase is not Phase.CAN:
        return False
    return position.banner_used or not position.banners[position.active]
