"""Making: actions with one effect are one choice, and what is found does not depend on chance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Build, Castle, Draw, Workers
from engine.squares import iter_squares
from engine.view import Phase
from players.daily.choices import alike, choice_of, variants
from players.daily.making import done, examined
from players.daily.puzzle import Puzzle
from players.daily.steps import FULL, Effort, asked, compare, scout, search
from players.levels import OPPONENTS
from players.player import Budget
from tabletop.daily.positions import in_file

KNOWN = in_file()
LATE = max(KNOWN.values(), key=lambda puzzle: len(puzzle.record.actions))
"""The position of which playouts are shortest."""


def of_kind(kind: type) -> Puzzle:
    return next(puzzle for puzzle in KNOWN.values() if isinstance(puzzle.action, kind))


def test_the_card_that_is_drawn_is_no_part_of_a_choice() -> None:
    puzzle = of_kind(Build)
    action = puzzle.action
    assert isinstance(action, Build)
    for card in puzzle.position.face_up:
        assert puzzle.found_by(replace(action, draw=card))
    assert puzzle.found_by(replace(action, draw=Draw.STACK))


def test_ring_squares_that_show_the_same_are_one_choice() -> None:
    for puzzle in KNOWN.values():
        position = puzzle.position
        if position.phase is not Phase.CASTLE:
            continue
        for piece in position.legal_actions():
            assert isinstance(piece, Castle)
            others = [Castle(piece.family, ring) for ring in alike(position, piece.ring)]
            after = set()
            for other in others:
                assert choice_of(position, other) == choice_of(position, piece)
                twin = position.copy()
                twin.push(other)
                after.add(tuple(twin.values))
            assert piece in others
            assert len(after) == 1


def test_workers_that_change_places_without_effect_are_one_choice() -> None:
    puzzle = of_kind(Workers)
    position, action = puzzle.position, puzzle.action
    assert isinstance(action, Workers)
    assert puzzle.found_by(action)
    for choice in variants(position, action):
        other = position.parse(choice)
        assert isinstance(other, Workers)
        assert position.is_legal(other)
        assert not puzzle.found_by(other)
        moved = (action.own | action.neutral) ^ (other.own | other.neutral)
        assert len(list(iter_squares(moved))) <= 1


@pytest.mark.parametrize("line", ["", "{}", "[]", '{"day": 1}', '{"day": 1, "behind": []}'])
def test_what_is_no_position_is_refused(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - JSON's own error is one of them
        Puzzle.from_json(line)


def test_a_level_is_asked_with_the_same_outcome_again() -> None:
    assert len({asked(LATE.packed, "foreman", "1", FULL, Budget()) for _ in range(2)}) == 1


def test_each_piece_of_work_comes_to_the_same_again() -> None:
    packed, budget = LATE.packed, Budget()
    little = Effort(look=20, search=60)
    assert search(packed, "1", little, budget) == search(packed, "1", little, budget)
    two = [LATE.best, LATE.behind[0][0]]
    deals = compare(packed, two, "1", little, budget)
    assert deals == compare(packed, two, "1", little, budget)
    assert len(deals) == 30


@pytest.mark.slow
def test_a_game_is_played_for_its_decisions() -> None:
    effort, budget = Effort(look=20), Budget()
    games = (scout(f"{seed}", Phase.CAN, 1.0, effort, budget) for seed in range(30))
    found = next(filter(None, games))
    assert Puzzle(1, found[0], "end", (), (), ()).position.phase is Phase.CAN


@pytest.mark.nightly
@pytest.mark.slow
def test_a_position_that_was_found_is_found_again() -> None:
    again = done(examined(LATE.day, LATE.packed))
    assert again is not None
    assert again.best == LATE.best
    assert set(again.found) <= {level.name for level in OPPONENTS}
