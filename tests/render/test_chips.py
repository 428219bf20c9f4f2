"""Chips, another look, other editions, and what is read on pictures in each language."""

import gettext
import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops

import render
from engine import editions
from engine.edition import Cell, Edition
from engine.edition_drawing import drawing_of
from engine.edition_files import edition_from_json
from engine.opportunities import occupied
from engine.random_play import random_game, random_start
from engine.record import Record
from engine.start import FREE
from engine.story import scene_at
from i18n.translation import Words, words_for
from render.__main__ import main
from render.art.buildings import building, building_tile, spots_of
from render.art.drawing import UNIT, extent
from render.art.signs import FORM_LOOKS, look_of, paint_crest
from render.art.tokens import SIGNS, has_hat, sign_of
from render.board.pieces import board_grid, building_sprite, lay_pieces, standing_of
from render.canvas import Canvas
from render.colours import FAMILY, GRASS, PLAYER
from render.files.raster import Sprite, plain_raster
from render.files.tile_cache import TILES, forget_tiles
from render.layout import COLUMNS, ROWS
from render.letters.shaping import CHAINS, font_of
from render.letters.text import Style, text_width
from tests.editions import ISLAND, SMALL
from tests.engine.scenes import EDITION
from tests.features import beside_features
from tests.render.scenes import finished, flat_chart, names, own_view, position_at, record
from tests.render.written import Written
from words.sentences import NO_MARKS, Marks, card_name, gold_text

WAYS = [
    (form.name, way.cells)
    for form in EDITION.forms.values()
    # Of two squares one has the seal and one the chip; the form tells itself.
    if len(form.shape) > 2
    for way in form.orientations(mirror=True)
]


def _drawn(sprite: Sprite | None, form: str, cells: tuple[Cell, ...]) -> Image.Image:
    columns, rows = extent(cells)
    raster = plain_raster(columns * UNIT, rows * UNIT, GRASS)
    raster.paste(TILES.get(building_tile, form, cells, False, 1.0), 0, 0)
    if sprite is not None:
        raster.lay(sprite, 0, 0)
    return raster.pixels().convert("RGB")


def _differs(first: Image.Image, second: Image.Image) -> Image.Image:
    return ImageChops.difference(first, second).convert("L").point([0] + [255] * 255)


@pytest.mark.slow
@pytest.mark.parametrize(("form", "cells"), WAYS, ids=lambda value: str(value)[:24])
def test_a_chip_is_clear_of_seal_and_crest(form: str, cells: tuple[Cell, ...]) -> None:
    bare = _drawn(None, form, cells)
    columns, rows = extent(cells)
    canvas = Canvas(columns * UNIT, rows * UNIT, 1.0)
    paint_crest(canvas, form, *spots_of(form, cells).crest, 0.84)
    crest = canvas.reduced().getchannel("A").point(lambda value: 255 * (value > 127))
    for family, vacant in product(EDITION.families, (2, 9)):
        sealed = _drawn(building(form, cells, family, 0, 1.0), form, cells)
        chipped = _drawn(building(form, cells, family, vacant, 1.0), form, cells)
        seal, chip = _differs(bare, sealed), _differs(sealed, chipped)
        assert chip.getbbox()
        for hidden in (seal, crest):
            both = ImageChops.multiply(chip, hidden).histogram()[255]
            assert both <= 6, "some pixels where two edges meet, and no more"


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_the_chip_counts_what_is_vacant(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    view = position_at("first-game-4", share).view()
    counted: set[int] = set()

    def listening(*key: Any) -> Sprite:
        counted.add(key[-2])
        return building_sprite(*key)

    monkeypatch.setattr("render.board.pieces.building_sprite", listening)
    forget_tiles()
    lay_pieces(plain_raster(1220, 776, GRASS), standing_of(view), board_grid(1.0))
    taken = occupied(view) | view.lot.squares
    assert counted == {
        0 if piece.completed else (view.edition.border(piece.squares) & ~taken).bit_count()
        for piece in view.buildings
    }


@pytest.mark.slow
@pytest.mark.parametrize("theme", render.Theme)
@pytest.mark.parametrize("actions", [0, 12, 30, 60])
def test_an_edition_that_nobody_has_drawn_is_drawn(theme: render.Theme, actions: int) -> None:
    rng = Random(1)
    start = random_start(ISLAND, FREE, 2, rng)
    view = Record(start, random_game(start, rng).actions[:actions]).replay().view(0)
    for draw in (render.draw_board, render.draw_turn, render.draw_screen):
        picture = draw(view, names=names(view), theme=theme)
        assert picture == draw(view, names=names(view), theme=theme)
        assert len(picture) <= 120_000
    for squares in (view.lot.squares, 1 << view.lot.corner):
        assert render.draw_turn(view, names=names(view), marks=Marks(focus=squares), theme=theme)


@pytest.mark.parametrize("edition", editions(), ids=lambda edition: edition.id)
def test_pictures_have_room_for_every_edition(edition: Edition) -> None:
    counted = [edition.columns, edition.rows]
    counted += [len(some) for some in (edition.families, edition.colours, edition.floors)]
    assert all(n <= most for n, most in zip(counted, (COLUMNS, ROWS, 6, 4, 3), strict=True))


def test_what_is_not_drawn_has_a_look_by_its_name() -> None:
    assert not set(ISLAND.forms) <= set(FORM_LOOKS)
    assert not set(ISLAND.families) <= set(SIGNS)
    assert "granary" not in FORM_LOOKS
    assert "umber" not in SIGNS
    assert not has_hat("crimson")
    assert look_of("granary").roof == look_of("granary").roof
    assert sign_of("umber").letter == "U"
    assert FAMILY["umber"] in FAMILY.spare
    assert PLAYER["crimson"] in PLAYER.spare


@pytest.mark.slow
@pytest.mark.parametrize("edition", [*editions(), SMALL, ISLAND], ids=lambda one: one.id)
def test_a_drawing_becomes_file_and_pictures(edition: Edition, tmp_path: Path) -> None:
    drawn, made = tmp_path / "drawn.txt", tmp_path / "made"
    drawn.write_text(drawing_of(edition))
    assert main([str(drawn), str(made)]) == 0
    text = (made / f"{edition.id}.json").read_text()
    assert edition_from_json(text).fingerprint == edition.fingerprint
    for picture in ("board.png", "forms.png"):
        with Image.open(made / picture) as shown:
            assert min(shown.size) > 200


def test_what_is_wrong_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["atoll", str(tmp_path / "atoll")]) == 0
    assert "It can be played: " in capsys.readouterr().out
    (tmp_path / "bad.json").write_text("{}")
    assert main([str(tmp_path / "bad.json"), str(tmp_path / "pictures")]) == 1
    told = capsys.readouterr().out.splitlines()
    assert "error: “board” is missing" in told
    assert told[-1] == "It cannot be played as it is."
    assert not (tmp_path / "pictures").exists()


