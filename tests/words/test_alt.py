"""Alt text and the text form: what is said, of steps too, within limits, and nothing hidden."""

import random
import re
from dataclasses import replace

import pytest

from engine.actions import Build, Castle, Workers
from engine.edition import Edition
from engine.events import BuildingCompleted, PiecePlaced, TileLaid
from engine.opportunities import gap, opportunities, under_construction
from engine.position import Position
from engine.random_play import random_start
from engine.squares import iter_squares, square_name, square_names
from engine.story import Changes
from engine.view import Phase, View
from tests.editions import ISLAND, SMALL
from tests.engine.play import positions_of_a_game
from tests.engine.scenes import EDITION
from tests.render.scenes import film, finished, names, position_at
from words.alt import LIMIT, describe_board, describe_end, describe_forms, describe_screen
from words.fulltext import board_text, screen_text
from words.sentences import Ghost, Marks
from words.steps import describe_turn

GAMES = ["first-game-2", "first-game-4", "free-3"]


def test_alt_text_keeps_discords_limit_and_counts_one_building_as_one() -> None:
    counts = set()
    for view in [view for game in GAMES for view, _ in film(game)]:
        for whom in (names(view), ["W" * 400] * len(view.seats)):
            text = describe_board(view, names=whom)
            assert 0 < len(text) <= LIMIT
            assert text.endswith(".")
            assert "\n" not in text
        completed = len(view.buildings) - len(under_construction(view))
        if under_construction(view):
            noun = "building" if completed == 1 else "buildings"
            assert f" {completed} {noun} completed, " in describe_board(view, names=names(view))
            counts.add(completed)
    assert {0, 1, 2} <= counts


def test_alt_text_says_first_what_one_looks_for_first() -> None:
    view = film("first-game-4")[30][0]
    text = describe_board(view, names=names(view))
    assert view.active is not None
    order = (f"turn {view.turn}", names(view)[view.active])
    places = [text.index(part) for part in (*order, "Seal values", "until the end", "Open cards")]
    assert places == sorted(places)


def test_the_end_in_words_begins_with_the_ranking_and_the_board_names_the_winners() -> None:
    view = finished("first-game-4").view()
    assert view.result is not None
    won = describe_board(view, names=names(view)).split("Won by")[1].split(".")[0]
    assert all(names(view)[seat] in won for seat in view.result.winners)
    for whom in (names(view), ["W" * 400] * 4):
        text = describe_end(view, names=whom)
        assert len(text) <= LIMIT
        for rank, seat in view.result.ranking:
            assert f"{rank}. {whom[seat][:20]}" in text
            assert f"{view.result.gold[seat]} gold" in text


def test_the_forms_in_words() -> None:
    edition = film("first-game-4")[0][0].edition
    text = describe_forms(edition)
    assert len(text) <= LIMIT
    assert "farm ##/#.: 8 tiles, can lie 4 ways." in text
    assert "smithy ##./.##: 4 tiles, can lie 2 ways." in text
    assert "smithy ##./.##: 4 tiles, can lie 4 ways." in describe_forms(edition, mirror=True)


@pytest.mark.parametrize("game", ["first-game-2", "free-4", "mirror"])
def test_text_form_is_complete(game: str) -> None:
    for view, _ in film(game)[::10]:
        text = board_text(view, names=names(view))
        lines = text.splitlines()
        for building in view.buildings:
            form = building.card.form.replace("-", " ")
            line = f"· {building.card.family} {form} at {' '.join(square_names(building.squares))}"
            assert any(other.startswith(line) for other in lines)
        for seat, name in zip(view.seats, names(view), strict=True):
            [line] = [one for one in lines if one.startswith(f"{name} (") and "banner" in one]
            for square in square_names(seat.workers):
                assert square in line.split()
        for square in square_names(view.neutral):
            assert square in re.split("Neutral workers? on", text)[1].split(".")[0].split()
        for number, (family, height) in enumerate(zip(view.ring, view.heights, strict=True), 1):
            square = square_names(1 << view.lot.ring[number - 1])[0]
            assert f"{number} ({square}) {family or 'no seal'} at height {height}" in text
        for square in square_names(view.camps):
            assert square in text.split("Camps not covered:")[1].split("\n")[0].split()
        assert f". In the stack: {view.stack}." in text
        assert all(len(line) < 400 for line in lines)
        assert len(text) < 8000


def test_the_text_form_counts_what_one_would_count() -> None:
    view, whom = film("first-game-4")[40][0], ("A", "B", "C", "D")
    text = board_text(view, names=whom)
    assert (
        "· olive trade centre at E2 F2 E3 E4: 1 vacant square (G2); if completed now: green 2, "
        "yellow 1, orange 1, violet 0, plus 1 seal for completing it\n"
    ) in text
    assert "floor 2. Free ring squares: 1 (G5), 2 (H5), 3 (I5), 4 (J5), 6 (J7), 7 (I7)" in text
    assert "Row 2: A–B, G, N–O\n" in text
    assert "Columns A to P run from west to east, rows 1 to 12 from north to south" in text
    # When no piece is left a building brings none.
    none = board_text(replace(view, placeable=(False,) * len(view.placeable)), names=whom)
    assert "castle piece\n" not in none
    assert "plus 1 seal for completing it\n" in none


