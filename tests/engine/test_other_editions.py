"""Another edition is another file: whole games of made-up ones, and all that is told of them."""

from __future__ import annotations

from random import Random

import pytest

from engine import Edition, Game, Imagined, Position, Record, imagine, load_edition
from engine.random_play import random_action, random_game, random_start
from engine.start import SETUPS
from engine.text import view_text
from tests.editions import ISLAND, SMALL
from tests.engine.scenes import EDITION, squares

ATOLL = load_edition("atoll")
EDITIONS = pytest.mark.parametrize(
    "edition", [SMALL, ISLAND, ATOLL], ids=lambda edition: edition.id
)
KINDS = pytest.mark.parametrize("setup", SETUPS)
GAMES = 5


def game_of(edition: Edition, setup: str, seats: int, seed: int) -> Game:
    rng = Random(seed)
    mirror = rng.random() < 0.5
    return Game(random_start(edition, setup, seats, rng, mirror=mirror))


def test_they_differ_from_the_game_that_is_played() -> None:
    assert not set(SMALL.families) & set(EDITION.families)
    assert set(ISLAND.families) > set(EDITION.families)
    assert set(ISLAND.forms) - set(EDITION.forms)
    for other in (SMALL, ISLAND):
        assert (other.columns, other.rows) != (EDITION.columns, EDITION.rows)
        assert other.ring_size != EDITION.ring_size
        assert other.hand_size != EDITION.hand_size
        assert other.banners != EDITION.banners
        assert load_edition(other.id) is other
    assert len({edition.fingerprint for edition in (SMALL, ISLAND, ATOLL, EDITION)}) == 4


@pytest.mark.slow
@EDITIONS
@KINDS
def test_whole_games_are_logged_undone_and_recorded(edition: Edition, setup: str) -> None:
    for seats in edition.seat_counts:
        for seed in range(GAMES):
            game, rng = game_of(edition, setup, seats, seed), Random(seed)
            entries: list[str] = []
            while not game.position.over:
                action = random_action(game.position, rng)
                assert game.position.is_legal(action)
                assert game.position.parse(str(action)) == action
                before = game.position.copy()
                game.apply(action)
                entries.append(str(action))
                if game.undo_refusal() is None and rng.random() < 0.2:
                    assert game.undo() == action
                    assert game.position == before
                    entries.append("undo")
            assert Game.from_log(game.start, entries).position == game.position
            record = Record.of(game.position, game.actions)
            assert Record.from_json(record.to_json()) == record
            assert record.replay() == game.position


@pytest.mark.slow
@EDITIONS
@KINDS
def test_every_view_is_told_and_every_position_imagined(edition: Edition, setup: str) -> None:
    for seats in edition.seat_counts:
        rng = Random(seats)
        record = random_game(random_start(edition, setup, seats, rng), rng)
        position = Position(record.start)
        for action in record.actions:
            seat = rng.randrange(seats)
            for view in (position.view(), position.view(seat)):
                text = view_text(view)
                assert all(name in text for name in (*edition.families, *edition.forms))
            observation = position.observe(seat)
            imagined = imagine(observation, rng)
            assert imagined.observe(seat) == observation
            assert isinstance(imagined, Imagined)
            position.push(action)


@EDITIONS
def test_pieces_are_counted_as_the_file_says(edition: Edition) -> None:
    """Nothing is lost and nothing comes from nowhere, whatever the numbers are."""
    rng = Random(11)
    seats = edition.seat_counts[-1]
    position = Position(random_start(edition, "first-game", seats, rng))
    while not position.over:
        placed = position.neutral.bit_count() + position.neutral_supply
        assert placed + sum(position.neutral_stock) == edition.neutral_workers
        for seat, workers in enumerate(position.workers):
            own = position.own_stock[seat] + position.own_supply[seat]
            assert own + workers.bit_count() == edition.own_workers
        assert sum(position.values) == edition.ring_size - position.tops.count(None)
        pieces = sum(map(sum, position.pools)) + sum(position.heights)
        assert pieces == sum(edition.floors) * len(edition.families)
        assert all(len(hand) <= edition.hand_size for hand in position.hands)
        position.push(random_action(position, rng))


def test_every_form_is_laid_and_every_family_stands_on_the_castle() -> None:
    forms: set[str] = set()
    seen: set[int | None] = set()
    for seed in range(20):
        rng = Random(seed)
        position = random_game(random_start(ISLAND, "free", 4, rng), rng).replay()
        forms.update(building.card.form for building in position.buildings)
        seen.update(position.tops)
    assert forms == set(ISLAND.forms)
    assert seen >= set(range(len(ISLAND.families)))


def test_a_hollow_keeps_a_building_open() -> None:
    position = Position(random_start(SMALL, "first-game", 2, Random(1)))
    cloister = squares("A1 B1 C1 A2 C2 A3 B3 C3")
    position.hands[0] = (SMALL.card("cloister/blue"),)
    assert cloister in set(position.placements(SMALL.card("cloister/blue")))
    position.apply(position.parse("build cloister/blue A1 B1 C1 A2 C2 A3 B3 C3 draw stack"))
    assert position.buildings[-1].border == squares("D1 D2 D3 A4 B4 C4 B2") & SMALL.board
    assert position.neutral_stock[0] == 2  # the camp in the hollow is not covered
