"""What Discord makes of a text: limits, names that hold markup, links and emojis."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.texts.markup import (
    GOLD,
    MARKS,
    MESSAGE_LIMIT,
    Markup,
    Part,
    as_read,
    cut,
    fitted,
    pages,
    plain,
    seal_mark,
    short,
    size,
    worker_mark,
)

texts = st.text("ab\n \U0001f600", max_size=60)
limits = st.integers(40, 90)
parts = st.lists(st.builds(Part, texts, st.integers(0, 3)), min_size=1, max_size=8)
paragraphs = st.lists(st.text("ab\n\U0001f600", min_size=1, max_size=200), max_size=12)


@given(texts, limits)
def test_a_text_is_cut_to_its_limit(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert size(short) <= limit
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))


def test_sizes_are_those_of_the_strictest_reader() -> None:
    assert size("ä😀") == len("ä😀".encode("utf-16-le")) // 2 == 3


@given(parts, limits)
def test_parts_fit(parts: list[Part], limit: int) -> None:
    assert size(fitted(parts, "more elsewhere", limit)) <= limit


@given(parts, limits)
def test_what_fits_is_not_touched(parts: list[Part], limit: int) -> None:
    whole = "\n".join(part.text for part in parts)
    text = fitted(parts, "more elsewhere", limit)
    assert (text == whole) == (size(whole) <= limit)


def test_the_most_important_lines_stay_in_their_place() -> None:
    parts = [Part("old " * 20, 4), Part("new", 3), Part("standing", 1), Part("your turn", 0)]
    assert fitted(parts, "see the log", 60) == "see the log\nnew\nstanding\nyour turn"


def test_of_a_part_that_is_too_long_the_first_lines_stay() -> None:
    parts = [Part("\n".join(["head", *["- line"] * 9]), 1), Part("your turn")]
    assert fitted(parts, "more", 40) == "head\n- line\n- line\nmore\nyour turn"


def test_what_is_left_out_whole_leaves_its_place_to_the_note() -> None:
    old = Part("\n".join(["old", *["- line"] * 9]), 2, whole=True)
    parts = [Part("heading"), old, Part("new", 1)]
    assert fitted(parts, "more", 40) == "heading\nmore\nnew"


@given(paragraphs, limits)
def test_all_pages_together_are_the_whole(paragraphs: list[str], limit: int) -> None:
    found = pages(paragraphs, limit)
    assert all(size(page) <= limit for page in found)
    assert "".join("".join(found).split()) == "".join("".join(paragraphs).split())


@given(paragraphs, limits)
def test_pages_stay_as_they_are_when_something_follows(paragraphs: list[str], limit: int) -> None:
    before = pages(paragraphs[:-1], limit)
    assert pages(paragraphs, limit)[: max(0, len(before) - 1)] == before[:-1]


def test_short_paragraphs_are_kept_whole() -> None:
    assert pages(["aaaa\nbbbb", "cccc\ndddd", "e"], 12) == ["aaaa\nbbbb", "cccc\ndddd\n\ne"]


@pytest.mark.parametrize("control", [chr(code) for code in (0x202E, 0x202B, 0x2067, 0x200F, 0x61C)])
def test_no_name_turns_the_line_round(control: str) -> None:
    name = f"Ada{control}Bela"
    assert short(name) == plain(name) == "AdaBela"


def test_families_of_emojis_and_hebrew_names_stay() -> None:
    for name in ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u05d3\u05d5\u05d3"):
        assert plain(name) == name


RED = "<:red_seal_1a2b3c:77>"


@pytest.fixture
def markup() -> Markup:
    """What Discord knows of two commands and one emoji."""
    markup = Markup()
    markup.commands = {"arkadia turn": 5, "arkadia seat back": 5}
    markup.emojis = {seal_mark("red"): RED}
    return markup


def test_known_commands_can_be_clicked(markup: Markup) -> None:
    text = "Type `/arkadia turn`, or `/arkadia seat back`; `/arkadia start` is unknown."
    assert markup.sent(text) == (
        "Type </arkadia turn:5>, or </arkadia seat back:5>; `/arkadia start` is unknown."
    )


def test_commands_with_options_are_for_typing(markup: Markup) -> None:
    for text in ("`/arkadia turn game:3`", "`turn`", "/arkadia turn", "`/arkadia` `turn`"):
        assert markup.sent(text) == text


def test_nothing_is_clicked_in_a_code_block(markup: Markup) -> None:
    text = "```\n`/arkadia turn`\n``` `/arkadia turn`"
    assert markup.sent(text) == "```\n`/arkadia turn`\n``` </arkadia turn:5>"


def test_the_word_stays_beside_the_emoji(markup: Markup) -> None:
    text = f"2 {seal_mark('red')}red, 3 {seal_mark('olive')}olive for {GOLD}12 gold"
    assert markup.sent(text) == f"2 {RED} red, 3 olive for 12 gold"
    assert Markup().sent(text) == "2 red, 3 olive for 12 gold"


def test_what_was_sent_reads_as_before(markup: Markup) -> None:
    text = f"`/arkadia turn` {seal_mark('red')}red\n```\nx\n```"
    assert as_read(markup.sent(text)) == as_read(text) == "`/arkadia turn` red\n```\nx\n```"


def test_a_message_stays_within_its_limit(markup: Markup) -> None:
    many = seal_mark("red") * 120 + "`/arkadia turn` "
    assert markup.sent(many) == "</arkadia turn:5> "
    long = "`/arkadia turn`".ljust(MESSAGE_LIMIT, ".")
    assert markup.sent(long + seal_mark("red")) == long


def test_nobody_can_be_called_like_a_mark() -> None:
    assert plain(f"A{seal_mark('red')}da") == "Ada"


def test_every_seal_and_worker_of_the_editions_has_a_mark() -> None:
    assert {icon.name for icon in MARKS} >= {"gold", "red_seal", "orange_worker", "neutral_worker"}
    assert len({icon.name for icon in MARKS}) == len(set(MARKS.values())) == len(MARKS)
    assert worker_mark() in MARKS.values()
    assert seal_mark("of another edition") == ""


def test_an_empty_text_is_one_page() -> None:
    assert pages("one\ntwo") == ["one\ntwo"]
    assert pages("") == [""]
