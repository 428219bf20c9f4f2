"""An opportunity is legal and brings what it says: the engine carries it out."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Build, Draw, Workers
from engine.events import BuildingCompleted
from engine.opportunities import MOST, Opportunity, opportunities
from engine.position import Position
from engine.random_play import random_action, random_start
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


def _action(position: Position, one: Opportunity) -> Build | Workers:
    if one.card is None:
        return Workers(one.own, one.neutral)
    draws = position.draws()
    draw = (draws[0] or Draw.STACK) if draws else Draw.NONE
    return Build(one.card, one.squares, draw)


@given(st.integers(0, 10_000), st.integers(20, 160))
def test_an_opportunity_is_legal_and_brings_what_it_says(seed: int, actions: int) -> None:
    position = _position(seed, actions)
    if position.over:
        return
    seat, families = position.active, position.start.edition.families
    found = opportunities(position.view(seat))
    assert len(found) <= MOST
    assert [one.gold for one in found] == sorted((one.gold for one in found), reverse=True)
    for one in found:
        action, after = _action(position, one), position.copy()
        assert position.is_legal(action)
        events = [event for event in after.apply(action) if isinstance(event, BuildingCompleted)]
        assert {building.squares for building in one.completes} == {
            event.squares for event in events if event.squares != one.squares
        }
        gained = [0] * len(families)
        for event in events:
            gained[families.index(event.card.family)] += event.gains[seat]
        assert one.seals == tuple(gained)
        assert one.pieces == (len(events) if any(position.pools[position.floor]) else 0)
        assert one.pieces == after.owed


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
