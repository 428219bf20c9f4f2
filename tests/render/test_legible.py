"""Every text is clear on its ground and large enough on a phone, on the real pictures and tiles."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import pytest

import render.board.picture
import render.layout
from engine.edition_files import load_edition
from engine.opportunities import opportunities
from engine.view import Phase, View
from render import Theme, draw_board, draw_screen, draw_turn
from render.art.panels import banner, castle_piece, hand_card, stack_card
from render.art.signs import (
    PILL,
    chance_pill,
    completes_badge,
    gain_plaque,
    hat_badge,
    missing_square,
    number_badge,
    payout_plaque,
    vacancy_chip,
)
from render.art.tokens import loose_seal, seal, sign_of, sold_seal, worker_icon
from render.canvas import Canvas
from render.colours import (
    FAMILY,
    FLOOR,
    GRASS_BANDS,
    INK,
    MARK,
    PAPER,
    PLAYER,
    RGB,
    SURFACES,
    UNOWNED,
)
from render.files.raster import Raster, Tile, index_of, palette_bytes, plain_raster
from render.files.tile_cache import TILES, forget_tiles
from render.letters.text import Style, paint_text
from tests.render.colour_difference import contrast
from tests.render.scenes import film, names, position_at
from tests.render.written import CAPITAL, capital
from words.sentences import Ghost, Marks

EDITION = load_edition()
TEXT, FIGURE = 4.5, 3.0
"""The contrast that text and that figures have at least."""


@dataclass
class Heard:
    """The texts that were written: words and style."""

    lines: list[tuple[str, Style]]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Listens to everything that is written into pictures; all tiles are drawn anew."""
    found = Heard([])
    for module in (render.layout, render.board.picture):
        real: Callable[..., int] = module.write

        def listening(
            raster: Raster,
            x: int,
            y: int,
            text: str,
            style: Style,
            *,
            align: float = 0,
            width: int = 0,
            real: Callable[..., int] = real,
        ) -> int:
            found.lines.append((text, style))
            return real(raster, x, y, text, style, align=align, width=width)

        monkeypatch.setattr(module, "write", listening)
    forget_tiles()
    return found


def _shown(colour: RGB) -> RGB:
    """The colour that the palette has for one."""
    at = 3 * index_of(colour)
    red, green, blue = palette_bytes()[at : at + 3]
    return red, green, blue


def _views() -> Iterator[tuple[View, Marks]]:
    """Positions of all kinds, as somebody sees them whose turn it is."""
    for game, share in (("first-game-2", 0.0), ("first-game-3", 0.5), ("first-game-4", 0.97)):
        position = position_at(game, share)
        view = position.view(position.active)
        frames = film(game)
        changed = frames[int(share * (len(frames) - 1))][1].changed
        chances = opportunities(view)
        yield view, Marks(changed=changed, chances=chances)
        yield replace(view, turns_left=2), Marks(changed=changed)
        for card in position.hands[position.active][:1]:
            for squares in list(position.placements(card))[:1]:
                yield view, Marks(ghost=Ghost(card, squares), places=squares)
        ring = next(number for number, free in enumerate(view.placeable, start=1) if free)
        owed = replace(view, phase=Phase.CASTLE, owed=2)
        yield owed, Marks(ring_numbers=True, piece=(ring, EDITION.families[0]))


@pytest.mark.slow
@pytest.mark.parametrize("theme", Theme)
def test_texts_of_the_board_and_of_private_pictures(theme: Theme, heard: Heard) -> None:
    for view, marks in _views():
        for title in ("Game 12", "Game 1234", "Next turn"):
            if marks.ghost is None and marks.piece is None:
                draw_board(view, names=names(view), title=title, marks=marks, theme=theme)
            draw_turn(view, names=names(view), title=title, marks=marks, theme=theme)
        draw_screen(view, names=names(view), theme=theme)
        assert view.screen is not None
        draw_screen(
            replace(view, screen=replace(view.screen, hand=())), names=names(view), theme=theme
        )
    assert len(heard.lines) > 200
    unclear = {
        (text, style.colour, style.ground)
        for text, style in heard.lines
        if contrast(_shown(style.colour), _shown(style.ground)) < TEXT
    }
    assert not unclear
    small = {(text, style.size) for text, style in heard.lines if capital(style.size) < CAPITAL}
    assert not small


