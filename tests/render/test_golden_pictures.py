"""Pictures are pixel by pixel what somebody found good: the board, screens, ends and replays."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import ImageChops

from render import draw_screen
from render.files.tile_cache import TileCache
from render.private.screen import orientation_cells
from tests.engine.scenes import EDITION
from tests.render.golden_pictures import GOLDEN
from tests.render.scenes import names, opened, own_view

FAILED = Path(__file__).parents[2] / "build" / "pictures"


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_picture_is_the_golden_one(path: Path) -> None:
    name, golden, drawn = path.stem, opened(path.read_bytes()), opened(GOLDEN[path]())
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


def test_what_a_game_shows_behind_screens_stays_in_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    views = [own_view("first-game-4", share / 20) for share in range(2, 15)]
    pictures = [draw_screen(view, names=names(view)) for view in views]

    def drawn_anew(*_: object) -> None:
        raise AssertionError("a tile was not kept")

    monkeypatch.setattr(TileCache, "_keep", drawn_anew)
    assert [draw_screen(view, names=names(view)) for view in views] == pictures


def test_cards_turn_and_mirror() -> None:
    view = own_view("first-game-4", 0.2)
    shown = {
        draw_screen(view, names=names(view), turn=turn, mirrored=mirrored)
        for turn in range(5)
        for mirrored in (False, True)
    }
    assert len(shown) == 4
    assert draw_screen(view, names=names(view), turn=4) == draw_screen(view, names=names(view))


def test_a_mirrored_tile_lies_on_its_back_where_that_differs() -> None:
    for form in EDITION.forms:
        ways = {orientation_cells(EDITION, form, turn, False) for turn in range(4)}
        backs = {orientation_cells(EDITION, form, turn, True) for turn in range(4)}
        assert len(ways) == len(EDITION.forms[form].orientations())
        assert ways | backs == {way.cells for way in EDITION.forms[form].orientations(mirror=True)}


def test_a_screen_with_huge_numbers_still_fits() -> None:
    view = own_view("first-game-4", 0.2)
    assert view.screen is not None
    screen = replace(view.screen, gold=9999, seals=(88, 88, 88, 88), own=11, neutral=24)
    assert draw_screen(replace(view, screen=screen), names=names(view))
