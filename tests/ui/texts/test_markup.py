"""Markup that Discord obeys, pages of help, and the sentences of refusals."""

import ast
import re
import string
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Final

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import EXTENSIONS
from engine.edition import Origin, Provenance
from engine.edition_files import load_edition
from engine.edition_rules import FACTS
from engine.errors import EngineError, IllegalActionError, NotationError, UndoError
from i18n.translation import ENGLISH, languages, words_for
from runtime.settings import Settings
from tabletop.errors import TableError
from tests.db.features import all_tables
from tests.editions import SMALL
from ui.texts import refusals
from ui.texts.bot import HELP, about_text, made_up
from ui.texts.markup import (
    GOLD,
    MARKS,
    MESSAGE_LIMIT,
    SCREEN,
    Markup,
    Part,
    as_read,
    cut,
    fitted,
    height,
    pages,
    plain,
    seal_mark,
    short,
    size,
    worker_mark,
)
from ui.texts.person import privacy_text
from ui.texts.refusals import FeatureError, refusal_text

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


def test_the_most_important_lines_stay_in_their_place_and_the_note_for_others() -> None:
    parts = [Part("old " * 20, 4), Part("new", 3), Part("standing", 1), Part("your turn", 0)]
    assert fitted(parts, "see the log", 60) == "see the log\nnew\nstanding\nyour turn"
    parts = [Part("\n".join(["head", *["- line"] * 9]), 1), Part("your turn")]
    assert fitted(parts, "more", 40) == "head\n- line\n- line\nmore\nyour turn"
    old = Part("\n".join(["old", *["- line"] * 9]), 2, whole=True)
    assert fitted([Part("heading"), old, Part("new", 1)], "more", 40) == "heading\nmore\nnew"


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
    assert pages("one\ntwo") == ["one\ntwo"]
    assert pages("") == [""]


@pytest.mark.parametrize("control", [chr(code) for code in (0x202E, 0x202B, 0x2067, 0x200F, 0x61C)])
def test_no_name_turns_the_line_round(control: str) -> None:
    name = f"Ada{control}Bela"
    assert short(name) == plain(name) == "AdaBela"


def test_families_of_emojis_and_hebrew_names_stay_and_marks_go() -> None:
    assert plain(f"A{seal_mark('red')}da") == "Ada"
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


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        (
            "Type `/arkadia turn`, or `/arkadia seat back`; `/arkadia start` is unknown.",
            "Type </arkadia turn:5>, or </arkadia seat back:5>; `/arkadia start` is unknown.",
        ),
        *((one, one) for one in ("`/arkadia turn game:3`", "`turn`", "/arkadia turn")),
        ("`/arkadia` `turn`", "`/arkadia` `turn`"),
        (
            "```\n`/arkadia turn`\n``` `/arkadia turn`",
            "```\n`/arkadia turn`\n``` </arkadia turn:5>",
        ),
    ],
)
def test_commands_without_options_can_be_clicked(markup: Markup, text: str, sent: str) -> None:
    assert markup.sent(text) == sent


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


def test_every_seal_and_worker_of_the_editions_has_a_mark() -> None:
    assert {icon.name for icon in MARKS} >= {"gold", "red_seal", "orange_worker", "neutral_worker"}
    assert len({icon.name for icon in MARKS}) == len(set(MARKS.values())) == len(MARKS)
    assert worker_mark() in MARKS.values()
    assert seal_mark("of another edition") == ""


BUTTONS: Final = 8  # lines of a phone that the buttons below a message take


def test_the_readme_says_what_the_edition_says() -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
    said = {
        match[1]: re.findall(r": ([^:;]+)[;.](?= - |$)", " ".join(match[2].split()))
        for match in re.finditer(
            r"^- \*\*([a-z ]+)\*\*(.*?)(?=\n- |\n\n)", readme, re.DOTALL | re.M
        )
    }
    for known in ("sourced", "one source", "inferred", "reconstructed"):
        facts = [FACTS[fact] for fact in load_edition().provenance.known(known)]
        named = [fact for listed in said.pop(known) for fact in listed.split(", ")]
        assert sorted(named) == sorted(facts)
    assert not said


def test_an_edition_that_was_seen_or_is_made_up_says_so_and_no_more() -> None:
    assert "We made up where" in about_text(load_edition(), ENGLISH)
    assert load_edition().provenance.known("reconstructed") == (
        *("camp-places", "seal-places", "large-shapes", "tile-backs"),
        *("preset-places", "preset-colours"),
    )
    assert load_edition().provenance.known("one source") == ("camps", "tiles")
    origins = dict.fromkeys(FACTS, Origin("seen", by="Ada", on="2026-11-01"))
    seen = replace(load_edition(), provenance=Provenance(origins))
    assert about_text(seen, ENGLISH).endswith("All components are the same as in the box.")
    assert about_text(SMALL, ENGLISH).endswith(made_up(SMALL, ENGLISH))


@pytest.mark.parametrize("language", languages())
def test_what_is_told_of_the_game_and_of_people_fits_a_phone(language: str) -> None:
    words = words_for(language)
    assert max(height(words(HELP)), height(about_text(load_edition(), words))) <= SCREEN - BUTTONS
    of_features = [one for tables in all_tables() for one in tables.person.privacy]
    kept = privacy_text(Settings(token="", database=Path("games.sqlite3")), of_features, words)
    assert height(kept.replace("*", "")) <= SCREEN


