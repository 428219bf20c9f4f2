"""Positions: the facade of a game's state and its rules.

``PositionState`` is the data. ``engine.legality`` has the legal actions, ``engine.applying`` their
effects, ``engine.viewing`` each seat's knowledge. What is here is the way in, and those modules
know nothing of positions.
"""

from collections.abc import Iterator
from typing import Final

from engine import applying, legality, viewing
from engine.actions import Action, parse_action
from engine.edition import Card
from engine.events import BuildingCompleted, Event
from engine.squares import SquareSet
from engine.state import PositionState

RULES_VERSION: Final = 1
"""Incremented when the same start and log would lead to another position than before."""


class Position(PositionState):
    """The state of a game with its rules. Change it through ``apply`` and ``push`` only.

    >>> from engine import Start, load_edition
    >>> edition = load_edition()
    >>> deck = edition.deck(first_game=True)
    >>> position = Position(Start.create(edition, "first-game", edition.colours[:2], deck))
    >>> str(position.refusal(position.parse("end")))
    'first build or place workers'
    >>> [event.card for event in position.completions(next(position.legal_actions()))]
    []
    """

    __slots__ = ()

    refusal = legality.refusal
    legal_actions = legality.legal_actions
    worker_sites = legality.worker_sites
    draws = legality.draws
    can_place_workers = legality.can_place_workers
    view = viewing.view
    observe = viewing.observe

    def parse(self, text: str) -> Action:
        """Parse an action in the notation, legal or not.

        Raises:
            NotationError: if the text is no action.
        """
        return parse_action(text, self.start.edition)

    def is_legal(self, action: Action) -> bool:
        """Return whether the rules allow an action here."""
        return legality.refusal(self, action) is None

    def placements(self, card: Card) -> Iterator[SquareSet]:
        """Return every legal place of a card's tile, as the squares it covers; each once."""
        return legality.placements(self, card.form)

    def apply(self, action: Action) -> list[Event]:
        """Apply a legal action, and return its events in order.

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
        """Apply an action that is known to be legal, unchecked and without events."""
        applying.apply(self, action, None)

    def completions(self, action: Action) -> list[BuildingCompleted]:
        """Return the completions that an action would cause, without applying it."""
        events = self.copy().apply(action)
        return [event for event in events if isinstance(event, BuildingCompleted)]
