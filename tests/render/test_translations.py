"""Pictures in other languages: their letters, and words that are longer than the English ones."""

from __future__ import annotations

import gettext
import re

import pytest

from render import (
    StandingRow,
    Theme,
    draw_board,
    draw_course,
    draw_end,
    draw_forms,
    draw_lookback,
    draw_scene,
    draw_screen,
    draw_standings,
    draw_turn,
    scene_at,
    text,
)
from render.options import NO_MARKS
from render.pen import Pen
from render.raster import PASSING, Tile
from render.scene_picture import ranking_raster
from render.text import Style, fitted, text_width
from render.typefaces import CHAINS, font_of
from tests.render.scenes import finished, flat_chart, position_at, record
from translation import Words, words_for

LETTERS = {
    "de": "äöüßÄÖÜ„“‚‘–",
    "fr": "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»’–",
    "nl": "áéíóúäëïöüèÉÏ“”‘’–",
}
SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


LEAST = 24
"""The size that words are written in at least, when they are longer than the English ones."""


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


@pytest.mark.parametrize("language", ["en", *LETTERS])
def test_what_pictures_say_is_whole_and_large_in_each_language(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: dict[str, int] = {}

    def watched(line: str, style: Style, width: int) -> str:
        said = fitted(line, style, width)
        shown[line] = min(style.size if said == line else 0, shown.get(line, style.size))
        return said

    monkeypatch.setattr(text, "fitted", watched)
    PASSING.clear()
    words, called = words_for(language), ["A", "B", "C", "D"]
    titles = [words("Game {number}", number=1284), words("Next turn"), words("Lesson")]
    for title, share in zip(titles, (0.0, 0.4, 0.97), strict=True):
        own = position_at("first-game-4", share).view(0)
        draw_turn(own, names=called, title=title, marks=NO_MARKS, words=words)
        draw_board(own, names=called, title=title, words=words)
        draw_screen(own, names=called, words=words)
    game = record("first-game-4")
    draw_scene(scene_at(game.start, game.actions, 0), names=called, title="A", words=words)
    scene = scene_at(game.start, game.actions, 999)
    ranking_raster(scene, names=called, title=titles[0], theme=Theme.DARK, words=words)
    over = finished("first-game-4").view()
    draw_end(over, names=called, chart=flat_chart(over), title=titles[0], words=words)
    draw_forms(over.edition, words=words)
    row = StandingRow(1, "A", "36", 5, 4, 39, left=False, own=False)
    draw_standings([row], title="A", state=words("final"), words=words)
    draw_lookback([1, 3], [0.0, 4.0], colour="green", title=titles[0], words=words)
    draw_course([(0, 1000), (10**10, 1200)], name="A", words=words)
    assert set(titles) <= set(shown)
    assert len(shown) > 60
    assert {line for line, size in shown.items() if size < LEAST} == set()


@pytest.mark.parametrize("weight", CHAINS)
def test_spaces_where_no_line_may_end_are_no_wider_than_others(weight: str) -> None:
    style = Style(weight, 100, (0, 0, 0), (255, 255, 255))
    narrow, space = (text_width(f"93{space}%", style) for space in (SPACES[1], " "))
    assert text_width("93%", style) < narrow < space == text_width(f"93{SPACES[0]}%", style)


def test_words_that_are_longer_in_another_language_leave_all_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cut = []
    outside = []
    paste = Pen.paste

    def pasted(self: Pen, tile: Tile, x: float, y: float) -> None:
        paste(self, tile, x, y)
        if self.px(x) + tile.left + tile.width > self.raster.width:
            outside.append((tile.width, x))

    def watched(line: str, style: Style, width: int) -> str:
        shown = fitted(line, style, width)
        cut.extend([line] if shown != line else [])
        return shown

    monkeypatch.setattr(text, "fitted", watched)
    monkeypatch.setattr(Pen, "paste", pasted)
    words = Words("xx", Longer())
    position = position_at("first-game-4", 0.4)
    own = position.view(position.active)
    called = ["A", "B", "C", "D"]
    draw_board(own, names=called, title="A", words=words)
    draw_turn(own, names=called, title="A", marks=NO_MARKS, words=words)
    draw_screen(own, names=called, words=words)
    draw_forms(own.edition, words=words)
    rows = [StandingRow(1, "A", "36", 5, 4, 39, left=False, own=False)]
    draw_standings(rows, title="A", state=words("final"), words=words)
    assert not cut
    assert not outside
