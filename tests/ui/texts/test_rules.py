"""The pages of the rules: what they say of their pictures is so."""

from __future__ import annotations

import pytest

from cogs.arkadia.guide import rules_page
from engine.edition_files import load_edition
from i18n.translation import words_for
from render import Theme
from ui.lesson.examples import EXAMPLES, Example
from ui.lesson.scenes import scene_after
from ui.texts.guide import RULES

PAGES = tuple(RULES)


@pytest.mark.parametrize("page", range(1, len(RULES) + 1))
async def test_each_page_has_its_pictures_in_words(page: int) -> None:
    text, files, _ = await rules_page(page, load_edition(), words_for("en"), Theme.DARK)
    assert f"**{page}." in text
    assert "{" not in text
    assert len(text) <= 800
    assert all(file.description for file in files)
    assert len({file.filename for file in files}) == len(files)
    assert len(files) == (1 if page == len(RULES) else len(EXAMPLES.get(PAGES[page - 1], ())))


def outcome(example: Example) -> tuple[list[int], list[int], int]:
    """The seals gained, the values, and the gold of the learner, by family."""
    scene = scene_after(example.before, example.actions)
    assert scene.view.screen is not None
    return list(scene.gained), list(scene.view.values), scene.view.screen.gold


def test_what_the_pages_say_of_their_pictures() -> None:
    [completed] = EXAMPLES["completed"]
    assert outcome(completed)[0] == [0, 0, 3, 0]
    before, after = EXAMPLES["castle"]
    assert outcome(before)[1] == [2, 2, 2, 2]
    assert outcome(after)[1] == [1, 2, 3, 2]
    [sale] = EXAMPLES["banner"]
    assert outcome(sale)[1][1:3] == [3, 3]
    assert outcome(sale)[2] == 15
    assert set(EXAMPLES) < set(RULES)
