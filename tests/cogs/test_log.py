"""All pages of the log together are the whole log, whatever people are called."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cogs.arkadia.records import log_page, told_pages
from i18n.translation import ENGLISH
from tests.ui.public.imagined import names, table
from ui.texts.events import Teller
from ui.texts.markup import MESSAGE_LIMIT, size


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.lists(names, min_size=2, max_size=4), st.integers(0, 10_000))
@example(["*" * 32] * 4, 1)
def test_the_pages_of_a_log_tell_all_of_it(people: list[str], seed: int) -> None:
    game = table(people, seed)
    turns, teller = game.turns_since(1), Teller.of(game, ENGLISH)
    told = told_pages(turns, teller)
    lines = [line for page in told for line in page.split("\n") if line]
    assert lines == [line for turn in turns for line in teller.turn(turn).split("\n") if line]
    for number, page in enumerate(told, 1):
        text, _ = log_page(game, number, ENGLISH)
        assert text.endswith(page)
        assert size(text) <= MESSAGE_LIMIT
