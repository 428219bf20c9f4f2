"""Pictures in other languages: their letters, and words that are longer than the English ones."""

import gettext
import re
from dataclasses import replace

import pytest

from engine.story import scene_at
from i18n.translation import Words, words_for
from render import (
    draw_board,
    draw_end,
    draw_lookback,
    draw_scene,
    draw_screen,
    draw_story,
    draw_turn,
)
from render.letters.shaping import CHAINS, font_of
from render.letters.text import Style, text_width
from tests.features import beside_features
from tests.render.scenes import finished, flat_chart, position_at, record
from tests.render.written import Written
from words.sentences import NO_MARKS, card_name, gold_text

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
    position = position_at("first-game-4", 0.4)
    own = position.view(position.active)
    assert own.screen is not None
    ahead = words("Next turn")
    for view in (own, *(replace(own, turns_left=left) for left in (4, 1))):
        title = words("Game {number}", number=1234)
        draw_board(view, names=called, title=title, words=words)
        draw_turn(view, names=called, title=ahead, marks=NO_MARKS, words=words)
    cards = sorted(set(own.edition.cards), key=lambda card: len(card_name(card, words)))
    for hand in ((), tuple(cards[-4:])):
        view = replace(own, screen=replace(own.screen, hand=hand))
        draw_screen(view, names=called, words=words)
    log, last = record("first-game-4"), finished("first-game-4").view()
    draw_end(last, names=called, story=flat_chart(last), title="A", words=words)
    for turn in (0, 33):
        scene = scene_at(log.start, log.actions, turn)
        draw_scene(scene, names=called, title="A", words=words)
    draw_story(last, story=flat_chart(last), words=words)
    draw_lookback([1, 3], [0, 5], colour="yellow", title="A", words=words)
    for module in beside_features("pictures"):
        module.draw_all(words)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", *LETTERS])
def test_all_that_is_written_can_be_read(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Written(monkeypatch)
    _draw_all(words_for(language))
    assert len(written.lines) > 150
    assert not written.cut
    assert not written.hidden
    assert not written.small


def test_words_that_are_longer_in_another_language_leave_all_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = Written(monkeypatch)
    _draw_all(Words("xx", Longer()))
    assert not written.cut
    assert not written.hidden
