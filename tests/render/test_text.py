"""Names in any script and of any length."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from render.colours import DARK
from render.frame import Frame, plain_ground
from render.pen import Pen
from render.script import legible
from render.text import ELLIPSIS, Style, fitted, line, text_width, write

STYLE = Style("bold", 34, (255, 255, 255), (0, 0, 0))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Max", "Max"),
        ("  Max \n\t Power ", "Max Power"),
        ("𝓕𝓪𝓷𝓬𝔂", "Fancy"),
        ("ﬁne", "fine"),
        ("e\u0301", "é"),
        ("👍🏽 ok", "👍 ok"),
        ("a\u200b\u202eb\u2066c", "abc"),
        ("\ud800\x00\x1b[31m", "[31m"),
        ("שלום", "םולש"),
        ("Dan שלום 7", "Dan םולש 7"),
        ("محمد", "ﺪﻤﺤﻣ"),
        ("دار", "\ufead\ufe8d\ufea9"),
        ("", ""),
        ("\u200b\u200d", ""),
    ],
)
def test_legible(name: str, shown: str) -> None:
    assert legible(name) == shown


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Людмила",
        "Ελένη",
        "山田さくら",
        "김철수",
        "محمد",
        "🏰🎲",
        "ไทย",
        "हिन्दी",
        "\U0010fffe",
        "x" * 9999,
    ],
)
def test_every_script_is_drawn_within_its_width(name: str) -> None:
    text = legible(name)
    tile = line(text, STYLE, 200)
    assert 0 < tile.width <= 200
    blank = line(" ", STYLE, 200)
    if text:
        assert tile.pixels.getbbox() != blank.pixels.getbbox()


def test_a_long_name_is_cut_with_an_ellipsis() -> None:
    text = fitted("Bartholomew the Magnificent", STYLE, 150)
    assert text.endswith(ELLIPSIS)
    assert "Bartholomew the Magnificent".startswith(text[:-1])
    assert text_width(text, STYLE) <= 150


def test_a_short_name_is_left_alone() -> None:
    assert fitted("Max", STYLE, 150) == "Max"


def test_no_room_at_all_is_no_error() -> None:
    assert fitted("Max", STYLE, 3) == ELLIPSIS


def test_write_gives_the_width_and_aligns() -> None:
    frame = Frame(plain_ground(300, 60, (0, 0, 0)))
    assert write(frame, 300, 0, "Max", STYLE, align=1) == text_width("Max", STYLE)
    left, _, right, _ = frame.pixels().convert("L").getbbox() or (0, 0, 0, 0)
    assert left > 200
    assert right <= 300


@given(st.text(max_size=60))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_any_text_is_drawn_within_its_width(text: str) -> None:
    assert 0 < line(legible(text), STYLE, 120).width <= 120


def test_words_are_made_smaller_and_names_are_cut() -> None:
    pen = Pen(Frame(plain_ground(300, 60, DARK.panel)), DARK, 1.0)
    text = "Bartholomew the Magnificent"
    assert 120 < pen.write(0, 0, text, 30, width=180) <= 180
    assert pen.write(0, 0, text, 30, width=180, cut=True) <= 180
    whole, cut = (line(text, STYLE._replace(size=size), 180) for size in (14, 30))
    assert whole.height < cut.height
