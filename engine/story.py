"""A game's past: its turns and what they changed, its numbers, and the moments people talk about.

All pictures and texts that mark changes have them from here. A turn in progress is left out.
Screens are open only at the end: the running gold of all seats is shown then, and not before.
Sales, buildings that paid others, and turns that changed the seals' values are compared by one
number: about how much gold depended on them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.actions import Action, End
from engine.events import BannerUsed, BuildingCompleted, Event, PiecePlaced, TileLaid, WorkersPlaced
from engine.game import Game, Ply, Turn
from engine.position import Position
from engine.squares import SquareSet, union
from engine.start import Start
from engine.view import Counts, View, proceeds


@dataclass(frozen=True, slots=True)
class Changes:
    """The tiles, workers and castle pieces that some turns added to the board."""

    tiles: tuple[TileLaid, ...] = ()
    workers: tuple[WorkersPlaced, ...] = ()
    pieces: tuple[PiecePlaced, ...] = ()
    completed: tuple[BuildingCompleted, ...] = ()  # the buildings completed, with each seat's gains
    banners: tuple[BannerUsed, ...] = ()  # the banners used, with the seals that were sold

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
        return union(squares for _, squares in self.placed)

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
    """Collect the changes by some turns of one game."""
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
    """The board after one turn of a game."""

    number: int  # the turn's number, or 0 for the start of the game
    total: int
    view: View  # the public's view after the turn
    turn: Turn | None  # the turn with its events, for the sentences; None at the start
    values_before: Counts
    # the gold of each seat from sales after the turn; None as long as it is hidden
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
        actions: the actions that count, in order; those of a turn that is not over are left out.
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
    """Return the scene of one turn, or the nearest if the number is out of range."""
    found = None
    for scene in scenes(start, actions):
        found = scene
        if scene.number >= number:
            break
    assert found is not None
    return found


def scenes_since(start: Start, actions: Sequence[Action], number: int) -> list[Scene]:
    """Return the scenes from one turn on, and before them the one in which it began."""
    return [scene for scene in scenes(start, actions) if scene.number >= number - 1]


def _played(start: Start, actions: Sequence[Action]) -> tuple[int, bool]:
    # Replayed in advance: each scene shows the total, and gold only if the game is over.
    position = Position(start)
    for action in actions:
        position.apply(action)
    return sum(isinstance(action, End) for action in actions), position.over


COMEBACK: Final = 20  # the gold from which on a victory after having been behind is told


@dataclass(frozen=True, slots=True)
class Story:
    """A finished game in numbers, one entry for each turn."""

    sold: tuple[tuple[int, ...], ...]
    unsold: tuple[tuple[int, ...], ...]
    values: tuple[Counts, ...]
    sales: tuple[tuple[int, ...], ...] = ()


def furthest_behind(winner: int, story: Story) -> int:
    """Return how much gold a seat was behind at most, in the second half of a finished game."""
    found = worths(story)
    return max((max(one) - one[winner] for one in found[len(found) // 2 :]), default=0)


def worths(story: Story) -> list[tuple[int, ...]]:
    """Return what each seat's gold and seals were worth after each turn."""
    return [
        tuple(map(sum, zip(*both, strict=True)))
        for both in zip(story.sold, story.unsold, strict=True)
    ]


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


@dataclass(frozen=True, slots=True)
class ValueChanged:
    """A turn's castle pieces changed the value of a family's seals."""

    seat: int
    family: str
    before: int
    after: int


Happening: TypeAlias = BannerUsed | BuildingCompleted | ValueChanged


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn to talk about."""

    turn: int
    weight: int
    what: Happening


def moments_of(start: Start, actions: Iterable[Action], first: int = 1) -> list[Moment]:
    """Return the moments of a game's completed turns, in their order.

    Args:
        actions: the actions that count; those of a turn that is not over are left out.
    """
    position, found = Position(start), list[Moment]()
    events, turn = list[Event](), 1
    for action in actions:
        # Before the last turn's end, with which all seals are sold; only the sum, since whose they
        # are does not matter here.
        held = tuple(map(sum, zip(*position.seals, strict=True)))
        events += position.apply(action)
        if isinstance(action, End):
            if turn >= first:
                found += [Moment(turn, *one) for one in _weighed(events, start, held)]
            events, turn = [], turn + 1
    return found


def greatest(moments: Iterable[Moment], count: int) -> list[Moment]:
    """Return the weightiest moments of different turns, in the order of the game.

    The weightiest of each kind come first, since three sales are a duller story than a sale, a
    building and the castle.
    """
    ranked = sorted(moments, key=lambda moment: (-moment.weight, moment.turn))
    firsts = {type(moment.what): moment for moment in reversed(ranked)}
    chosen: dict[int, Moment] = {}
    for moment in (*[one for one in ranked if one is firsts[type(one.what)]], *ranked):
        if len(chosen) < count:
            chosen.setdefault(moment.turn, moment)
    return sorted(chosen.values(), key=lambda moment: moment.turn)


def _weighed(
    events: Sequence[Event], start: Start, held: Sequence[int]
) -> Iterable[tuple[int, Happening]]:
    families = start.edition.families
    for event in events:
        if isinstance(event, BannerUsed) and event.gold:
            yield event.gold, event
        elif isinstance(event, BuildingCompleted):
            more = [gain for gain in event.gains if gain > event.gains[event.seat]]
            if more:
                # A seal is worth about three where nothing is known of the values to come.
                yield 3 * sum(more), event
    pieces = [event for event in events if isinstance(event, PiecePlaced)]
    if pieces:
        before, after = pieces[0].before, pieces[-1].after
        changes = [
            (abs(now - then) * count, family, then, now)
            for family, then, now, count in zip(families, before, after, held, strict=True)
        ]
        weight, family, then, now = max(changes, key=lambda change: change[0])
        if weight:
            yield weight, ValueChanged(pieces[0].seat, family, then, now)
