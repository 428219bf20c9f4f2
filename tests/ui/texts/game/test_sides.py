"""Both sides of a trade-off, in the numbers of the position."""

from __future__ import annotations

import pytest

from engine.position import Position
from i18n.translation import words_for
from tests.engine.scenes import earn, scene
from ui.texts.game.sides import sides
from ui.texts.icons import without_marks


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
