"""Alt text of a turn's steps: what is being decided comes first, in whole sentences."""

from __future__ import annotations

import random

import pytest

from engine.actions import Castle, Workers
from engine.changes import Changes
from engine.completion import gap
from engine.edition import Edition
from engine.events import BuildingCompleted, PiecePlaced, TileLaid
from engine.opportunities import opportunities
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.squares import iter_squares, square_name, square_names
from engine.view import Phase, View
from tests.editions import ISLAND, SMALL
from tests.engine.scenes import EDITION
from tests.render.scenes import names, position_at
from words.alt import LIMIT
from words.marks import Ghost, Marks
from words.steps import describe_turn

GAMES = ["first-game-2", "first-game-4", "free-3"]


def own_view(position: Position) -> View:
    return position.view(position.active)


def told(position: Position, marks: Marks, *, whole: bool = False) -> str:
    view = own_view(position)
    text = describe_turn(view, names=names(view), marks=marks, whole=whole)
    assert len(text) <= LIMIT
    assert text.endswith(".")
    return text


def test_a_step_in_which_nothing_is_placed_tells_what_is_marked_as_new() -> None:
    position = position_at("first-game-2", 0.4)
    tile = TileLaid(position.active, EDITION.card("tavern/olive"), 7 << 20)
    text = told(position, Marks(changed=Changes(tiles=(tile,))))
    assert "built the olive tavern on D2 E2 F2." in text
    assert text.index("built the") < text.index("Your hand")
    whole = told(position, Marks(changed=Changes(tiles=(tile,))), whole=True)
    assert whole.startswith("Your hand")
    assert whole.count("built the olive tavern") == 1


def test_workers_that_are_proposed_on_the_whole_board_are_told_first() -> None:
    position = position_at("first-game-2", 0.4)
    _, room = next(iter(position.worker_sites()))
    own, *_ = iter_squares(room)
    text = told(position, Marks(own=1 << own), whole=True)
    assert text.startswith(f"Your own worker on {square_name(own)}.")
    assert text.count("Seal values:") == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_ghost_tile_is_told_with_what_it_covers_and_completes(game: str) -> None:
    position = position_at(game, 0.4)
    seat = position.active
    for card in set(position.hands[seat]):
        for squares in list(position.placements(card))[::7]:
            draw = position.draws()
            build = position.parse(
                f"build {card} {' '.join(square_names(squares))} draw "
                f"{'none' if not draw else draw[0] or 'stack'}"
            )
            done = position.completions(build)
            completes = sum(event.squares for event in done)
            text = told(position, Marks(ghost=Ghost(card, squares, completes)))
            assert text.startswith("The ")
            assert f"would lie on {' '.join(square_names(squares))}." in text
            camps = squares & position.view().camps
            assert ("would cover the camp" in text) == bool(camps)
            assert ("would be completed itself" in text) == bool(completes & squares)
            assert_payouts(text, position, [one for one in done if one.squares != squares])


def assert_payouts(text: str, position: Position, done: list[BuildingCompleted]) -> None:
    """Each building completed is told with what every colour gains."""
    assert text.count("Completed: the ") == len(done)
    for event in done:
        gains = ", ".join(
            f"{colour} {count}"
            for colour, count in zip(position.start.colours, event.seals, strict=True)
        )
        form = event.card.form.replace("-", " ")
        assert f"the {event.card.family} {form}, which pays {gains}, and you 1 more." in text


@pytest.mark.parametrize("game", GAMES)
def test_numbers_round_a_building_are_told_with_their_squares(game: str) -> None:
    position = position_at(game, 0.5)
    seat, rng = position.active, random.Random(3)
    for site, room in position.worker_sites():
        squares = tuple(iter_squares(room))
        focus = position.start.lot.squares if site is None else position.buildings[site].squares
        chosen = list(squares)
        rng.shuffle(chosen)
        own = sum(1 << square for square in chosen[: position.own_stock[seat]])
        marks = Marks(numbered=squares, own=own, focus=focus)
        text = told(position, marks)
        assert text.startswith("Workers round the ")
        for number, square in enumerate(squares, start=1):
            assert f"{number} ({square_name(square)})" in text
        action = Workers(own, 0)
        if own and position.is_legal(action):
            assert_payouts(text, position, position.completions(action))
            assert "Your own worker" in text
        assert "No worker is placed yet." in told(position, Marks(numbered=squares, focus=focus))


def castle_positions(edition: Edition) -> list[Position]:
    """Positions in which a castle piece is owed."""
    rng = random.Random(5)
    position, found = Position(random_start(edition, "first-game", 2, rng)), []
    while not position.over:
        if position.phase is Phase.CASTLE:
            found.append(position.copy())
        position.apply(random_action(position, rng))
    return found[::3]


@pytest.mark.parametrize("edition", [EDITION, SMALL, ISLAND], ids=lambda edition: edition.id)
def test_a_castle_piece_is_told_with_the_values_it_changes(edition: Edition) -> None:
    positions = castle_positions(edition)
    assert positions
    for position in positions:
        for action in position.legal_actions():
            assert isinstance(action, Castle)
            text = told(position, Marks(ring_numbers=True, piece=(action.ring, action.family)))
            events = position.copy().apply(action)
            [piece] = [event for event in events if isinstance(event, PiecePlaced)]
            square = square_name(position.start.lot.ring[action.ring - 1])
            assert f"{action.family} castle piece would stand on ring square" in text
            assert f"{action.ring} ({square})" in text
            for name, before, after in zip(
                edition.families, piece.before, piece.after, strict=True
            ):
                assert (f"{name} {before} → {after}" in text) == (before != after)


def test_only_the_first_step_tells_the_whole_position() -> None:
    position = position_at("first-game-4", 0.5)
    first, later = told(position, Marks(), whole=True), told(position, Marks())
    for text in (first, later):
        assert text.startswith("Your hand: ")
    assert "under construction" in first
    assert "under construction" not in later


def test_numbered_chances_are_told_with_what_they_lack() -> None:
    position = position_at("first-game-4", 0.5)
    view = own_view(position)
    found = opportunities(view, 3)
    assert len(found) > 1
    text = told(position, Marks(chances=found), whole=True)
    for number, building in enumerate((one.building for one in found), start=1):
        lacks = " ".join(square_names(gap(view, building.squares)))
        where = " ".join(square_names(building.squares))
        assert f"{number}. You could complete the {building.card.family}" in text
        assert f" at {where}: {lacks} vacant." in text


def test_long_names_never_cut_a_sentence() -> None:
    position = position_at("first-game-4", 0.5)
    view = own_view(position)
    text = describe_turn(view, names=["W" * 400] * 4, marks=Marks(), whole=True)
    assert len(text) <= LIMIT
    assert text.endswith(".")
