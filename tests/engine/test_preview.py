"""What previews ask: every legal place with what it brings, and a turn that has not come yet."""

from __future__ import annotations

from random import Random

from hypothesis import assume, given, settings

from engine.actions import Build, Draw, End
from engine.events import BuildingCompleted, NeutralTaken
from engine.generation import can_build
from engine.position import Position
from engine.preview import in_turn, placements
from engine.squares import SquareSet, column_of, first_square, row_of
from engine.view import Phase
from tests.engine.play import POSITIONS, SEEDS


def _from_middle(squares: SquareSet) -> float:
    """How far the first square of a tile lies from the middle of the box's board."""
    first = first_square(squares)
    return (column_of(first) - 7.5) ** 2 + (row_of(first) - 5.5) ** 2


@settings(max_examples=25)
@given(POSITIONS, SEEDS)
def test_each_place_is_legal_and_brings_what_is_said(position: Position, seed: int) -> None:
    assume(position.phase is Phase.MUST)
    seat = position.active
    for card in set(position.hands[seat]):
        found = placements(position, card.form)
        assert sorted(place.squares for place in found) == sorted(position.placements(card))
        ranks = [(-place.completed, -place.camps, _from_middle(place.squares)) for place in found]
        assert ranks == sorted(ranks)
        draws = position.draws()
        draw = (draws[0] or Draw.STACK) if draws else Draw.NONE
        for place in Random(seed).sample(found, min(len(found), 10)):
            events = position.copy().apply(Build(card, place.squares, draw))
            completed = [event for event in events if isinstance(event, BuildingCompleted)]
            assert len(completed) == place.completed
            camps = [event.camps for event in events if isinstance(event, NeutralTaken)]
            assert sum(entry.bit_count() for entry in camps) in (place.camps, 0)


@settings(max_examples=25)
@given(POSITIONS)
def test_looking_ahead_changes_nothing_but_whose_turn_it_is(position: Position) -> None:
    assume(not position.over)
    before = position.copy()
    for seat in range(position.start.seats):
        ahead = in_turn(position, seat)
        assert ahead.active == seat
        assert ahead.phase is Phase.MUST
        assert ahead.view(seat).screen == position.view(seat).screen
        reason = ahead.refusal(End())
        assert reason is not None
        assert reason.code == "must-first"
        assert can_build(ahead) == any(
            next(ahead.placements(card), 0) for card in position.hands[seat]
        )
    assert position == before
