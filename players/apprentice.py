"""The apprentice: a friendly beginner, who sees what is in front of them and enjoys building.

It finishes a building when it can and earns by it, most of the time. Otherwise it lays a tile,
rather over camps than not, or puts a worker or two of its own by a building. It makes its own best
seal dearer with castle pieces, and hands in a banner when it has seals of some worth or no worker
of its own is left. It does not ask what it leaves to the next seat.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.imagining import Imagined, imagine
from engine.observation import Observation
from engine.squares import SquareSet, iter_squares
from engine.view import Phase
from players.player import Budget

ATTENTION: Final = 0.6
"""How likely it is to see a building that it could finish."""
WISH_TO_BUILD: Final = 0.6
"""How likely it is to lay a tile rather than place workers when it finishes nothing."""
PLACES_LOOKED_AT: Final = 6
"""So many places of tiles it compares."""
GOOD_VALUE: Final = 3
"""It sells families worth at least so much."""
MANY_SEALS: Final = 4
"""It hands in a banner for the sale of so many seals."""


class Apprentice:
    """A beginner. It needs hardly any time."""

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """The action for a seat that has to act.

        Raises:
            ValueError: if it is not that seat's turn.
        """
        if observation.view.active != observation.seat:
            raise ValueError("it is not this seat's turn")
        position = imagine(observation, rng)
        if position.phase is Phase.MUST:
            return _first_part(position, rng)
        if position.phase is Phase.CASTLE:
            return _piece(position, rng)
        return _banner(position)


def _first_part(position: Imagined, rng: Random) -> Action:
    action: Action | None = _finish(position, rng)
    if action is None:
        ways = [_build, _place]
        if rng.random() >= WISH_TO_BUILD:
            ways.reverse()
        action = ways[0](position, rng) or ways[1](position, rng)
    return action or Pass()


def _finish(position: Imagined, rng: Random) -> Workers | None:
    """Workers that finish a building, own ones first: the building that earns most seals."""
    seat = position.active
    own, neutral = position.own_stock[seat], position.neutral_stock[seat]
    best: tuple[int, Workers] | None = None
    for number in position.open:
        border = position.buildings[number].border
        gap = border & position.vacant
        count = gap.bit_count()
        if count > own + neutral or rng.random() >= ATTENTION:
            continue
        mine = _first_squares(gap, min(own, count))
        seals = 1 + mine.bit_count() + (border & position.workers[seat]).bit_count()
        if best is None or seals > best[0]:
            best = seals, Workers(mine, gap & ~mine)
    return best[1] if best else None


def _first_squares(squares: SquareSet, count: int) -> SquareSet:
    chosen = 0
    for square in iter_squares(squares):
        if not count:
            break
        chosen |= 1 << square
        count -= 1
    return chosen


def _build(position: Imagined, rng: Random) -> Build | None:
    """A tile of the hand where it covers many camps, of a few places looked at."""
    cards = dict.fromkeys(position.hands[position.active])
    places = [(card, squares) for card in cards for squares in position.placements(card)]
    if not places:
        return None
    camps = position.start.edition.camps
    looked_at = [rng.choice(places) for _ in range(PLACES_LOOKED_AT)]
    card, squares = max(looked_at, key=lambda place: (place[1] & camps).bit_count())
    sources = position.draws()
    source = rng.choice(sources) if sources else Draw.NONE
    return Build(card, squares, source or Draw.STACK)


def _place(position: Imagined, rng: Random) -> Workers | None:
    """One or two workers by an unfinished building, else anywhere; own ones while it has them."""
    sites = [vacant for number, vacant in position.worker_sites() if number is not None]
    sites = sites or [vacant for _, vacant in position.worker_sites()]
    seat = position.active
    own, neutral = position.own_stock[seat], position.neutral_stock[seat]
    if not sites or not own + neutral:
        return None
    squares = list(iter_squares(rng.choice(sites)))
    count = min(rng.randint(1, 2), len(squares), own or neutral)
    bits = sum(1 << square for square in rng.sample(squares, count))
    return Workers(bits, 0) if own else Workers(0, bits)


def _piece(position: Imagined, rng: Random) -> Castle:
    """A piece of the family it has most seals of, over one it has fewest of."""
    seals = position.seals[position.active]
    edition = position.start.edition
    left = [family for family, count in enumerate(position.pools[position.floor]) if count]
    free = [place for place in range(edition.ring_size) if not position.taken >> place & 1]
    family = max(left, key=lambda each: (seals[each], rng.random()))

    def loss(place: int) -> tuple[int, float]:
        top = position.tops[place]
        return (-1 if top is None else seals[top] + (100 if top == family else 0)), rng.random()

    return Castle(edition.families[family], min(free, key=loss) + 1)


def _banner(position: Imagined) -> Banner | End:
    """A banner when it is out of workers, or has many seals that sell well."""
    seat = position.active
    if position.banner_used or not position.banners[seat]:
        return End()
    families = position.start.edition.families
    sale = tuple(
        (family, count)
        for family, count, value in zip(
            families, position.seals[seat], position.values, strict=True
        )
        if count and value >= GOOD_VALUE
    )
    many = sum(count for _, count in sale) >= MANY_SEALS
    out = not position.own_stock[seat] and position.own_supply[seat]
    return Banner(sale) if many or out else End()
