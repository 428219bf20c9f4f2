"""The actions the engine finds are the legal ones, all of them, each once."""

from random import Random

import pytest
from hypothesis import assume, given, settings

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.position import Position
from engine.random_play import random_action
from engine.squares import STRIDE
from engine.view import Phase
from tests.engine import oracle
from tests.engine.play import POSITIONS, SEEDS
from tests.engine.scenes import EDITION

MOST_WORKERS = 5

HALF = settings(max_examples=settings().max_examples // 2)
"""For what the slow rules take long to find out."""


def modest(position: Position) -> Position:
    """The position with few enough workers in the stock to list every placement."""
    seat = position.active
    over = max(0, position.own_stock[seat] + position.neutral_stock[seat] - MOST_WORKERS)
    neutral = min(over, position.neutral_stock[seat])
    position.neutral_stock[seat] -= neutral
    position.neutral_supply += neutral
    position.own_stock[seat] -= over - neutral
    position.own_supply[seat] += over - neutral
    return position


@pytest.mark.slow
@given(POSITIONS)
@HALF
def test_tiles_and_sites_are_those_of_the_slow_rules(position: Position) -> None:
    for form in EDITION.forms:
        card = next(card for card in EDITION.cards if card.form == form)
        found = list(position.placements(card))
        assert len(found) == len(set(found))
        assert set(found) == oracle.tiles(position, form)
    slow = [oracle.bits(site) for site in oracle.sites(position) if site]
    assert sorted(vacant for _, vacant in position.worker_sites()) == sorted(slow)


@pytest.mark.slow
@given(POSITIONS)
@HALF
def test_legal_actions_are_those_of_the_slow_rules(position: Position) -> None:
    modest(position)
    found = list(position.legal_actions())
    assert len(found) == len(set(found))
    assert set(found) == oracle.legal(position)
    for action in found:
        assert position.is_legal(action)


def candidates(position: Position, rng: Random) -> list[Action]:
    """Actions of all kinds, most of them illegal, many of them nearly legal."""
    board = [1 << square for square in range(STRIDE * 12)]
    hand = [*position.hands[position.active], rng.choice(EDITION.cards)]
    found: list[Action] = [Pass(), End(), Banner(), Workers(0, 0)]
    draws = [*Draw, *position.face_up, rng.choice(EDITION.cards)]
    for card in hand:
        for orientation in EDITION.forms[card.form].orientations(mirror=True):
            for square in rng.sample(range(STRIDE * 12), 25):
                found.append(Build(card, orientation.squares << square, rng.choice(draws)))
        found.append(Build(card, sum(rng.sample(board, 3)), rng.choice(draws)))
    for _ in range(60):
        own, neutral = rng.choice(board), rng.choice([0, rng.choice(board)])
        found.append(Workers(own, neutral))
        _, vacant = rng.choice(position.worker_sites() or [(None, own)])
        found.append(Workers(vacant & sum(rng.sample(board, 100)), 0))
        found.append(Workers(0, vacant & sum(rng.sample(board, 50))))
    for family in (*EDITION.families, "gold"):
        found += [Castle(family, ring) for ring in range(-1, 13)]
        found += [Banner(((family, amount),)) for amount in range(-1, 8)]
    return found


@pytest.mark.slow
@given(POSITIONS, SEEDS)
@settings(max_examples=40)
def test_of_many_candidates_exactly_the_legal_ones_apply(position: Position, seed: int) -> None:
    modest(position)
    legal = oracle.legal(position)
    for action in candidates(position, Random(seed)):
        assert position.is_legal(action) == (action in legal), str(action)


@given(POSITIONS, SEEDS)
def test_random_play_is_legal(position: Position, seed: int) -> None:
    assume(not position.over)
    rng = Random(seed)
    for _ in range(10):
        assert position.is_legal(random_action(position, rng))


@given(POSITIONS)
def test_there_is_always_something_to_do_until_the_end(position: Position) -> None:
    assert (next(position.legal_actions(), None) is None) == (position.phase is Phase.OVER)
