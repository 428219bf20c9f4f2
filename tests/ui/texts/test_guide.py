"""What newcomers read fits the messages in which it comes, and help a phone's screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from engine.edition import Origin, Provenance
from engine.edition_files import load_edition
from engine.edition_rules import FACTS
from i18n.translation import ENGLISH, Words, languages, words_for
from runtime.settings import Settings
from tests.editions import SMALL
from ui.answers import pages
from ui.limits import MESSAGE_LIMIT
from ui.texts.fitting import SCREEN, height
from ui.texts.guide import HELP, HELP_PAGES, RULES, about_text, components_line, provenance_text
from ui.texts.person.privacy import privacy_text

SEEN: Final = Origin("seen", by="Ada", on="2026-11-01")

BUTTONS: Final = 8
"""Lines of a phone that the buttons below a message take."""


def test_what_newcomers_read_fits_a_message() -> None:
    assert all(len(page) <= MESSAGE_LIMIT for page in RULES.values())
    assert len(pages(provenance_text(load_edition(), ENGLISH))) == 1


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


def test_an_edition_that_was_seen_says_so() -> None:
    seen = replace(load_edition(), provenance=Provenance(dict.fromkeys(FACTS, SEEN)))
    assert about_text(seen, ENGLISH).endswith(
        "Everything about the components was seen in the box."
    )
    assert components_line(seen, ENGLISH).endswith("as the box has it.")
    told = provenance_text(seen, ENGLISH)
    assert told.startswith(
        "**Seen in the box** by Ada on 1 Nov 2026: the board's size in squares; "
    )
    assert "\n" not in told


def test_an_edition_that_is_made_up_says_so() -> None:
    for text in (about_text(SMALL, ENGLISH), provenance_text(SMALL, ENGLISH)):
        assert text.endswith("This edition is made up: no box has it.")
    assert "made up" in components_line(SMALL, ENGLISH)


def helping(words: Words) -> Iterator[str]:
    """What help says, page by page, and where the game is from."""
    yield words(HELP)
    yield from map(words, HELP_PAGES.values())
    yield about_text(load_edition(), words)


@pytest.mark.parametrize("language", languages())
def test_help_and_privacy_fit_a_phone(language: str) -> None:
    words = words_for(language)
    assert max(map(height, helping(words))) <= SCREEN - BUTTONS
    kept = privacy_text(Settings(token="", database=Path("games.sqlite3")), words)
    assert height(kept.replace("*", "")) <= SCREEN