def test_public_words_know_nothing_hidden() -> None:
    position = position_at("first-game-3", 0.5)
    views = [position.view(), *(position.view(seat) for seat in range(3))]
    for tell in (board_text, describe_board):
        assert len({tell(view, names=["A", "B", "C"]) for view in views}) == 1


def test_screen_in_words() -> None:
    position = position_at("first-game-4", 0.4)
    view = own_view(position)
    assert view.screen is not None
    screen = replace(view.screen, seals=(3, 0, 5, 1), gold=17)
    view = replace(view, screen=screen, values=(2, 0, 4, 1))
    text, alt = screen_text(view, names=names(view)), describe_screen(view)
    for card in screen.hand:
        assert f"{card.family} {card.form.replace('-', ' ')} #" in text
        assert f"{card.family} {card.form.replace('-', ' ')}" in alt
    assert "red: 3, worth 2 each, 6 in all" in text
    for said in (text, alt):
        assert "Seals worth 27 gold now, and 17 gold from sales." in said
    assert "olive 0" not in alt.split("Seals:")[1].split(".")[0]
    assert len(alt) <= LIMIT
    empty = replace(view, screen=replace(screen, hand=()))
    for said in (screen_text(empty, names=names(view)), describe_screen(empty)):
        assert "Your hand: none." in said


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
    marks = Marks(changed=Changes(tiles=(tile,)))
    text, whole = told(position, marks), told(position, marks, whole=True)
    assert "built the olive tavern on D2 E2 F2." in text.split("Your hand")[0]
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
            done = position.completions(Build(card, squares, position.draws()[0]))
            completes = sum(event.squares for event in done)
            text = told(position, Marks(ghost=Ghost(card, squares, completes)))
            assert text.startswith("The ")
            assert f"would lie on {' '.join(square_names(squares))}." in text
            camps = squares & position.view().camps
            assert ("would cover the camp" in text) == bool(camps)
            assert ("would be completed immediately" in text) == bool(completes & squares)
            assert_payouts(text, position, [one for one in done if one.squares != squares])


def assert_payouts(text: str, position: Position, done: list[BuildingCompleted]) -> None:
    """Each building completed is told with what every colour gains."""
    assert text.count("Completed: the ") == len(done)
    for event in done:
        seals = zip(position.start.colours, event.seals, strict=True)
        gains = ", ".join(f"{colour} {count}" for colour, count in seals)
        name = f"{event.card.family} {event.card.form.replace('-', ' ')}"
        assert f"the {name}. It pays {gains}, plus 1 seal for you." in text


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
        assert text.startswith("Workers around the ")
        for number, square in enumerate(squares, start=1):
            assert f"{number} ({square_name(square)})" in text
        action = Workers(own, 0)
        if own and position.is_legal(action):
            assert_payouts(text, position, position.completions(action))
            assert "Your own worker" in text
        assert "worker on" not in told(position, Marks(numbered=squares, focus=focus))


@pytest.mark.parametrize("edition", [EDITION, SMALL, ISLAND], ids=lambda edition: edition.id)
def test_a_castle_piece_is_told_with_the_values_it_changes(edition: Edition) -> None:
    game = positions_of_a_game(random_start(edition, "first-game", 2, random.Random(5)), 5)
    positions = [position.copy() for position in game if position.phase is Phase.CASTLE]
    assert len(positions) > 2
    for position in positions[::3]:
        for action in position.legal_actions():
            assert isinstance(action, Castle)
            text = told(position, Marks(ring_numbers=True, piece=(action.ring, action.family)))
            events = position.copy().apply(action)
            [piece] = [event for event in events if isinstance(event, PiecePlaced)]
            square = square_name(position.start.lot.ring[action.ring - 1])
            assert f"{action.family} castle piece would go on ring square" in text
            assert f"{action.ring} ({square})" in text
            changes = zip(edition.families, piece.before, piece.after, strict=True)
            for name, before, after in changes:
                assert (f"{name} {before} → {after}" in text) == (before != after)


def test_only_the_first_step_tells_the_whole_position() -> None:
    position = position_at("first-game-4", 0.5)
    first, later = told(position, Marks(), whole=True), told(position, Marks())
    assert all(text.startswith("Your hand: ") for text in (first, later))
    assert ["under construction" in text for text in (first, later)] == [True, False]
    long = describe_turn(own_view(position), names=["W" * 400] * 4, marks=Marks(), whole=True)
    assert len(long) <= LIMIT
    assert long.endswith("."), "long names cut no sentence"


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
        assert f" at {where} by filling {lacks}." in text