LETTERS = {
    "de": "äöüßÄÖÜ„“‚‘–",
    "fr": "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»’–",
    "nl": "áéíóúäëïöüèÉÏ“”‘’–",
}
SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


class Longer(gettext.NullTranslations):
    """Everything said in half as many letters again, and no name of a person among it."""

    def _longer(self, message: str) -> str:
        letters = len(re.sub(r"\{[^}]*\}", "", message))
        return message + "ö" * -(-letters // 2)

    def gettext(self, message: str) -> str:
        return self._longer(message)

    def pgettext(self, context: str, message: str) -> str:
        return message if "{" in message else self._longer(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._longer(msgid1 if n == 1 else msgid2)


@pytest.mark.parametrize("weight", CHAINS)
@pytest.mark.parametrize("language", LETTERS)
def test_the_letters_of_a_language_are_those_of_our_font(language: str, weight: str) -> None:
    assert {font_of(letter, weight) for letter in LETTERS[language]} == {CHAINS[weight][0]}
    assert all(font_of(space, weight) for space in SPACES)


def test_an_amount_of_gold_has_the_form_that_its_number_asks_for() -> None:
    told = [gold_text(gold, words_for("fr")) for gold in (0, 1, 1.5, 2, 41)]
    assert [words.split("\N{SPACE}")[1] for words in told] == ["pièce"] * 3 + ["pièces"] * 2
    assert told[2].startswith("1,5 ")
    assert gold_text(1, words_for("en")) == "1 gold"


@pytest.mark.parametrize("weight", CHAINS)
def test_spaces_where_no_line_may_end_are_no_wider_than_others(weight: str) -> None:
    style = Style(weight, 100, (0, 0, 0), (255, 255, 255))
    narrow, space = (text_width(f"93{space}%", style) for space in (SPACES[1], " "))
    assert text_width("93%", style) < narrow < space == text_width(f"93{SPACES[0]}%", style)


def _draw_all(words: Words) -> None:
    """Draws everything that has words in it, with names that are short."""
    called = ["A", "B", "C", "D"]
    own = own_view("first-game-4", 0.4)
    assert own.screen is not None
    ahead = words("Next turn")
    for view in (own, *(replace(own, turns_left=left) for left in (4, 1))):
        title = words("Game {number}", number=1234)
        render.draw_board(view, names=called, title=title, words=words)
        render.draw_turn(view, names=called, title=ahead, marks=NO_MARKS, words=words)
    cards = sorted(set(own.edition.cards), key=lambda card: len(card_name(card, words)))
    for hand in ((), tuple(cards[-4:])):
        view = replace(own, screen=replace(own.screen, hand=hand))
        render.draw_screen(view, names=called, words=words)
    log, last = record("first-game-4"), finished("first-game-4").view()
    render.draw_end(last, names=called, story=flat_chart(last), title="A", words=words)
    for turn in (0, 33):
        scene = scene_at(log.start, log.actions, turn)
        render.draw_scene(scene, names=called, title="A", words=words)
    render.draw_story(last, story=flat_chart(last), words=words)
    render.draw_lookback([1, 3], [0, 5], colour="yellow", title="A", words=words)
    for module in beside_features("pictures"):
        module.draw_all(words)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", *LETTERS])
def test_all_that_is_written_can_be_read(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Written(monkeypatch)
    _draw_all(words_for(language))
    assert len(written.lines) > 150
    assert (written.cut, written.hidden, written.small) == (set(), set(), set())


def test_longer_words_of_another_language_leave_all_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    written = Written(monkeypatch)
    _draw_all(Words("xx", Longer()))
    assert (written.cut, written.hidden) == (set(), set())
