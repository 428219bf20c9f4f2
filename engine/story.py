"""The story of a finished game in numbers, turn by turn; screens are open only at the end."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import End
from engine.game import Game
from engine.position import Position
from engine.view import Counts, proceeds


@dataclass(frozen=True, slots=True)
class Story:
    """A finished game in numbers, one entry for each turn.

    Attributes:
        sold: each seat's gold after each turn.
        unsold: the value of each seat's unsold seals after each turn.
        values: the value of a seal of each family after each turn.
        sales: for each seat the proceeds of each of its banners, without the final sale.
    """

    sold: tuple[tuple[int, ...], ...]
    unsold: tuple[tuple[int, ...], ...]
    values: tuple[Counts, ...]
    sales: tuple[tuple[int, ...], ...] = ()


def story_of(game: Game) -> Story:
    """Return the story of a game that is over.

    Raises:
        ValueError: if the game is not over: the story would reveal hidden information.
    """
    # Checked here and not by callers, since one that forgets would publish every seat's gold.
    if not game.position.over:
        raise ValueError("the story of a running game is hidden")
    position = Position(game.start)
    sold: list[tuple[int, ...]] = []
    unsold: list[tuple[int, ...]] = []
    values: list[Counts] = []
    sales: list[list[int]] = [[] for _ in game.start.colours]
    for action in game.actions:
        seat, gold = position.active, position.gold[position.active]
        position.push(action)
        if not isinstance(action, End):
            if position.gold[seat] != gold:
                sales[seat].append(position.gold[seat] - gold)
            continue
        sold.append(tuple(position.gold))
        values.append(tuple(position.values))
        unsold.append(tuple(proceeds(seals, position.values) for seals in position.seals))
    return Story(tuple(sold), tuple(unsold), tuple(values), tuple(tuple(entry) for entry in sales))
