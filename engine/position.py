"""A position of the game: what there is, what may be done, and doing it.

``Position`` is the state. What may be done stands in ``engine.legality`` and
``engine.generation``, what it does in ``engine.applying``, who may know what in
``engine.viewing``; the methods here are the way in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from engine import applying, generation, legality, viewing
from engine.actions import Action
from engine.cards import Card
from engine.errors import IllegalActionError
from engine.events import BuildingCompleted, Event
from engine.notation import parse_action
from engine.observation import Observation
from engine.squares import SquareSet
from engine.start import Start
from engine.view import Phase, Result, View


class Position:
    """The state of a game. Read the attributes; change them through ``apply`` and ``push`` only.

    Attributes:
        start: set-up, players and deck.
        ply: actions applied so far.
        turn: number of the turn being played, from 1.
        active: the seat whose turn it is.
        phase: what it has to do next.
        owed: castle pieces it still has to place.
        banner_used: whether it has handed in a banner in this turn.
        passed: whether it passed in this turn.
        idle: turns in a row, up to the last one, that were passes without a banner.
        turns_left: turns left with the current one, or None before the end has begun.
        vacant: board squares without building, lot and worker.
        buildings: the tiles on the board, in the order laid.
        open: numbers of the buildings that are not completed.
        workers: for each seat where its workers stand.
        neutral: where neutral workers stand.
        own_stock, neutral_stock: for each seat the workers behind its screen.
        own_supply: for each seat its workers in the supply.
        neutral_supply: neutral workers in the supply.
        banners: for each seat the banners it has left.
        seals: for each seat its seals by family.
        gold: for each seat its gold.
        hands: for each seat its cards, oldest first.
        shown: for each seat the cards in its hand that everybody saw it take.
        face_up: the open cards.
        stack: the cards of the deck that are drawn from, in the order of drawing.
        drawn: how many of them are gone.
        tops: for each ring square the number of the family seen there, or None where blank.
        heights: for each ring square how many pieces stand there.
        values: what a seal of each family is worth.
        floor: the floor under construction, from zero.
        taken: ring squares that have their piece of this floor, as bits from zero.
        pools: for each floor the pieces left, by family.
        result: the end's gold and winners, or None while the game runs.
    """

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
        """An independent position that is equal to this one."""
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
        if not isinstance(other, Position):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Position.__slots__)

    __hash__ = None  # type: ignore[assignment]  # a position changes

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.phase is Phase.OVER

    @property
    def stack_size(self) -> int:
        """How many cards are left to draw."""
        return len(self.stack) - self.drawn

    def value(self, family: str) -> int:
        """What one seal of a family is worth now (rules, section 3.2)."""
        return self.values[self.start.edition.family_number[family]]

    def parse(self, text: str) -> Action:
        """The action that a text in the notation writes down, legal or not.

        Raises:
            NotationError: if it writes none.
        """
        return parse_action(text, self.start.edition)

    def refusal(self, action: Action) -> IllegalActionError | None:
        """Why the rules forbid an action here, or None when it is legal."""
        return legality.refusal(self, action)

    def is_legal(self, action: Action) -> bool:
        """Whether the rules allow an action here."""
        return legality.refusal(self, action) is None

    def legal_actions(self) -> Iterator[Action]:
        """Every legal action, each once. With many workers there are very many placements."""
        return generation.legal_actions(self)

    def placements(self, card: Card) -> Iterator[SquareSet]:
        """Every legal place of a card's tile, as the squares it covers; each once."""
        return generation.placements(self, card.form)

    def worker_sites(self) -> list[tuple[int | None, SquareSet]]:
        """Buildings that workers can be placed round, with the vacant squares there.

        A building is given by its number in ``buildings``, the castle lot by None.
        """
        return generation.worker_sites(self)

    def draws(self) -> list[Card | None]:
        """What can be drawn after building: open cards (each once), None for the stack."""
        return generation.draws(self)

    def can_build(self) -> bool:
        """Whether the active seat can lay a tile."""
        return generation.can_build(self)

    def can_place_workers(self) -> bool:
        """Whether the active seat can place a worker."""
        return generation.can_place_workers(self)

    def apply(self, action: Action) -> list[Event]:
        """Apply a legal action and tell what happened, in order.

        Raises:
            IllegalActionError: if the action is not legal; the position is unchanged.
        """
        reason = legality.refusal(self, action)
        if reason is not None:
            raise reason
        events: list[Event] = []
        applying.apply(self, action, events)
        return events

    def push(self, action: Action) -> None:
        """Apply an action that is known to be legal, without a check and without telling."""
        applying.apply(self, action, None)

    def completions(self, action: Action) -> list[BuildingCompleted]:
        """The buildings an action would complete and what each would pay, without applying it.

        Raises:
            IllegalActionError: if the action is not legal.
        """
        events = self.copy().apply(action)
        return [event for event in events if isinstance(event, BuildingCompleted)]

    def view(self, seat: int | None = None) -> View:
        """What a seat may know, or the public when no seat is given."""
        return viewing.view(self, seat)

    def observe(self, seat: int) -> Observation:
        """What a seat may know and could have counted: for computer players, never for display."""
        return viewing.observe(self, seat)
