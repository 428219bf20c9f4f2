"""Pictures in other languages: their letters, and words that are longer than the English ones."""

from __future__ import annotations

import gettext
import re

import pytest

from render import (
    StandingRow,
    draw_board,
    draw_forms,
    draw_screen,
    draw_standings,
    draw_turn,
    text,
)
from render.options import NO_MARKS
from render.pen import Pen
from render.raster import Tile
from render.text import Style, fitted
from render.typefaces import CHAINS, font_of
from tests.render.scenes import position_at
from translation import Words

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
