"""Reasons for advice in words, and both sides of a trade-off in numbers."""

import re
from pathlib import Path

import pytest

import players.reasons
from engine.errors import Parameter
from engine.position import Position
from i18n.translation import ENGLISH, words_for
from players.reasons import Reason
from tests.engine.scenes import earn, scene
from ui.texts.advice import behind_text, drawback_text, reason_text
from ui.texts.markup import without_marks
from ui.texts.sides import sides

PARAMETERS: dict[str, dict[str, Parameter]] = {
    "completes": {"buildings": 2, "seals": 3, "family": "red", "gold": 12},
    "takes-camps": {"camps": 2, "workers": 2},
    "takes-part": {"buildings": 1, "vacant": 2, "family": "olive"},
    "advances": {"family": "red", "workers": 2},
    "starts": {"family": "black", "vacant": 6},
    "blocks": {"squares": 2, "family": "silver"},
    "fills": {"buildings": 3},
    "spends-little": {"workers": 1},
    "raises": {"family": "silver", "seals": 4, "before": 2, "after": 3},
    "lowers": {"family": "red", "seals": 7, "before": 3, "after": 2},
    "completes-floor": {"floor": 1},
    "keeps-values": {},
    "sells": {"seals": 5, "gold": 20},
    "fetches": {"workers": 2},
    "saves-banner": {"banners": 3},
    "nothing-else": {},
}


def test_every_code_is_known() -> None:
    text = Path(players.reasons.__file__).read_text("utf-8").partition('"""\n')[0]
    assert set(re.findall(r"^``([a-z-]+)``$", text, re.MULTILINE)) == set(PARAMETERS)


@pytest.mark.parametrize("code", PARAMETERS)
@pytest.mark.parametrize("number", [1, 2, 5])
def test_every_reason_is_a_sentence(code: str, number: int) -> None:
    parameters: dict[str, Parameter] = {
        name: value if isinstance(value, str) else number
        for name, value in PARAMETERS[code].items()
    }
    sentence = reason_text(Reason(code, parameters), ENGLISH)
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert number == 1 or "1" not in sentence


def test_what_others_have_is_not_told_in_numbers() -> None:
    assert "7" not in reason_text(Reason("lowers", PARAMETERS["lowers"]), ENGLISH)


def test_seals_of_several_families_are_told_together() -> None:
    reason = Reason("completes", {"buildings": 2, "seals": 5, "family": "", "gold": 9})
    assert "5 seals" in reason_text(reason, ENGLISH)


def test_what_is_behind_is_told_in_whole_gold() -> None:
    assert behind_text(0.4, ENGLISH) == ""
    assert behind_text(2.6, ENGLISH) == "About 3 gold worse than idea 1."


def test_what_one_does_not_have_is_not_counted() -> None:
    reason = Reason("raises", {"family": "red", "seals": 0, "before": 2, "after": 3})
    assert without_marks(reason_text(reason, ENGLISH)) == "It raises red from 2 to 3."


def test_what_speaks_against_something_is_said() -> None:
    def said(code: str, **parameters: Parameter) -> str:
        return without_marks(drawback_text(Reason(code, parameters), ENGLISH))

    assert drawback_text(None, ENGLISH) == ""
    assert said("shares", seals=2, family="red") == "Others gain 2 red seals too."
    assert said("shares", seals=1, family="") == "Others gain 1 seal too."
    told = "But then 1 worker finishes one olive building."
    assert said("opens", vacant=1, family="olive") == told


@pytest.fixture
def position() -> Position:
    position = scene("yellow", "orange")
    earn(position, 0, "red 1 black 3")
    return position


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("castle black 1", ["black 2 → 3, and you have 3", "red 2 → 1, and you have 1"]),
        ("castle black 5", ["black 2 → 3, and you have 3"]),
        ("castle red 1", []),
        ("banner sell red 1 black 2", ["6 gold for sure, and new workers"]),
        ("banner", []),
        ("end", ["now they are worth 8 gold"]),
        ("pass", []),
    ],
)
def test_both_sides(position: Position, action: str, told: list[str]) -> None:
    lines = sides(position.view(0), position.parse(action), words_for("en"))
    assert len(lines) == len(told)
    assert all(part in without_marks(line) for part, line in zip(told, lines, strict=True))


def test_a_banner_left_is_counted(position: Position) -> None:
    [line] = sides(position.view(0), position.parse("banner sell red 1"), words_for("en"))
    assert "3 banners are left" in line


def test_who_has_nothing_to_sell_is_told_nothing_of_it() -> None:
    position = scene("yellow", "orange")
    assert sides(position.view(0), position.parse("end"), words_for("en")) == []