def _colours(tile: Tile) -> set[RGB]:
    raster = plain_raster(tile.width, tile.height, PAPER)
    raster.paste(replace(tile, left=0, top=0), 0, 0)
    found = raster.pixels().convert("RGB").getcolors(tile.width * tile.height) or ()
    return {(colour[0], colour[1], colour[2]) for _, colour in found if isinstance(colour, tuple)}


@pytest.mark.parametrize("family", EDITION.families)
def test_signs_on_seals(family: str) -> None:
    sign = sign_of(family)
    letter = _shown(sign.colour)
    for tile in (TILES.get(loose_seal, family, 52, 1.0, FLOOR), seal(family, 46, 1.0, PAPER)):
        assert letter in _colours(tile)
        assert _shown(FAMILY[family]) in _colours(tile)
        assert contrast(letter, _shown(FAMILY[family])) >= TEXT


@pytest.mark.parametrize("family", EDITION.families)
@pytest.mark.parametrize("count", [1, 12])
def test_numbers_of_sold_seals(family: str, count: int) -> None:
    sign = sign_of(family)
    for surface in SURFACES.values():
        for ground in (surface.panel, surface.active):
            colours = _colours(sold_seal(family, count, 42, 1.0, ground))
            assert {_shown(sign.colour), _shown(FAMILY[family])} <= colours
    assert contrast(_shown(sign.colour), _shown(FAMILY[family])) >= TEXT


@pytest.mark.parametrize(
    ("colour", "ground", "tile"),
    [
        (PAPER, INK, lambda: vacancy_chip(3, 1.0)),
        (INK, PAPER, lambda: vacancy_chip(10, 1.0)),
        (INK, PAPER, lambda: gain_plaque("violet", 12, 1.0)),
        (PAPER, MARK, lambda: number_badge(7, 46, 1.0)),
        (PAPER, (140, 82, 58), lambda: stack_card(24, 46, 74, 1.0, INK)),
    ],
    ids=["strong chip", "chip", "gain", "number", "stack"],
)
def test_figures_of_chips(colour: RGB, ground: RGB, tile: Callable[[], Tile]) -> None:
    colours = _colours(tile())
    assert {_shown(colour), _shown(ground)} <= colours
    assert contrast(_shown(colour), _shown(ground)) >= TEXT


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
    for number in (1, 10, 88):
        stack_card(number - 1, 46, 74, 1.0, PAPER)
        vacancy_chip(number, 1.0)
        gain_plaque("yellow", number, 1.0)
        payout_plaque("yellow", number, 1.0)
    chance_pill(3, "12", 1.0)
    number_badge(3, PILL, 1.0)
    for family in EDITION.families:
        sold_seal(family, 7, 42, 1.0, FLOOR)
    assert len(sizes) > 15
    assert min(capital(round(size)) for size in sizes) >= CAPITAL
    sizes.clear()
    # Of a step, whose picture is twice as large.
    for number in (1, 10, 20):
        for size in (38, 46):
            number_badge(number, size, 2.0)
    assert min(capital(round(2 * size)) for size in sizes) >= CAPITAL


def _stands_out(tile: Tile, ground: RGB) -> float:
    """The share of a figure's contour that is clear on its ground."""
    raster = plain_raster(tile.width + 2, tile.height + 2, ground)
    raster.paste(replace(tile, left=0, top=0), 1, 1)
    picture = raster.pixels().convert("RGB")
    bare = _shown(ground)

    def at(x: int, y: int) -> RGB:
        colour = picture.getpixel((x, y))
        assert isinstance(colour, tuple)
        return colour[0], colour[1], colour[2]

    inside = set(product(range(picture.width), range(picture.height)))
    clear = contour = 0
    for x, y in product(range(2, tile.width), range(2, tile.height)):
        if at(x, y) == bare:
            continue
        if bare not in (at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)):
            continue
        contour += 1
        around = product(range(x - 2, x + 3), range(y - 2, y + 3))
        near = [at(*spot) for spot in around if spot in inside]
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
            *(hat_badge(colour, 1.0) for colour in EDITION.colours),
            *(payout_plaque(colour, 2, 1.0) for colour in EDITION.colours),
            *(completes_badge(1.0), number_badge(1, 38, 1.0), chance_pill(1, "12", 1.0)),
            missing_square(1.0),
        ):
            assert _stands_out(tile, ground) >= 0.8
