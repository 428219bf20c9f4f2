"""Every refusal has a sentence for people, and nobody's text comes out as markup."""

import string
from importlib import import_module

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import EXTENSIONS
from engine.errors import EngineError, IllegalActionError, NotationError, UndoError
from i18n.translation import ENGLISH
from tabletop.errors import TableError
from ui.texts import refusals
from ui.texts.markup import plain, short
from ui.texts.refusals import FeatureError, refusal_text

WORDED: tuple[tuple[type[EngineError], dict[str, refusals.Sentence]], ...] = (
    (IllegalActionError, refusals.ILLEGAL),
    (UndoError, refusals.UNDO),
    (NotationError, refusals.NOTATION),
    (TableError, refusals.TABLE),
)
ALWAYS_GIVEN = (
    "number",
    "count",
    "least",
    "most",
    "name",
    "token",
    "squares",
    "column",
    "row",
    "one",
    "other",
)
for extension in EXTENSIONS:
    import_module(extension)
OF_FEATURES = {kind: kind.told for kind in FeatureError.__subclasses__()}
CODES = [(kind, code) for kind, _ in (*WORDED, *OF_FEATURES.items()) for code in kind.sentences]


def parameters(sentence: str) -> set[str]:
    """The names that a sentence fills in."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize(("kind", "sentences"), WORDED, ids=lambda case: str(case)[:40])
def test_every_code_has_a_sentence_and_every_sentence_a_code(
    kind: type[EngineError], sentences: dict[str, refusals.Sentence]
) -> None:
    assert set(sentences) == set(kind.sentences)


@pytest.mark.parametrize(("kind", "code"), CODES, ids=str)
def test_a_sentence_is_whole_and_in_order(kind: type[EngineError], code: str) -> None:
    values = dict.fromkeys((*parameters(kind.sentences[code]), "turn", "until"), "7")
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
        (TableError("too-early", name="Ada", count=1), "Ada has 1 more hour for this turn."),
        (TableError("too-early", name="Ada", count=2), "Ada has 2 more hours for this turn."),
        (
            IllegalActionError("too-few-seals", family="red", amount=1, count=0),
            "You cannot sell 1 red seal: you have 0.",
        ),
        (TableError("limit-games", count=1, until=9_000), "1 game here within an hour"),
        (TableError("limit-games", count=2, until=9_000), "The next is possible <t:9:R>."),
    ],
    ids=str,
)
def test_a_number_decides_between_the_forms(error: EngineError, told: str) -> None:
    assert told in refusal_text(error, ENGLISH)


def test_a_card_is_named_in_words() -> None:
    error = IllegalActionError("card-not-in-hand", card="trade-centre/red")
    assert "red trade centre" in refusal_text(error, ENGLISH)


def test_what_was_typed_is_quoted_without_its_markup() -> None:
    error = NotationError("bad-square", token="**@everyone** <@1> `x`" + "a" * 500)
    text = refusal_text(error, ENGLISH)
    assert "@everyone" not in text
    assert "**" not in text.replace("\\*\\*", "")
    assert len(text) < 300


MARKUP = ("**b**", "_i_", "~~s~~", "||x||", "`c`", "```\nc\n```", "# h", "> q", "- l", "[t](u)")


@pytest.mark.parametrize("text", MARKUP)
def test_markup_is_shown_as_it_was_typed(text: str) -> None:
    marks = set("*_~|`")
    shown = plain(text)
    for place, sign in enumerate(shown):
        if sign in marks:
            assert place
            assert shown[place - 1] == "\\"
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
