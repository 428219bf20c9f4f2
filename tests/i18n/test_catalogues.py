"""What translators write can be said: the same names, markdown and commands, and it fits."""

import re
from collections import Counter
from collections.abc import Container, Iterator
from pathlib import Path
from string import Formatter
from typing import Final

import pytest
from babel.messages.catalog import Message

from i18n import catalogues, translation
from i18n.formats import Name
from tests import pseudo
from tests.cogs.payloads import kept, parts

PROMISED: Final = {"de", "fr", "nl"}
"""Languages that are said to be offered: in them nothing may be missing."""

SAME: Final[dict[str, set[str]]] = {
    "de": {
        *("- Rating: **{rating}**", "Form", "Gold", "Host", "Lobby", "Normal", "Orange"),
    },
    "fr": {
        *("Note", "Note…", "Orange", "Points", "olive", "orange", "options", "violet"),
        *("{n} minute", "{n} minutes"),
    },
    "nl": {
        *("**Tip.** {sentence}", "- Rating: **{rating}**", "Deadline: {when}", "Hint", "Host"),
        *("Demo", "Later", "Lobby", "Privacy", "database", "families", "lobby"),
        *("open", "rating", "{n} week", "{name} (computer)", "{name} (host)"),
    },
}
"""What is the same in another language as in English."""

UNLIKE_THE_BOX: Final = {
    "de": r"Gutsh[oö]f|Schenke|Auszahlung|Schlussverkauf|(?:[Dd]eine|[Ee]ine vorläufige) Wertung",
    "fr": r"ouvriers? à (?:toi|soi)\b|\bétage|\banneau\b|\bpile\b|remett\w+ une bannière",
    "nl": r"vak(?:ken)?\b|[Vv]oltooi|[Ii]nlever|ingelever|levert? .*vlag.* in\b",
}
"""Words that a language's box has otherwise."""

FILES: Final = catalogues.catalogue_files()
LIMITS: Final = {"button": 80}  # characters that Discord takes of messages in some contexts
MARKS: Final = re.compile(r"`[^`]*`|\*\*|\*|^#+ |^- |\n|<[@#:/][^>]*>|https?://\S+", re.MULTILINE)
WORD: Final = re.compile(r"[^\W\d_]{2,}")
QUOTED: Final = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
TYPED: Final = re.compile(r"`[^`]*`|\w+://\S*|\w+:(?=[\w{])|\{[^}]*\}")
"""What is no text: commands, addresses, ``near:F7`` and what is filled in."""

NUMBERS: Final = {
    *("after", "amount", "before", "begun", "count", "draws", "early", "entries", "finished"),
    *("games", "gold", "height", "last", "late", "left", "megabytes", "open", "pieces"),
    *("places", "points", "price", "rounds", "score", "seconds", "series", "shards", "total"),
    *("vacant", "value", "wins", "worth"),
}
"""What is a number, or begins with one; of others, such as ``workers``, there is never just one."""
COUNTED: Final = re.compile(r"\{(\w+)[^}]*\}\**\s+\**([^\W\d_]+)")
"""A number, and the word behind it."""

WRONG: Final = {
    "de": r"  |\.\.\.|['\"”]| [;:!?]",
    "fr": r"  |\.\.\.|['\"“”]|[^\u202f][;!?%»]|[^\u202f]:|«[^\u202f]",
    "nl": r"  |\.\.\.|['\"„]| [;:!?]",
}
"""Marks and spaces that a language does not have."""

pytestmark = pytest.mark.parametrize("file", FILES, ids=[file.parts[-3] for file in FILES])


def said(file: Path) -> Iterator[tuple[Message, list[str], list[str]]]:
    """The messages that are translated, with the English of each form and what is said."""
    for message in catalogues.read(file):
        texts = message.string if isinstance(message.string, list | tuple) else [message.string]
        if message.id and any(texts):
            ids = message.id if isinstance(message.id, list | tuple) else [message.id]
            forms = [ids[min(place, len(ids) - 1)] for place in range(len(texts))]
            yield message, forms, [str(text) for text in texts]


def pairs(file: Path) -> Iterator[tuple[Message, str, str]]:
    """Each form that is said, with its message and its English."""
    for message, forms, texts in said(file):
        for english, text in zip(forms, texts, strict=True):
            yield message, english, text


