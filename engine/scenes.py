"""A game's past, turn by turn, as the public may see it, and what turns change on the board.

All pictures and texts that mark changes have them from here. A turn in progress is left out.
Screens are opened once the game is over, so the running gold of all seats is shown then, and not
before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.actions import Action, End
from engine.events import BannerUsed, BuildingCompleted, PiecePlaced, TileLaid, WorkersPlaced
from engine.game import Ply, Turn
from engine.position import Position
from engine.squares import SquareSet
from engine.start import Start
from engine.view import Counts, View


@dataclass(frozen=True, slots=True)
class Changes:
    """The tiles, workers and castle pieces that some turns added to the board.

    Attributes:
        tiles: the tiles laid, in order.
        workers: the workers placed, in order.
        pieces: the castle pieces placed, in order.
        completed: the buildings completed, with each seat's gains.
        banners: the banners used, with the seals that were sold.
    """

    tiles: tuple[TileLaid, ...] = ()
    workers: tuple[WorkersPlaced, ...] = ()
    pieces: tuple[PiecePlaced, ...] = ()
    completed: tuple[BuildingCompleted, ...] = ()
    banners: tuple[BannerUsed, ...] = ()

    @property
    def placed(self) -> tuple[tuple[int, SquareSet], ...]:
        """The seat and the squares of each new tile and each new group of workers."""
        return (
            *[(tile.seat, tile.squares) for tile in self.tiles],
            *((event.seat, event.own | event.neutral) for event in self.workers),
        )

    @property
    def squares(self) -> SquareSet:
        """The squares of all new tiles and workers."""
        squares = 0
        for _, some in self.placed:
            squares |= some
        return squares

    @property
    def values_before(self) -> Counts | None:
        """The families' seal values before the first castle piece; None if none was placed."""
        return self.pieces[0].before if self.pieces else None

    def sold_by(self, seat: int) -> Counts:
        """Return how many seals of each family a seat sold by banners; () if it used none."""
        return tuple(
            map(sum, zip(*[used.sold for used in self.banners if used.seat == seat], strict=True))
        )


NOTHING_CHANGED = Changes()


def changes_of(turns: Iterable[Turn]) -> Changes:
    """Collect the changes by some turns of one game.

    Args:
        turns: the turns to collect from, the oldest first.
    """
    events = [event for turn in turns for event in turn.events]
    return Changes(
        tiles=tuple(event for event in events if isinstance(event, TileLaid)),
        workers=tuple(event for event in events if isinstance(event, WorkersPlaced)),
        pieces=tuple(event for event in events if isinstance(event, PiecePlaced)),
        completed=tuple(event for event in events if isinstance(event, BuildingCompleted)),
        banners=tuple(event for event in events if isinstance(event, BannerUsed)),
    )


@dataclass(frozen=True, slots=True)
class Scene:
    """The board after one turn of a game.

    Attributes:
        number: the turn's number, or 0 for the start of the game.
        total: the number of turns played out.
        view: the public's view after the turn.
        turn: the turn with its events, for the sentences; None at the start.
        values_before: the values before the turn.
        gold: the gold of each seat from sales after the turn; None as long as it is hidden.
    """

    number: int
    total: int
    view: View
    turn: Turn | None
    values_before: Counts
    gold: tuple[int, ...] | None

    @property
    def mover(self) -> int | None:
        """The seat whose turn it was; None at the start."""
        return None if self.turn is None else self.turn.seat

    @property
    def changed(self) -> Changes:
        """The additions to the board in the scene's turn."""
        return NOTHING_CHANGED if self.turn is None else changes_of([self.turn])


def scenes(start: Start, actions: Sequence[Action]) -> Iterator[Scene]:
    """Yield the start of a game and each of its turns, one at a time.

    Args:
        start: the start of the game.
        actions: the actions that count, in order; those of a turn that is not over are left out.

    Raises:
        IllegalActionError: if an action is not legal.
    """
    total, over = _played(start, actions)
    position = Position(start)
    values = tuple(position.values)
    gold = tuple(position.gold)
    yield Scene(0, total, position.view(), None, values, gold if over else None)
    turn = Turn(position.turn, position.active)
    for action in actions:
        gold = tuple(position.gold)
        turn.plies.append(Ply(action, tuple(position.apply(action))))
        if isinstance(action, End):
            # The final sale is not part of a turn: it comes with the ranking.
            gold = gold if position.over else tuple(position.gold)
            yield Scene(turn.number, total, position.view(), turn, values, gold if over else None)
            turn, values = Turn(position.turn, position.active), tuple(position.values)


def scene_at(start: Start, actions: Sequence[Action], number: int) -> Scene:
    """Return the scene of one turn, or the nearest if the number is out of range.

    Args:
        start: the start of the game.
        actions: the actions that count, in order.
        number: the turn's number, or 0 for the start of the game.

    Raises:
        IllegalActionError: if an action is not legal.
    """
    found = None
    for scene in scenes(start, actions):
        found = scene
        if scene.number >= number:
            break
    assert found is not None
    return found


def scenes_since(start: Start, actions: Sequence[Action], number: int) -> list[Scene]:
    """Return the scenes from one turn on, and before them the one in which it began.

    Args:
        start: the start of the game.
        actions: the actions that count, in order; those of a turn that is not over are left out.
        number: the number of the first turn, from 1.

    Raises:
        IllegalActionError: if an action is not legal.
    """
    return [scene for scene in scenes(start, actions) if scene.number >= number - 1]


def _played(start: Start, actions: Sequence[Action]) -> tuple[int, bool]:
    """Return the number of turns played out, and whether the game is over."""
    # Replayed in advance: each scene shows the total, and gold only if the game is over.
    position = Position(start)
    for action in actions:
        position.apply(action)
    return sum(isinstance(action, End) for action in actions), position.over
