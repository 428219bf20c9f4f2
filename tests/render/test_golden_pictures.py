"""Pictures are pixel by pixel what somebody found good: the board, screens, ends and replays."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from engine.edition_files import load_edition
from engine.view import Screen
from render import Size, draw_screen
from render.files.tile_cache import TileCache
from render.private.screen import orientation_cells
from tests.render.golden_pictures import GOLDEN
from tests.render.scenes import names, position_at

FAILED = Path(__file__).parents[2] / "build" / "pictures"


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_picture_is_the_golden_one(path: Path) -> None:
    name, golden, drawn = path.stem, _opened(path.read_bytes()), _opened(GOLDEN[path]())
    if drawn.size == golden.size and drawn.tobytes() == golden.tobytes():
        return
    FAILED.mkdir(parents=True, exist_ok=True)
    drawn.save(FAILED / f"{name}.png")
    ImageChops.difference(drawn, golden.crop((0, 0, *drawn.size))).point(
        lambda value: min(255, value * 4)
    ).save(FAILED / f"{name}-difference.png")
    pytest.fail(
        f"{name} is not its golden picture; see {FAILED / name}.png and its difference beside it. "
        "If the new one is right: python -m tests.render.golden_pictures"
    )


def test_every_golden_picture_is_still_drawn() -> None:
    folders = {path.parent for path in GOLDEN}
    assert {path for folder in folders for path in folder.glob("*.png")} == set(GOLDEN)


def _png(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture))


@pytest.mark.parametrize("hand", range(5))
def test_a_screen_with_any_number_of_cards(hand: int) -> None:
    position = position_at("first-game-4", 0.2)
    view = position.view(position.active)
    assert view.screen is not None
    view = replace(view, screen=replace(view.screen, hand=view.screen.hand[:hand]))
    png = draw_screen(view, names=names(view))
    assert len(png) <= 120_000
    assert _png(png).size[0] == Size.NORMAL.value[0]


def test_a_screen_shows_everything_behind_it() -> None:
    position = position_at("first-game-4", 0.4)
    view = position.view(position.active)
    screen = view.screen
    assert screen is not None
    others: list[Screen] = [
        replace(screen, own=screen.own + 1),
        replace(screen, neutral=screen.neutral + 1),
        replace(screen, gold=screen.gold + 1),
        replace(screen, seals=(screen.seals[0] + 1, *screen.seals[1:])),
        replace(screen, hand=screen.hand[1:]),
    ]
    shown = {
        draw_screen(replace(view, screen=other), names=names(view)) for other in (screen, *others)
    }
    assert len(shown) == 6


def test_what_a_game_shows_behind_screens_stays_in_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = [position_at("first-game-4", share / 20) for share in range(2, 15)]
    views = [position.view(position.active) for position in turns]
    pictures = [draw_screen(view, names=names(view)) for view in views]

    def drawn_anew(*_: object) -> None:
        raise AssertionError("a tile was not kept")

    monkeypatch.setattr(TileCache, "_keep", drawn_anew)
    assert [draw_screen(view, names=names(view)) for view in views] == pictures


def test_cards_turn_and_mirror() -> None:
    position = position_at("first-game-4", 0.2)
    view = position.view(position.active)
    shown = {
        draw_screen(view, names=names(view), turn=turn, mirrored=mirrored)
        for turn in range(5)
        for mirrored in (False, True)
    }
    assert len(shown) == 4
    assert draw_screen(view, names=names(view), turn=4) == draw_screen(view, names=names(view))


def test_a_mirrored_tile_lies_on_its_back_where_that_differs() -> None:
    edition = load_edition()
    for form in edition.forms:
        ways = {orientation_cells(edition, form, turn, False) for turn in range(4)}
        backs = {orientation_cells(edition, form, turn, True) for turn in range(4)}
        assert len(ways) == len(edition.forms[form].orientations())
        assert ways | backs == {way.cells for way in edition.forms[form].orientations(mirror=True)}


def test_a_screen_with_huge_numbers_still_fits() -> None:
    position = position_at("first-game-4", 0.2)
    view = position.view(position.active)
    assert view.screen is not None
    screen = replace(view.screen, gold=9999, seals=(88, 88, 88, 88), own=11, neutral=24)
    assert draw_screen(replace(view, screen=screen), names=names(view))
