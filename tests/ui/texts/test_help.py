"""What is told of the bot and the components says what the edition says, and fits a phone."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from engine.edition import Origin, Provenance
from engine.edition_files import load_edition
from engine.edition_rules import FACTS
from i18n.translation import ENGLISH, languages, words_for
from runtime.settings import Settings
from tests.db.features import all_tables
from tests.editions import SMALL
from ui.texts.bot import HELP, about_text, made_up
from ui.texts.markup import SCREEN, height
from ui.texts.person import privacy_text

SEEN: Final = Origin("seen", by="Ada", on="2026-11-01")

BUTTONS: Final = 8
"""Lines of a phone that the buttons below a message take."""


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


def test_what_is_made_up_is_told_and_no_more() -> None:
    assert "Made up by us" in about_text(load_edition(), ENGLISH)
    assert load_edition().provenance.known("reconstructed") == (
        *("camp-places", "seal-places", "large-shapes", "tile-backs"),
        *("preset-places", "preset-colours"),
    )
    assert load_edition().provenance.known("one source") == ("camps", "tiles")


def test_an_edition_that_was_seen_says_so() -> None:
    seen = replace(load_edition(), provenance=Provenance(dict.fromkeys(FACTS, SEEN)))
    assert about_text(seen, ENGLISH).endswith("Everything about the components is known.")


def test_an_edition_that_is_made_up_says_so() -> None:
    assert about_text(SMALL, ENGLISH).endswith(made_up(SMALL, ENGLISH))


@pytest.mark.parametrize("language", languages())
def test_what_is_told_of_the_game_and_of_people_fits_a_phone(language: str) -> None:
    words = words_for(language)
    assert max(height(words(HELP)), height(about_text(load_edition(), words))) <= SCREEN - BUTTONS
    of_features = [one for tables in all_tables() for one in tables.person.privacy]
    kept = privacy_text(Settings(token="", database=Path("games.sqlite3")), of_features, words)
    assert height(kept.replace("*", "")) <= SCREEN
