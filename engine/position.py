"""A position of the game: its state, what may be done in it, and doing it.

``PositionState`` says what there is. What may be done stands in ``engine.legality`` and
``engine.generation``, what it does in ``engine.applying``, who may know what in
``engine.viewing``; the methods here are the way in, and nothing below them knows positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine import applying, generation, legality, viewing
from engine.actions import Action
from engine.cards import Card
from engine.errors import IllegalActionError
from engine.events import BuildingCompleted, Event
from engine.notation import parse_action
from engine.observation import Observation
from engine.squares import SquareSet
from engine.state import PositionState
from engine.view import View

RULES_VERSION: Final = 1
"""Counted up when the same start and log lead to another position than before."""


class Position(PositionState):
    """The state of a game with its rules. Change it through ``apply`` and ``push`` only."""

    __slots__ = ()

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
