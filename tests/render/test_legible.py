"""Every text is clear on its ground and large enough on a phone, on the real pictures and tiles."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine.opportunities import opportunities
from engine.view import Phase, View
from render import Theme, draw_board, draw_screen, draw_turn
from render.art import signs
from render.art.panels import banner, castle_piece, hand_card, stack_card
from render.art.tokens import loose_seal, seal, sign_of, sold_seal, worker_icon
from render.canvas import Canvas
from render.colours import FAMILY, FLOOR, GRASS_BANDS, INK, MARK, PAPER, PLAYER, RGB, UNOWNED
from render.files.raster import Tile
from render.files.tile_cache import TILES, forget_tiles
from render.letters.text import paint_text
from tests.engine.scenes import EDITION
from tests.render.colour_difference import contrast, in_palette
from tests.render.scenes import film, laid, names, position_at
from tests.render.written import CAPITAL, Written, capital
from words.sentences import Ghost, Marks

TEXT, FIGURE = 4.5, 3.0  # the contrast that text and that figures have at least


def _views() -> Iterator[tuple[View, Marks]]:
    """Positions of all kinds, as somebody sees them whose turn it is."""
    for game, share in (("first-game-2", 0.0), ("first-game-3", 0.5), ("first-game-4", 0.97)):
        position = position_at(game, share)
        view = position.view(position.active)
        frames = film(game)
        changed = frames[int(share * (len(frames) - 1))][1].changed
        yield view, Marks(changed=changed, chances=opportunities(view))
        yield replace(view, turns_left=2), Marks(changed=changed)
        for card in position.hands[position.active][:1]:
            squares = next(position.placements(card))
            yield view, Marks(ghost=Ghost(card, squares), places=squares)
        ring = next(number for number, free in enumerate(view.placeable, start=1) if free)
        owed = replace(view, phase=Phase.CASTLE, owed=2)
        yield owed, Marks(ring_numbers=True, piece=(ring, EDITION.families[0]))


@pytest.mark.slow
@pytest.mark.parametrize("theme", Theme)
def test_texts_of_public_and_own_pictures(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Written(monkeypatch)
    forget_tiles()
    for view, marks in _views():
        for title in ("Game 12", "Game 1234", "Next turn"):
            if marks.ghost is None and marks.piece is None:
                draw_board(view, names=names(view), title=title, marks=marks, theme=theme)
            draw_turn(view, names=names(view), title=title, marks=marks, theme=theme)
        assert view.screen is not None
        for screen in (view.screen, replace(view.screen, hand=())):
            draw_screen(replace(view, screen=screen), names=names(view), theme=theme)
    assert len(written.lines) > 200
    unclear = {
        (text, style.colour, style.ground)
        for text, style in written.lines
        if contrast(in_palette(style.colour), in_palette(style.ground)) < TEXT
    }
    assert (unclear, written.small) == (set(), set())


def _colours(tile: Tile) -> set[RGB]:
    found = laid(tile, PAPER).getcolors(tile.width * tile.height) or ()
    return {(colour[0], colour[1], colour[2]) for _, colour in found if isinstance(colour, tuple)}


@pytest.mark.parametrize("family", EDITION.families)
def test_signs_on_seals_and_numbers_of_sold_ones(family: str) -> None:
    letter, ground = in_palette(sign_of(family).colour), in_palette(FAMILY[family])
    panels = [colour for one in Theme for colour in (one.surface.panel, one.surface.active)]
    for tile in (
        *(TILES.get(loose_seal, family, 52, 1.0, FLOOR), seal(family, 46, 1.0, PAPER)),
        *(sold_seal(family, count, 42, 1.0, panel) for count in (1, 12) for panel in panels),
    ):
        assert {letter, ground} <= _colours(tile)
    assert contrast(letter, ground) >= TEXT


@pytest.mark.parametrize(
    ("colour", "ground", "tile"),
    [
        (PAPER, INK, lambda: signs.vacancy_chip(3, 1.0)),
        (INK, PAPER, lambda: signs.vacancy_chip(10, 1.0)),
        (INK, PAPER, lambda: signs.gain_plaque("violet", 12, 1.0)),
        (PAPER, MARK, lambda: signs.number_badge(7, 46, 1.0)),
        (PAPER, (140, 82, 58), lambda: stack_card(24, 46, 74, 1.0, INK)),
    ],
    ids=["strong chip", "chip", "gain", "number", "stack"],
)
def test_figures_of_chips(colour: RGB, ground: RGB, tile: Callable[[], Tile]) -> None:
    colours = _colours(tile())
    assert {in_palette(colour), in_palette(ground)} <= colours
    assert contrast(in_palette(colour), in_palette(ground)) >= TEXT


def test_letters_in_drawings_are_large_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[float] = []

    def listening(
        canvas: Canvas, x: float, y: float, text: str, size: float, *rest: Any, **more: Any
    ) -> None:
        sizes.append(size)
        paint_text(canvas, x, y, text, size, *rest, **more)

    for module in ("signs", "tokens", "panels"):
        monkeypatch.setattr(f"render.art.{module}.paint_text", listening)
    for family in EDITION.families:
        loose_seal(family, 52, 1.0, FLOOR)
        seal(family, 46, 1.0, PAPER)
        sold_seal(family, 7, 42, 1.0, FLOOR)
    for number in (1, 10, 88):
        stack_card(number - 1, 46, 74, 1.0, PAPER)
        signs.vacancy_chip(number, 1.0)
        signs.gain_plaque("yellow", number, 1.0)
        signs.payout_plaque("yellow", number, 1.0)
    signs.chance_pill(3, "12", 1.0)
    signs.number_badge(3, signs.PILL, 1.0)
    assert len(sizes) > 15
    assert min(capital(round(size)) for size in sizes) >= CAPITAL
    sizes.clear()
    # Of a step, whose picture is twice as large.
    for number, size in product((1, 10, 20), (38, 46)):
        signs.number_badge(number, size, 2.0)
    assert min(capital(round(2 * size)) for size in sizes) >= CAPITAL


def _stands_out(tile: Tile, ground: RGB) -> float:
    """The share of a figure's contour that is clear on its ground."""
    picture, bare = laid(tile, ground, 1), in_palette(ground)
    colours: dict[tuple[int, int], Any] = {
        at: picture.getpixel(at) for at in product(range(picture.width), range(picture.height))
    }
    clear = contour = 0
    for x, y in product(range(2, tile.width), range(2, tile.height)):
        sides = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        if colours[x, y] == bare or all(colours[side] != bare for side in sides):
            continue
        contour += 1
        around = product(range(x - 2, x + 3), range(y - 2, y + 3))
        near = [colours[spot] for spot in around if spot in colours]
        clear += max(contrast(colour, bare) for colour in near) >= FIGURE
    return clear / contour


