"""The state of a game as data, without the rules.

``engine.legality``, ``engine.legality``, ``engine.applying`` and ``engine.viewing`` are functions
of a ``PositionState``. ``engine.position`` puts them together as the methods of a ``Position``,
which is a state that knows the rules.
"""

from typing import Self

from engine.edition import Card
from engine.squares import SquareSet
from engine.start import Start
from engine.view import Phase, Result


class PositionState:
    """The state of a game. Read the attributes; change them through a position's methods only.

    Attributes:
        ply: actions applied so far.
        turn: number of the turn being played, from 1.
        active: the seat whose turn it is.
        owed: castle pieces that the active seat still has to place.
        banner_used: whether the active seat has handed in a banner in this turn.
        passed: whether the active seat passed in this turn.
        idle: turns in a row, up to the last one, that were passes without a banner.
        turns_left: turns left with the current one, or None before the end has begun.
        vacant: board squares without building, lot and worker.
        buildings: the tiles on the board, in the order laid.
        open: numbers of the buildings that are not completed.
        workers: for each seat the squares of its workers.
        neutral: the squares of neutral workers.
        own_stock, neutral_stock: for each seat the workers behind its screen.
        hands: for each seat its cards, oldest first.
        shown: for each seat the cards in its hand that it took openly.
        stack: all cards of the stack at the start, in the order of drawing.
        drawn: the number of the stack's cards that were drawn.
        tops: for each ring square the number of the family seen there, or None where blank.
        heights: for each ring square the number of pieces there.
        floor: the floor under construction, from zero.
        taken: ring squares that have their piece of this floor, as bits from zero.
        pools: for each floor the pieces left, by family.
        result: the end's gold and winners, or None while the game runs.
    """

    # Slots make attributes faster, which the innermost loops of playouts read.
    __slots__ = (
        "active",
        "banner_used",
        "banners",
        "buildings",
        "drawn",
        "face_up",
        "floor",
        "gold",
        "hands",
        "heights",
        "idle",
        "neutral",
        "neutral_stock",
        "neutral_supply",
        "open",
        "owed",
        "own_stock",
        "own_supply",
        "passed",
        "phase",
        "ply",
        "pools",
        "result",
        "seals",
        "shown",
        "stack",
        "start",
        "taken",
        "tops",
        "turn",
        "turns_left",
        "vacant",
        "values",
        "workers",
    )

    def __init__(self, start: Start) -> None:
        edition = start.edition
        seats = start.seats
        self.start = start
        self.ply = 0
        self.turn = 1
        self.active = 0
        self.phase = Phase.MUST
        self.owed = 0
        self.banner_used = False
        self.passed = False
        self.idle = 0
        self.turns_left: int | None = None
        self.buildings = list(start.presets)
        self.vacant: SquareSet = edition.board & ~start.lot_squares
        for laid in self.buildings:
            self.vacant &= ~laid.squares
        self.open = list(range(len(self.buildings)))
        self.workers: list[SquareSet] = [0] * seats
        self.neutral: SquareSet = 0
        self.own_stock = [edition.start_workers] * seats
        self.own_supply = [edition.own_workers - edition.start_workers] * seats
        self.neutral_stock = [start.extra_neutral] * seats
        self.neutral_supply = edition.neutral_workers - start.extra_neutral * seats
        self.banners = [edition.banners] * seats
        self.seals = [[0] * len(edition.families) for _ in range(seats)]
        self.gold = [0] * seats
        size = edition.hand_size
        dealt = size * seats + edition.face_up
        self.hands = [start.deck[size * seat : size * (seat + 1)] for seat in range(seats)]
        self.shown: list[tuple[Card, ...]] = [()] * seats
        self.face_up = start.deck[size * seats : dealt]
        self.stack = start.deck[dealt:]
        self.drawn = 0
        numbers = edition.family_number
        self.tops = [None if seal is None else numbers[seal] for seal in edition.ring_seals]
        self.heights = [0] * edition.ring_size
        self.values = [self.tops.count(number) for number in range(len(edition.families))]
        self.floor = 0
        self.taken = 0
        self.pools = [[count] * len(edition.families) for count in edition.floors]
        self.result: Result | None = None

    def copy(self) -> Self:
        """Return an independent state of the same kind that is equal to this one."""
        # Attribute by attribute and without ``__init__``, for speed; only mutable parts are copied.
        cls = type(self)
        twin = cls.__new__(cls)
        twin.start = self.start
        twin.ply = self.ply
        twin.turn = self.turn
        twin.active = self.active
        twin.phase = self.phase
        twin.owed = self.owed
        twin.banner_used = self.banner_used
        twin.passed = self.passed
        twin.idle = self.idle
        twin.turns_left = self.turns_left
        twin.vacant = self.vacant
        twin.buildings = self.buildings[:]
        twin.open = self.open[:]
        twin.workers = self.workers[:]
        twin.neutral = self.neutral
        twin.own_stock = self.own_stock[:]
        twin.own_supply = self.own_supply[:]
        twin.neutral_stock = self.neutral_stock[:]
        twin.neutral_supply = self.neutral_supply
        twin.banners = self.banners[:]
        twin.seals = [seals[:] for seals in self.seals]
        twin.gold = self.gold[:]
        twin.hands = self.hands[:]
        twin.shown = self.shown[:]
        twin.face_up = self.face_up
        twin.stack = self.stack
        twin.drawn = self.drawn
        twin.tops = self.tops[:]
        twin.heights = self.heights[:]
        twin.values = self.values[:]
        twin.floor = self.floor
        twin.taken = self.taken
        twin.pools = [pool[:] for pool in self.pools]
        twin.result = self.result
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PositionState):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in PositionState.__slots__)

    __hash__ = None  # type: ignore[assignment]  # a state changes

    @property
    def over(self) -> bool:
        """True once the game is over."""
        return self.phase is Phase.OVER

    @property
    def stack_size(self) -> int:
        """The number of cards left to draw."""
        return len(self.stack) - self.drawn

    def value(self, family: str) -> int:
        """Return the present value of one seal of a family (rules, section 3.2)."""
        return self.values[self.start.edition.family_number[family]]
