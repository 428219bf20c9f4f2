"""Letters of every script, and where they run."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from render.art.drawing import LETTER
from render.colours import DARK
from render.files.raster import plain_raster
from render.layout import Pen
from render.letters.shaping import BOX, font_of, levels, shaped, shaping_font
from render.letters.text import ELLIPSIS, Style, fitted, legible, line, text_width, write

FONTS = Path(__file__).parents[3] / "render" / "letters" / "fonts"
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
        ("👩‍🚀", "👩🚀"),
        ("🇩🇪 Max", "DE Max"),
        ("1️⃣", "1"),
        ("שלום", "שלום"),
        ("ﻣﺤﻤﺪ", "محمد"),
        ("علی‌رضا", "علی‌رضا"),
        ("Z̷̢̛̹͎a", "Z̢a"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("Max 𒀀𒀁 II", "Max ▯ II"),
        ("𒀀𒀁 𒀂", ""),
        ("", ""),
        ("\u200b\u200d", ""),
    ],
)
def test_legible(name: str, shown: str) -> None:
    assert legible(name) == shown


COMMON = ("山田さくら", "김철수", "贵州", "ไทย", "हिन्दी", "🏰🎲", "தமிழ்")
"""Names in common scripts, for which there is a font."""


@pytest.mark.parametrize(
    "name", [*COMMON, "Zoë", "Людмила", "Ελένη", "محمد", "\U0010fffe", "x" * 9999]
)
def test_every_script_is_drawn_within_its_width(name: str) -> None:
    text = legible(name)
    tile, blank = (line(one, STYLE, 200) for one in (text, " "))
    assert 0 < tile.width <= 200
    assert not text or (tile.top, tile.height) != (blank.top, blank.height)
    assert name not in COMMON or BOX not in text


def test_a_name_is_cut_between_two_words_and_a_short_one_left_alone() -> None:
    shown = {fitted("Aldo the apprentice", STYLE, width) for width in range(110, 330)}
    assert shown == {"Aldo…", "Aldo the…", "Aldo the apprentice"}
    assert fitted("Max", STYLE, 150) == "Max"
    assert fitted("Max", STYLE, 3) == ELLIPSIS


def test_a_word_that_is_too_long_alone_is_cut_within() -> None:
    assert fitted("Dr Bartholomew-Magnificent", STYLE, 190).startswith("Dr Bart")
    assert fitted("Bartholomew-Magnificent", STYLE, 250) == "Bartholomew…"


def test_all_numerals_have_one_width() -> None:
    for count in (1, 4):
        assert len({text_width(digit * count, STYLE) for digit in "0123456789"}) == 1


def test_write_gives_the_width_and_aligns() -> None:
    frame = plain_raster(300, 60, (0, 0, 0))
    assert write(frame, 300, 0, "Max", STYLE, align=1) == text_width("Max", STYLE)
    left, _, right, _ = frame.pixels().convert("L").getbbox() or (0, 0, 0, 0)
    assert left > 200
    assert right <= 300


@given(st.text(max_size=60))
@settings(max_examples=150)
def test_any_text_is_drawn_within_its_width(text: str) -> None:
    assert 0 < line(legible(text), STYLE, 120).width <= 120


def test_words_are_made_smaller_and_names_too_before_they_are_cut() -> None:
    pen = Pen(plain_raster(300, 60, DARK.panel), DARK, 1.0)
    text = "Bartholomew the Magnificent"
    assert 120 < pen.write(0, 0, text, 30, width=180) <= 180
    assert pen.write(0, 0, text, 30, width=180, cut=True) <= 180
    whole, cut = (line(text, STYLE._replace(size=size), 180) for size in (14, 30))
    assert whole.height < cut.height


def test_a_name_is_pressed_before_it_is_cut() -> None:
    pen = Pen(plain_raster(300, 60, DARK.panel), DARK, 1.0)
    style = STYLE._replace(size=LETTER)
    for name in ("Людмила", "Heliotrope", "山田さくら"):
        whole = text_width(name, style)
        room = whole * 65 // 100
        assert fitted(name, style, room) != name
        assert room - 3 <= pen.write(0, 0, name, LETTER, width=room, cut=True) <= room
        assert fitted(name, style._replace(narrow=64), room) == name


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("דוב", "בוד"),
        ("דוב (TL)", "(TL) בוד"),
        ("Dan (דוב) 7", "Dan (בוד) 7"),
        ("דוב :)", "(: בוד"),
    ],
)
def test_right_to_left_is_turned_round_and_its_brackets_mirrored(name: str, seen: str) -> None:
    glyphs = shaped(name, "bold").glyphs
    assert len(glyphs) == len(seen)
    for glyph, character in zip(glyphs, seen, strict=True):
        assert character == " " or glyph.glyph == _glyph_of(character)
    assert [glyph.x for glyph in glyphs] == sorted(glyph.x for glyph in glyphs)


def _glyph_of(character: str) -> int:
    file = font_of(character, "bold")
    assert file is not None
    glyph: int = shaping_font(file).get_nominal_glyph(ord(character))
    return glyph


def test_a_right_to_left_name_loses_its_end_and_not_its_beginning() -> None:
    name = "محمد الفاسي الطويل"
    text = fitted(name, STYLE, 200)
    assert text.endswith(ELLIPSIS)
    assert name.startswith(text[:-1])
    assert len(text) > 4
    # Seen, the ellipsis is what stands farthest to the left.
    assert shaped(text, "bold").glyphs[0].glyph == _glyph_of(ELLIPSIS)


def test_letters_that_join_are_shaped() -> None:
    def width(text: str) -> float:
        return shaped(text, "bold").width

    assert width("بب") < 2 * width("ب")
    assert len(shaped("क्षि", "bold").glyphs) < len("क्षि")
    assert width("ที่") == width("ท")  # vowel and tone stand over the letter


def test_nothing_is_cut_between_a_letter_and_its_signs() -> None:
    name = "สมศักดิ์ วงษ์ประเสริฐ"
    for width in range(30, 400, 7):
        kept = fitted(name, STYLE, width).removesuffix(ELLIPSIS)
        rest = name[len(kept) :].lstrip()
        assert not rest or unicodedata.category(rest[0]) != "Mn"


def test_every_font_has_its_licence_beside_it() -> None:
    licences = {path.name.partition("-")[0] for path in FONTS.glob("*-LICENSE.txt")}
    for path in (*FONTS.glob("*.otf"), *FONTS.glob("*.ttf")):
        assert any(path.name.startswith(licence) for licence in licences), path.name


CLOSED = "this version of python-bidi prints levels otherwise: letters/shaping.py is to change"


@pytest.mark.parametrize(
    ("text", "depths"),
    [
        ("Ann", [0, 0, 0]),
        ("שלום", [1, 1, 1, 1]),
        ("Dan שב 7", [0, 0, 0, 0, 1, 1, 1, 2]),
        ("محمد Al", [1, 1, 1, 1, 1, 2, 2]),
    ],
)
def test_levels_are_told_for_each_character(text: str, depths: list[int]) -> None:
    try:
        found = levels(text)
    except (IndexError, TypeError) as error:
        pytest.fail(f"{CLOSED} ({error})")
    assert found == depths, CLOSED
