"""Rules, section 2: what chance decides before a game, and what it may not touch."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.edition_files import load_edition
from engine.start import FIRST_GAME, FREE, SETUPS
from tabletop.dealing import Dealer

EDITION = load_edition()
SEEDS = st.integers(0, 2**32)
SEATS = st.integers(2, 4)


@given(SEEDS, SEATS)
def test_everybody_has_one_turn_in_the_order(seed: int, seats: int) -> None:
    assert sorted(Dealer(Random(seed)).order(seats)) == list(range(seats))


@given(SEEDS, st.sampled_from(SETUPS), SEATS, st.booleans())
def test_all_cards_are_dealt_once_and_colours_differ(
    seed: int, setup: str, seats: int, mirror: bool
) -> None:
    start = Dealer(Random(seed)).start(EDITION, setup, seats, None, mirror=mirror)
    assert Counter(start.deck) == Counter(EDITION.deck(first_game=setup == FIRST_GAME))
    assert len(set(start.colours)) == seats
    assert set(start.colours) <= set(EDITION.colours)
    assert (start.setup, start.mirror) == (setup, mirror)


def test_any_lot_any_colour_and_any_place_may_come_first() -> None:
    dealt = [Dealer(Random(seed)).start(EDITION, FREE, 2, None, mirror=False) for seed in range(99)]
    assert {start.lot for start in dealt} == set(EDITION.lots)
    assert {start.colours[0] for start in dealt} == set(EDITION.colours)
    assert {Dealer(Random(seed)).order(4)[0] for seed in range(99)} == {0, 1, 2, 3}


@given(SEEDS)
def test_the_castle_stands_where_it_is_preset_or_wanted(seed: int) -> None:
    dealer = Dealer(Random(seed))
    assert dealer.start(EDITION, FIRST_GAME, 2, None, mirror=False).lot == EDITION.first_lot
    wanted = EDITION.lots[seed % len(EDITION.lots)]
    assert dealer.start(EDITION, FREE, 2, wanted, mirror=False).lot == wanted
