"""Alt text and the text form: what is said, within Discord's limits, and nothing hidden."""

from dataclasses import replace

import pytest

from engine.completion import under_construction
from engine.squares import square_names
from engine.view import View
from tests.render.scenes import film, finished, names, position_at
from words.alt import LIMIT, describe_board, describe_end, describe_forms, describe_screen
from words.fulltext import board_text, screen_text


def _views() -> list[View]:
    return [view for game in ("first-game-2", "first-game-4", "free-3") for view, _ in film(game)]


def test_alt_text_keeps_discords_limit() -> None:
    for view in _views():
        for whom in (names(view), ["W" * 400] * len(view.seats)):
            text = describe_board(view, names=whom)
            assert 0 < len(text) <= LIMIT
            assert text.endswith(".")
            assert "\n" not in text


def test_alt_text_says_first_what_one_looks_for_first() -> None:
    view = film("first-game-4")[30][0]
    text = describe_board(view, names=names(view))
    assert view.active is not None
    order = [f"turn {view.turn}", names(view)[view.active], "Seal values", "End in", "Open cards"]
    places = [text.index(part) for part in order]
    assert places == sorted(places)


def test_alt_text_counts_one_building_as_one() -> None:
    counts = set()
    for view in _views():
        text = describe_board(view, names=["A"] * len(view.seats))
        completed = len(view.buildings) - len(under_construction(view))
        if under_construction(view):
            noun = "building" if completed == 1 else "buildings"
            assert f" {completed} {noun} completed, " in text
            counts.add(completed)
    assert {0, 1, 2} <= counts


def test_alt_text_names_the_winners() -> None:
    view = finished("first-game-3").view()
    assert view.result is not None
    text = describe_board(view, names=names(view))
    for seat in view.result.winners:
        assert names(view)[seat] in text.split("Won by")[1].split(".")[0]


def test_the_end_in_words_begins_with_the_ranking() -> None:
    view = finished("first-game-4").view()
    assert view.result is not None
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
    assert "farm ##/#.: 8 tiles, lies 4 ways." in text
    assert "smithy ##./.##: 4 tiles, lies 2 ways." in text
    assert "smithy ##./.##: 4 tiles, lies 4 ways." in describe_forms(edition, mirror=True)


@pytest.mark.parametrize("game", ["first-game-2", "free-4", "mirror"])
def test_text_form_is_complete(game: str) -> None:
    for view, _ in film(game)[::10]:
        lines = board_text(view, names=names(view)).splitlines()
        text = "\n".join(lines)
        for building in view.buildings:
            form = building.card.form.replace("-", " ")
            line = f"· {building.card.family} {form} at {' '.join(square_names(building.squares))}"
            assert any(other.startswith(line) for other in lines)
        for seat, name in zip(view.seats, names(view), strict=True):
            (line,) = (
                other for other in lines if other.startswith(f"{name} (") and "banner" in other
            )
            for square in square_names(seat.workers):
                assert square in line.split()
        for square in square_names(view.neutral):
            assert square in text.split("Neutral workers on")[1].split("\n")[0].split()
        for number, (family, height) in enumerate(zip(view.ring, view.heights, strict=True), 1):
            square = square_names(1 << view.lot.ring[number - 1])[0]
            assert f"{number} ({square}) {family or 'no seal'} height {height}" in text
        for square in square_names(view.camps):
            assert square in text.split("Camps not built over:")[1].split("\n")[0].split()
        assert f"Cards in the stack: {view.stack}" in lines
        assert all(len(line) < 400 for line in lines)
        assert len(text) < 8000


def test_the_text_form_counts_what_one_would_count() -> None:
    text = board_text(film("first-game-4")[40][0], names=("A", "B", "C", "D"))
    assert (
        "· olive trade centre at E2 F2 E3 E4: 1 vacant square (G2); if completed now: green 2, "
        "yellow 1, orange 1, violet 0, 1 extra and a castle piece for completing it\n"
    ) in text
    assert "floor 2, free: 1 (G5), 2 (H5), 3 (I5), 4 (J5), 6 (J7), 7 (I7)" in text
    assert "Row 2: A–B, G, N–O\n" in text
    assert "Columns A to P run from west to east, rows 1 to 12 from north to south" in text


def test_when_no_piece_is_left_a_building_brings_none() -> None:
    view = film("first-game-4")[40][0]
    none = replace(view, placeable=(False,) * len(view.placeable))
    text = board_text(none, names=("A", "B", "C", "D"))
    assert "castle piece\n" not in text
    assert "1 extra for completing it\n" in text


def test_public_words_know_nothing_hidden() -> None:
    position = position_at("first-game-3", 0.5)
    for seat in range(3):
        for tell in (board_text, describe_board):
            told = tell(position.view(seat), names=["A", "B", "C"])
            assert told == tell(position.view(), names=["A", "B", "C"])


def test_screen_in_words() -> None:
    position = position_at("first-game-4", 0.4)
    view = position.view(position.active)
    assert view.screen is not None
    view = replace(
        view, screen=replace(view.screen, seals=(3, 0, 5, 1), gold=17), values=(2, 0, 4, 1)
    )
    text, alt = screen_text(view, names=names(view)), describe_screen(view)
    for card in view.screen.hand if view.screen else ():
        assert f"· {card.family} {card.form.replace('-', ' ')} #" in text
        assert f"{card.family} {card.form.replace('-', ' ')}" in alt
    assert "red: 3, worth 2 each, 6 in all" in text
    assert "All seals are worth 27 gold now." in text
    assert "Gold from sales: 17" in text
    assert "Worth 27 gold now; 17 gold from sales." in alt
    assert "olive 0" not in alt.split("Seals:")[1].split(".")[0]
    assert len(alt) <= LIMIT


def test_an_empty_hand_is_said() -> None:
    position = position_at("first-game-4", 0.4)
    view = position.view(position.active)
    assert view.screen is not None
    view = replace(view, screen=replace(view.screen, hand=()))
    assert "no cards" in screen_text(view, names=names(view))
    assert "no cards" in describe_screen(view)