@pytest.mark.slow
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("active", [False, True], ids=["waiting", "active"])
def test_figures_on_panels_stand_out(theme: Theme, active: bool) -> None:
    surface = theme.surface
    ground = surface.active if active else surface.panel
    figures = [
        castle_piece(34, 1.0, ground),
        hand_card(28, 1.0, ground),
        *(worker_icon(colour, 60, 1.0, ground) for colour in (*EDITION.colours, UNOWNED)),
        *(banner(PLAYER[colour], 1.0, ground, surface.text) for colour in EDITION.colours),
        *(seal(family, 46, 1.0, ground) for family in EDITION.families),
        *(sold_seal(family, 5, 42, 1.0, ground) for family in EDITION.families),
    ]
    assert min(_stands_out(figure, ground) for figure in figures) >= 0.8


@pytest.mark.slow
def test_badges_stand_out_from_the_land() -> None:
    for ground in GRASS_BANDS:
        for tile in (
            *(signs.hat_badge(colour, 1.0) for colour in EDITION.colours),
            *(signs.payout_plaque(colour, 2, 1.0) for colour in EDITION.colours),
            *(
                signs.completes_badge(1.0),
                signs.number_badge(1, 38, 1.0),
                signs.chance_pill(1, "12", 1.0),
            ),
            signs.missing_square(1.0),
        ):
            assert _stands_out(tile, ground) >= 0.8