def names(text: str) -> set[str]:
    """The names that are filled in; in which form is the translator's choice."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def bare(message: Message, text: str) -> str:
    """What is said of a name that has forms: the bare one, as it stands alone."""
    return str(Name.read(text)) if message.context == translation.NAMES else text


def test_nothing_is_missing_in_a_language_that_is_promised(file: Path) -> None:
    catalogue, template = catalogues.read(file), pseudo.template()
    lacking = [message.id for message in catalogues.missing(catalogue, template)]
    assert file.parts[-3] not in PROMISED or lacking == []


def test_a_message_has_all_forms_of_its_language_or_none(file: Path) -> None:
    plurals = catalogues.read(file).num_plurals
    for message, _, texts in said(file):
        assert all(texts), message.id
        wanted = plurals if isinstance(message.id, list | tuple) else 1
        assert len(texts) == wanted, message.id
        assert not message.fuzzy, message.id


def test_what_is_filled_in_is_the_same(file: Path) -> None:
    for message, forms, texts in said(file):
        all_names = set[str]().union(*map(names, forms))
        left_out = {"n"} if len(texts) > 1 else set()
        for english, text in zip(forms, texts, strict=True):
            assert names(english) - left_out <= names(text) <= all_names, (message.id, text)


def test_markdown_and_commands_are_the_same(file: Path) -> None:
    for message, english, text in pairs(file):
        if message.context != translation.NAMES:
            assert Counter(MARKS.findall(text)) == Counter(MARKS.findall(english)), text
            ends = (english[:1].isspace(), english[-1:].isspace())
            # What stands between things has the spaces that its language puts there.
            assert (text[:1].isspace(), text[-1:].isspace()) == ends or not WORD.search(text), text


def test_a_word_on_a_button_is_quoted_as_the_button_has_it(file: Path) -> None:
    faces = {
        re.sub(r"\{\w+\}", "…", english): re.sub(r"\{\w+\}", "…", text)
        for message, english, text in pairs(file)
        if message.context == "button"
    }
    for _, english, text in pairs(file):
        quoted = {faces[word] for word in QUOTED.findall(english) if word in faces}
        assert quoted <= set(QUOTED.findall(text)), text


def counted(text: str, numbers: Container[str]) -> set[str]:
    """The words that stand right behind numbers."""
    return {word for name, word in COUNTED.findall(text) if name in numbers}


def test_what_is_counted_has_a_plural_of_its_own(file: Path) -> None:
    """A word that ``{n}`` changes somewhere is changed by no other number anywhere."""
    messages = list(said(file))
    for of_language in (False, True):
        forms = [texts if of_language else ids for _, ids, texts in messages]
        several = set[str]()
        for one, *more in forms:
            several |= counted(more[-1], {"n"}) - counted(one, {"n"}) if more else set()
        for texts in forms:
            numbers = NUMBERS if len(texts) > 1 else NUMBERS | {"n"}
            for text in texts:
                assert not counted(text, numbers) & several, text


def test_marks_and_spaces_are_those_of_the_language(file: Path) -> None:
    wrong = re.compile(WRONG.get(file.parts[-3], r"  |\.\.\."))
    for message, _, text in pairs(file):
        if message.context != translation.NAMES:
            assert not wrong.search(TYPED.sub("x", text)), text


def test_nothing_is_left_in_english(file: Path) -> None:
    left = {
        english
        for message, english, text in pairs(file)
        if bare(message, text) == english and WORD.search(TYPED.sub("", english))
    }
    assert left - {"Arkadia"} <= SAME.get(file.parts[-3], set())


def test_its_words_are_those_of_the_box(file: Path) -> None:
    unlike = re.compile(UNLIKE_THE_BOX.get(file.parts[-3], "(?!)"))
    for message, _, text in pairs(file):
        assert message.context == "typed" or not unlike.search(text), text


def test_it_fits_where_discord_shows_it(file: Path) -> None:
    sent = [part for payload in kept().values() for part in parts(payload)]
    short = {part["description"] for part in sent}
    short |= {choice["name"] for part in sent for choice in part.get("choices") or ()}
    for message, english, text in pairs(file):
        limit = LIMITS.get(message.context or "", 100 if english in short else 2000)
        assert len(bare(message, text)) <= limit, text