WORDED: tuple[tuple[type[EngineError], dict[str, refusals.Sentence]], ...] = (
    (IllegalActionError, refusals.ILLEGAL),
    (UndoError, refusals.UNDO),
    (NotationError, refusals.NOTATION),
)
ALWAYS_GIVEN = (
    *("number", "count", "least", "most", "name", "person", "token"),
    *("squares", "column", "row", "one", "other"),
)
for extension in EXTENSIONS:
    import_module(extension)
OF_FEATURES = [(kind, kind.sentences) for kind in FeatureError.__subclasses__()]
ALL_WORDED = (*WORDED, (TableError, refusals.TABLE), *OF_FEATURES)
CODES = [(kind, code) for kind, sentences in ALL_WORDED for code in sentences]


def parameters(sentence: str) -> set[str]:
    """The names that a sentence fills in."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize(("kind", "sentences"), WORDED, ids=lambda case: str(case)[:40])
def test_every_code_has_a_sentence_and_every_sentence_a_code(
    kind: type[EngineError], sentences: dict[str, refusals.Sentence]
) -> None:
    assert set(sentences) == set(kind.reasons)


def test_every_code_of_a_table_has_a_sentence_and_every_sentence_a_code() -> None:
    root = Path(__file__).parents[3]
    files = [file for room in ("tabletop", "ui", "cogs") for file in (root / room).rglob("*.py")]
    text = "\n".join(file.read_text("utf-8") for file in files if file.name != "refusals.py")
    given: dict[str, set[str]] = {}  # the names of parameters with which it is always raised
    for call in ast.walk(ast.parse(text)):
        match call:
            case ast.Call(ast.Name("TableError"), [ast.Constant(str(code)), *_]):
                names = {keyword.arg for keyword in call.keywords if keyword.arg}
                given[code] = given.get(code, names) & names
    assert len(given) > 25
    assert set(given) <= set(refusals.TABLE)
    # Those of limits are put together.
    named = {code for code in refusals.TABLE if not code.startswith(("limit-", "too-many-"))}
    assert {code for code in named if f'"{code}"' not in text} == set()
    for code, names in given.items():
        sentence = refusals.TABLE[code]
        forms = (sentence,) if isinstance(sentence, str) else sentence
        wanted = {name for form in forms for name in parameters(form)} - {"n"}
        assert wanted <= names, code


@pytest.mark.parametrize(("kind", "code"), CODES, ids=str)
def test_a_sentence_is_whole_and_in_order(kind: type[EngineError], code: str) -> None:
    values = dict.fromkeys((*parameters(kind.reasons.get(code, "")), "turn", "until"), "7")
    # What a sentence for people tells beyond the engine's is given with the error all the same.
    values |= dict.fromkeys(ALWAYS_GIVEN, "7")
    text = refusal_text(kind(code, **values), ENGLISH)
    assert text[0].isupper() or text[0] in "“7"
    assert text.endswith((".", "`none`."))
    assert "{" not in text
    assert len(text) <= 300


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (TableError("too-far", count=1), "You can be away for 1 day at most."),
        (TableError("too-far", count=2), "You can be away for 2 days at most."),
        (
            IllegalActionError("too-few-seals", family="red", amount=1, count=0),
            "You can't sell 1 red seal: you have 0.",
        ),
        (IllegalActionError("card-not-in-hand", card="trade-centre/red"), "red trade centre"),
        (TableError("limit-games", count=1, until=9_000), "That's the limit for now."),
        (TableError("limit-games", count=2, until=9_000), "You can go on <t:9:R>."),
    ],
    ids=str,
)
def test_numbers_and_cards_are_said_in_words(error: EngineError, told: str) -> None:
    assert told in refusal_text(error, ENGLISH)


def test_what_was_typed_is_quoted_without_its_markup() -> None:
    error = NotationError("bad-square", token="**@everyone** <@1> `x`" + "a" * 500)
    text = refusal_text(error, ENGLISH)
    assert "@everyone" not in text
    assert "**" not in text.replace("\\*\\*", "")
    assert len(text) < 300


MARKUP = ("**b**", "_i_", "~~s~~", "||x||", "`c`", "```\nc\n```", "# h", "> q", "- l", "[t](u)")


@pytest.mark.parametrize("text", MARKUP)
def test_markup_is_shown_as_it_was_typed(text: str) -> None:
    shown = plain(text)
    assert not re.search(r"(?<!\\)[*_~|`]", shown)
    assert not shown.startswith(("#", ">", "-", "["))


@pytest.mark.parametrize(
    "text",
    [
        *("@everyone", "@here", "<@123456789012345678>", "<@!123456789012345678>"),
        *("<@&123456789012345678>", "<#123456789012345678>", "</x:123456789012345678>"),
        *("<t:1:R>", "<:a:123456789012345678>", "https://a.b/c", "discord://x"),
    ],
)
def test_mentions_and_links_are_words(text: str) -> None:
    shown = plain(text)
    assert not shown.startswith(("<", "@everyone", "@here"))
    assert "://" not in shown


@given(st.text(max_size=200), st.integers(1, 100))
def test_short_is_one_line_and_short(text: str, limit: int) -> None:
    assert len(short(text, limit)) <= limit
    assert "\n" not in short(text, limit)
    assert short(short(text, limit), limit) == short(text, limit)


@given(st.text(max_size=200))
def test_plain_mentions_nobody(text: str) -> None:
    shown = plain(text)
    assert discord.utils.escape_mentions(shown) == shown
