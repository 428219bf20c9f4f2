"""An opportunity is legal and brings what it says: the engine carries it out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Build, Draw, Workers
from engine.cards import Card
from engine.events import BuildingCompleted
from engine.opportunities import MOST, Opportunity, opportunities
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.squares import SquareSet, iter_squares, square_set
from engine.view import Phase
from tests.engine.scenes import EDITION


def _position(seed: int, actions: int) -> Position:
    """A position of random play in which somebody may build or place workers."""
    rng = Random(seed)
    position = Position(random_start(EDITION, "first-game", 2 + seed % 3, rng))
    for _ in range(actions):
        if position.over:
            break
        position.push(random_action(position, rng))
    while not position.over and position.phase is not Phase.MUST:
        position.push(random_action(position, rng))
    return position


def _shown(position: Position, one: Opportunity) -> Iterator[Build | Workers]:
    """The actions that the panel proposes for an opportunity."""
    if one.workers:
        yield Workers(one.own, one.neutral)
    if one.card is not None:
        yield Build(one.card, one.squares, _draw(position))


def _draw(position: Position) -> Card | Draw:
    draws = position.draws()
    return (draws[0] or Draw.STACK) if draws else Draw.NONE


def _every(position: Position, one: Opportunity) -> Iterator[Build | Workers]:
    """Every legal action that could complete the opportunity's building and no more squares."""
    seat, border = position.active, position.start.edition.border
    gap = [*iter_squares(border(one.building.squares) & position.vacant)]
    for own in range(len(gap) + 1):
        for mine in combinations(gap, own):
            yield Workers(square_set(mine), square_set({*gap} - {*mine}))
    for card in {*position.hands[seat]}:
        for squares in position.placements(card):
            yield Build(card, squares, _draw(position))


def _effect(position: Position, action: Build | Workers) -> tuple[set[SquareSet], int, int, int]:
    """The squares of the other buildings that it completes; its seals, their gold, the pieces."""
    seat, after = position.active, position.copy()
    events = [event for event in after.apply(action) if isinstance(event, BuildingCompleted)]
    laid = action.squares if isinstance(action, Build) else 0
    seals = sum(event.gains[seat] for event in events)
    gold = sum(event.gains[seat] * position.value(event.card.family) for event in events)
    return {one.squares for one in events} - {laid}, seals, gold, after.owed


@given(st.integers(0, 10_000), st.integers(20, 160))
def test_an_opportunity_is_legal_and_brings_what_it_says(seed: int, actions: int) -> None:
    position = _position(seed, actions)
    if position.over:
        return
    found = opportunities(position.view(position.active))
    assert len(found) <= MOST
    assert [one.rate for one in found] == sorted((one.rate for one in found), reverse=True)
    for one in found:
        shown = [*_shown(position, one)]
        assert shown
        assert all(position.is_legal(action) for action in shown)
        effects = [_effect(position, action) for action in shown]
        assert {one.squares for one in one.completes} == set.intersection(
            *(squares for squares, *_ in effects)
        )
        assert one.pieces == min(pieces for *_, pieces in effects)
        assert one.gold.most == max(gold for *_, gold, _ in effects)


@given(st.integers(0, 10_000), st.integers(20, 160))
def test_no_opportunity_is_undersold(seed: int, actions: int) -> None:
    position = _position(seed, actions)
    if position.over:
        return
    for one in opportunities(position.view(position.active)):
        ways = [
            _effect(position, action)
            for action in _every(position, one)
            if position.is_legal(action)
        ]
        brought = [way for way in ways if one.building.squares in way[0]]
        assert one.gold.most == max(gold for *_, gold, _ in brought)
        assert one.seals.least <= one.seals.most <= max(seals for _, seals, *_ in brought)


@given(st.integers(0, 10_000), st.integers(20, 160))
def test_a_building_that_cheap_workers_could_close_is_offered(seed: int, actions: int) -> None:
    position = _position(seed, actions)
    if position.over:
        return
    seat = position.active
    stock = position.own_stock[seat] + position.neutral_stock[seat]
    reachable = sum(
        gap.bit_count() <= stock
        for site, gap in position.worker_sites()
        if site is not None and gap
    )
    assert bool(opportunities(position.view(seat))) >= bool(reachable)


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_offered_to_the_public_or_in_another_phase(seed: int) -> None:
    position = _position(seed, 60)
    assert opportunities(position.view()) == ()
    while not position.over and position.phase is Phase.MUST:
        position.push(random_action(position, Random(seed)))
    if not position.over:
        assert opportunities(position.view(position.active)) == ()
