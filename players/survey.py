"""Incremental evaluation: the value of every tile placement and worker group, in gold.

Only the difference that an action makes is computed: the buildings whose vacant squares it fills,
the workers it spends, the camps it covers and the new building. An index by square finds those
buildings, and all surveys share tables of where a tile can lie. So every placement of a hand's
tiles is valued in a fraction of a millisecond.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from engine.actions import Build, Workers
from engine.edition import Card
from engine.imagining import Imagined
from engine.legality import anchors
from engine.squares import STRIDE, SquareSet, union
from players.judgement import WEIGHTS, Weights, scale
from players.tile_tables import bit_lengths, covering, enclosed, lay, lying_on

MOST_TOGETHER: Final = 4  # the most workers placed together where they finish nothing

_NEARLY: Final = 2.0
"""The most gold by which a tile may be worse and still count as nearly as good as workers."""

PricedTile: TypeAlias = tuple[float, Card, SquareSet]
"""The value of a tile, its card and its squares."""

WorkerGroup: TypeAlias = tuple[float, SquareSet, SquareSet]
"""The value of a group of workers, and the squares of its own and neutral ones."""

Priced: TypeAlias = list[tuple[Card, float]]
"""The cards of one form, each with the price of its seal."""


class ValuedAction(NamedTuple):
    """An action with its value: the gain over doing nothing."""

    worth: float
    action: Build | Workers


class _Unfinished(NamedTuple):
    """An unfinished building: its vacant squares, its seal's price, and the gain by filling them.

    ``after[n]`` is the gain when n squares of the gap stay vacant and no own worker is placed.
    """

    gap: SquareSet
    price: float
    after: list[float]


class Survey:
    """The possible actions of the active seat on the board, with their values."""

    def __init__(self, position: Imagined, weights: Weights = WEIGHTS) -> None:
        self.position = position
        self.scale = scale(position, weights)
        seat = position.active
        self._numbers = position.start.edition.family_number
        self._prices = [self.scale.seal[value] for value in position.values]
        share = weights.rivals / (position.start.seats - 1)
        self._sides = [
            (workers, 1.0 if other == seat else -share)
            for other, workers in enumerate(position.workers)
            if workers
        ]
        self._own = position.own_stock[seat]
        self._neutral = position.neutral_stock[seat]
        self._unfinished: list[_Unfinished] = []
        self._near = [0] * (position.start.edition.board.bit_length() + 1)
        """By a square's bit length the unfinished buildings beside it, as a bit set."""
        self._among: dict[int, list[_Unfinished]] = {}
        """Memo of ``_touched``."""
        self._everyone = union(position.workers)
        self._filling: dict[SquareSet, float] = {}
        """Memo of ``_filled``: many placements fill the same vacant squares."""
        self._promised: dict[int, float] = {}
        self._gaps = 0
        for place, number in enumerate(position.open):
            self._look(place, number)

    def _look(self, place: int, number: int) -> None:
        """Value an unfinished building, and add it to the index by square."""
        card, _, border = self.position.buildings[number]
        # Attributes are bound to locals here and below: this is the innermost code of playouts.
        chance, risk, piece = self.scale.chance, self.scale.risk, self.scale.piece
        price = self._prices[self._numbers[card.family]]
        net = 0.0
        for workers, sign in self._sides:
            if workers & border:
                net += sign * (border & workers).bit_count()
        gap = border & self.position.vacant
        size = gap.bit_count()
        earned, stake = price * net, price + piece
        now = chance[size] * earned - risk[size] * stake
        after = [
            left_chance * earned - left_risk * stake - now
            for left_chance, left_risk in zip(chance[:size], risk[:size], strict=True)
        ]
        # Filling the last square is sure income: the workers' seals, one more, and a castle piece.
        after[0] = earned + stake - now
        self._unfinished.append(_Unfinished(gap, price, after))
        self._gaps |= gap
        flag = 1 << place
        near = self._near
        for length in bit_lengths(border):
            near[length] |= flag

    def _touched(self, flags: int) -> list[_Unfinished]:
        found = self._among.get(flags)
        if found is None:
            found = self._among[flags] = []
            while flags:
                lowest = flags & -flags
                flags ^= lowest
                found.append(self._unfinished[lowest.bit_length() - 1])
        return found

    def best(self) -> Build | Workers | None:
        """Return the action that is worth most, or None when there is none."""
        group = max(self.groups(), default=None)
        tiles = self._best_tiles(1, float("-inf") if group is None else group[0])
        if tiles:
            return self._build(tiles[0])
        return None if group is None else Workers(group[1], group[2])

    def other(self) -> Build | Workers | None:
        """Return the second-best action, or the best if there is only one; None when there is none.

        If the best one places workers, the second is the best tile, since most groups of workers
        are alike.
        """
        group = max(self.groups(), default=None)
        if group is None:
            tiles = self._best_tiles(2, float("-inf"))
            return self._build(tiles[-1]) if tiles else None
        tiles = self._best_tiles(2, group[0])
        if len(tiles) > 1 and tiles[1][0] > group[0]:
            return self._build(tiles[1])
        if tiles:
            return Workers(group[1], group[2])
        # Workers are best. The bound lets most tiles be skipped; only if none passes it, a second
        # search goes through all.
        tiles = self._best_tiles(1, group[0] - _NEARLY) or self._best_tiles(1, float("-inf"))
        return self._build(tiles[0]) if tiles else Workers(group[1], group[2])

    def _build(self, tile: PricedTile) -> Build:
        return Build(tile[1], tile[2], self.position.draws()[-1])

    def _best_tiles(self, count: int, least: float) -> list[PricedTile]:
        """Return the best ``count`` tiles worth ``least`` or more, by branch and bound.

        The result equals the head of the sorted ``tiles``, while only some 30 % of them are valued.
        """
        best: list[PricedTile] = []
        shapes = self.position.start.orientations
        for form, priced in self._forms(None).items():
            hot = self._worthwhile(priced, len(shapes[form][0].offsets), least)
            for gain, by_price, squares in self._places(form, hot):
                for card, price in priced:
                    worth = gain + by_price * price
                    if worth >= least:
                        best.append((worth, card, squares))
                        best.sort(reverse=True)
                        if len(best) >= count:
                            del best[count:]
                            least = best[-1][0]
        return best

    def ranked(self, count: int | None = None) -> list[ValuedAction]:
        """Return the best ``count`` actions, or all, the best first.

        The draw is left open: each tile names the last source, which is the stack while it lasts.
        """
        draw = self.position.draws()[-1]
        tiles, groups = sorted(self.tiles(), reverse=True), sorted(self.groups(), reverse=True)
        found: list[PricedTile | WorkerGroup] = [*tiles, *groups]
        found.sort(key=lambda each: each[0], reverse=True)
        # One worker may be found twice: as a single one and as one that finishes something.
        worths = {(first, squares): worth for worth, first, squares in reversed(found)}
        kept = islice(reversed(worths.items()), count)
        return [
            ValuedAction(worth, Build(first, squares, draw))
            if isinstance(first, Card)
            else ValuedAction(worth, Workers(first, squares))
            for (first, squares), worth in kept
        ]

    def finishes(self, action: Build | Workers) -> bool:
        """Return whether an action completes a building on the board, or the one that it lays."""
        squares = action.squares
        if any(not each.gap & ~squares for each in self._unfinished):
            return True
        if isinstance(action, Workers):
            return False
        return not self.position.start.edition.border(squares) & self.position.vacant

    def tiles(self, cards: Iterable[Card] | None = None) -> list[PricedTile]:
        """Return every legal tile placement with its value, for the hand or the given cards."""
        return [
            (gain + by_price * price, card, squares)
            for form, priced in self._forms(cards).items()
            for gain, by_price, squares in self._places(form)
            for card, price in priced
        ]

    def _forms(self, cards: Iterable[Card] | None) -> dict[str, Priced]:
        """Return the given cards, or the hand's, with their seals' prices, by form."""
        position = self.position
        forms: dict[str, Priced] = {}
        for card in dict.fromkeys(position.hands[position.active] if cards is None else cards):
            price = self._prices[self._numbers[card.family]]
            forms.setdefault(card.form, []).append((card, price))
        return forms

    def _worthwhile(self, priced: Priced, squares: int, least: float) -> SquareSet | None:
        """Return squares (hot ones) of which each tile worth ``least`` or more covers at least one.

        A tile's value is bounded by its value alone plus the sum of what its squares promise, so
        one of them must promise at least the average share. None means that no tile is excluded.
        """
        price = max([each for _, each in priced])
        by_itself = -self.scale.least_risk * (price + self.scale.piece)
        # The margin absorbs rounding: a tile exactly at the bound must not be lost.
        share = (least - by_itself) / squares - 1e-9
        if share <= 0 or self.scale.least_chance < 0 or min(self._prices) < 0:
            return None
        hot = 0
        for length, promised in self._promise().items():
            if promised >= share:
                hot |= 1 << length - 1
        return hot

    def _promise(self) -> dict[int, float]:
        """Return an upper bound of the gain by covering a square, by the square's bit length."""
        if self._promised:
            return self._promised
        promise = self._promised
        for gap, _, after in self._unfinished:
            size = len(after)
            most = max([gain / (size - left) for left, gain in enumerate(after)])
            if most > 0:
                for length in bit_lengths(gap):
                    promise[length] = promise.get(length, 0.0) + most
        position = self.position
        vacant = position.vacant
        if position.neutral_supply:
            for length in bit_lengths(position.start.edition.camps & vacant):
                promise[length] = promise.get(length, 0.0) + self.scale.neutral
        own = position.workers[position.active]
        seal = self.scale.most_chance * max(self._prices)
        for beside in (own << 1, own >> 1, own << STRIDE, own >> STRIDE):
            for length in bit_lengths(beside & vacant):
                promise[length] = promise.get(length, 0.0) + seal
        return promise

    def _places(
        self, form: str, hot: SquareSet | None = None
    ) -> Iterator[tuple[float, float, SquareSet]]:
        """Yield every place of a form: its fixed gain, its gain by the seal's price, its squares.

        With hot squares only the places that cover one of them or are enclosed at once.
        """
        position, gaps = self.position, self._gaps
        camps, vacant = position.start.edition.camps, position.vacant
        sides, everyone, filling = self._sides, self._everyone, self._filling
        chance, risk, piece = self.scale.chance, self.scale.risk, self.scale.piece
        camp = self.scale.neutral if position.neutral_supply else 0.0
        for orientation, fits in anchors(position, form):
            # A tile enclosed at once is complete, whose gain the promises do not bound.
            if hot is not None:
                fits = covering(orientation, fits, hot) | enclosed(orientation, fits, vacant)
            lying = lying_on(orientation.squares, camps)
            while fits:
                lowest = fits & -fits
                fits ^= lowest
                first = lowest.bit_length()
                laid = lying.get(first) or lay(lying, orientation.squares, camps, first)
                squares, lengths, border, covered = laid
                filled = squares & gaps
                known = filling.get(filled)
                if known is None:
                    known = filling[filled] = self._filled(squares, lengths)
                gain = known
                if covered:
                    gain += camp * covered
                left = (border & vacant).bit_count()
                by_price = -risk[left]
                gain += by_price * piece
                if not left:
                    by_price = 1.0
                    gain += 2 * piece
                if border & everyone:
                    rate = chance[left]
                    for workers, sign in sides:
                        count = (border & workers).bit_count()
                        if count:
                            by_price += rate * sign * count
                yield gain, by_price, squares

    def _filled(self, squares: SquareSet, lengths: tuple[int, ...]) -> float:
        """Return the gain by filling squares of unfinished buildings."""
        flags = 0
        for length in lengths:
            flags |= self._near[length]
        gain = 0.0
        for gap, _, after in self._touched(flags):
            gain += after[(gap & ~squares).bit_count()]
        return gain

    def groups(self) -> list[WorkerGroup]:
        """Return valued worker groups: those that finish buildings, and the best few others."""
        most = self._own + self._neutral
        if not most:
            return []
        lot = self.position.start.lot_border & self.position.vacant
        finishing = self._finishing(lot, most)
        found = [self._placed(squares) for squares in finishing]
        singles = self._singles(lot)
        found += singles.values()
        if self._own > 1:
            together = self._together(lot, singles)
            together -= finishing
            found += [self._placed(squares) for squares in together]
        return found

    def _finishing(self, lot: SquareSet, most: int) -> set[SquareSet]:
        """Return the squares where ``most`` workers or fewer finish one or more buildings."""
        small: list[SquareSet] = []
        within: dict[int, list[SquareSet]] = {}
        for place, (gap, _, after) in enumerate(self._unfinished):
            if len(after) > most:
                continue
            small.append(gap)
            around = -1
            for length in bit_lengths(gap):
                around &= self._near[length]
            around ^= 1 << place
            if around:
                within.setdefault(around, []).append(gap)
        found = set(small)
        # Two buildings at once are possible only where workers may be placed together: round a
        # third building, or round the castle.
        for place in range(len(self._unfinished)) if len(small) > 1 else ():
            inside = [gap for flags, gaps in within.items() if flags >> place & 1 for gap in gaps]
            found.update(_pairs(inside, most))
        if lot:
            inside = [each.gap for each in self._unfinished if not each.gap & ~lot]
            found.update(_pairs(inside, most))
            everything = union(inside)
            if everything and everything.bit_count() <= most:
                found.add(everything)
        return found

    def _together(self, lot: SquareSet, singles: dict[int, WorkerGroup]) -> set[SquareSet]:
        """Return the best two or more squares round each building and round the castle."""
        count = min(self._own, MOST_TOGETHER)
        found: set[SquareSet] = set()
        gaps = [each.gap for each in self._unfinished]
        for site in [lot, *gaps] if lot else gaps:
            around = sorted([singles[length] for length in bit_lengths(site)], reverse=True)
            squares = around[0][1]
            for _, own, _ in around[1:count]:
                squares |= own
                found.add(squares)
        return found

    def _singles(self, lot: SquareSet) -> dict[int, WorkerGroup]:
        """Return single workers by the bit length of each legal square, own ones if possible."""
        own = bool(self._own)
        chance = self.scale.chance
        cost = self.scale.own if own else self.scale.neutral
        gains: dict[int, float] = {}
        for gap, price, after in self._unfinished:
            left = len(after) - 1
            gain = after[left] + (chance[left] * price if own else 0.0)
            for length in bit_lengths(gap):
                gains[length] = gains.get(length, -cost) + gain
        for length in bit_lengths(lot):
            gains.setdefault(length, -cost)
        return {
            length: (gain, 1 << length - 1, 0) if own else (gain, 0, 1 << length - 1)
            for length, gain in gains.items()
        }

    def _placed(self, squares: SquareSet) -> WorkerGroup:
        """Return a group on some squares, with own workers where they earn more than they cost."""
        near = self._near
        lengths = bit_lengths(squares)
        flags = 0
        for length in lengths:
            flags |= near[length]
        gain = 0.0
        chance = self.scale.chance
        touched = []
        for gap, price, after in self._touched(flags):
            left = (gap & ~squares).bit_count()
            gain += after[left]
            touched.append((gap, chance[left] * price))
        earnings = []
        for length in lengths:
            bit = 1 << length - 1
            earned = 0.0
            for gap, each in touched:
                if gap & bit:
                    earned += each
            earnings.append((earned, bit))
        # Greedy is exact here: each square's earning is independent of who stands on the others.
        earnings.sort(reverse=True)
        least = len(earnings) - self._neutral
        extra = self.scale.own - self.scale.neutral
        gain -= self.scale.neutral * len(earnings)
        own = 0
        for place, (earned, bit) in enumerate(earnings[: self._own]):
            if place < least or earned > extra:
                own |= bit
                gain += earned - extra
        return gain, own, squares & ~own


def _pairs(sets: list[SquareSet], most: int) -> Iterator[SquareSet]:
    """Yield the union of every two sets that has ``most`` squares or fewer."""
    for place, one in enumerate(sets):
        for other in sets[:place]:
            if (one | other).bit_count() <= most:
                yield one | other
