"""English sentences are read once: turns of phrase that must be read twice do not come back."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from i18n.catalogues import FOLDER, TEMPLATE, read
from tests.prose import LONGEST_FOR_PEOPLE, ROOT, sentences_of
from tests.ui.counting import words_in
from ui.texts.markup import SCREEN, height

RIDDLES: Final = (
    *(r"\banew\b", r"\b(?:is|are) told\b", r"\b(?:as|what|how many|which) one may\b"),
    *(r"\bwhoever\b", r"\bsomebody\b(?! else)", r"\bspeaks? for\b", r"\bnews at the table\b"),
    *(r"\bonly who\b", r"\bwhat concerns\b", r"\bcannot be unseen\b", r"\bthe castle says\b"),
    *(r"\bgone on since\b", r"\bshall\b", r"\bequally many\b", r"\bof theirs\b"),
    # A clause with *who* as the subject of the sentence: *Who has left cannot come back*.
    r"(?:^|[.;] |\n)(?:Who|who) (?:has|had|resigns|sits|shares|plays against|leaves)\b[^?]*$",
)
"""Phrases of docs/wording.md, by the patterns that find them."""

FUSS: Final = r"\b(invalid|illegal input|sorry|oops|error)\b"
NOT_ENGLISH: Final = r"[«»‘]|!!|\?\?|  "

FOR_PEOPLE: Final = (
    *("README.md", "PRIVACY.md", "TERMS.md"),
    *("docs/playing.md", "docs/moderating.md", "docs/hosting.md"),
)
"""Pages that players, moderators and hosts read."""

MOST_IN_A_MESSAGE: Final = 20  # the words of a sentence that a person reads on Discord

FOR_HOSTS: Final = ("bot.py", "db/", "deploy/", "lab/", "runtime/", "tryout/serving.py")
"""Modules whose sentences hosts read in a terminal, in English."""


def sentences() -> Iterator[str]:
    """The English of all messages, but of lists of what people type."""
    for message in read(FOLDER / TEMPLATE):
        if message.id and message.context != "typed":
            yield from (message.id,) if isinstance(message.id, str) else message.id


def test_what_hosts_read_in_a_terminal_is_in_no_catalogue() -> None:
    places = {place for message in read(FOLDER / TEMPLATE) for place, _ in message.locations}
    assert "tryout/simulation.py" in places
    assert [place for place in places if place.startswith(FOR_HOSTS)] == []


def test_no_sentence_is_taller_than_a_phone() -> None:
    assert (height("a\n\nb"), height("word " * 20)) == (3, 3)
    filled = [re.sub(r"\{[a-z_]+\}", "red house", said) for said in sentences()]
    assert [said for said in filled if height(said) > SCREEN] == []


def test_sentences_are_short() -> None:
    long = [
        one
        for said in sentences()
        for one in re.split(r"(?<=[.!?])\**\s+|\n", said)
        if words_in(one) > MOST_IN_A_MESSAGE
    ]
    assert long == []


@pytest.mark.parametrize("pattern", [*RIDDLES, FUSS, NOT_ENGLISH])
def test_no_sentence_is_a_riddle_or_fuss_or_no_english(pattern: str) -> None:
    assert not [said for said in sentences() if re.search(pattern, said, re.IGNORECASE)]


@pytest.mark.parametrize("page", FOR_PEOPLE)
def test_pages_for_people_have_none_either_and_short_sentences(page: str) -> None:
    for said in sentences_of(ROOT / page):
        plain = " ".join(said.split())
        assert len(plain.split()) <= LONGEST_FOR_PEOPLE, plain
        assert not [riddle for riddle in RIDDLES if re.search(riddle, plain, re.IGNORECASE)], plain
