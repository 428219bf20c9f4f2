"""Every public message fits, whatever people are called; what matters most is in it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.packing import unpack
from engine.record import Record
from i18n.translation import ENGLISH
from tabletop.table import Table
from tests.ui.public.imagined import names, shown_before, table
from ui.limits import MESSAGE_LIMIT
from ui.public.posts.final import final_post, page_button
from ui.public.posts.lobby import lobby_begun_post, lobby_post
from ui.public.posts.notices import notice_post, unreadable_post
from ui.public.posts.post import Post, without_file
from ui.public.posts.turn import log_has_more, turn_post
from ui.texts.escaping import plain
from ui.texts.fitting import size
from web.links import LONGEST

people = st.lists(names, min_size=2, max_size=4)
seeds = st.integers(0, 10_000)


def heads(text: str) -> list[int]:
    return [int(turn) for turn in re.findall(r"^Turn ([0-9]+): ", text, re.MULTILINE)]


def assert_fits(post: Post) -> None:
    for one in (post, without_file(post, ENGLISH)):
        assert 0 < size(one.text) <= MESSAGE_LIMIT


def assert_tells(post: Post, turns: Sequence[int]) -> None:
    """All turns, or the latest of them and where the others are."""
    told = heads(post.text)
    assert told == list(turns[len(turns) - len(told) :])
    assert len(told) == len(turns) or log_has_more(ENGLISH) in post.text


def turns_of(table: Table) -> list[int]:
    return [turn.number for turn in table.turns_since(1)]


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(people, seeds, st.integers(1, 40), st.integers(1, 8))
def test_turn_messages_fit_and_say_whose_turn_it_is(
    people: list[str], seed: int, turns: int, news: int
) -> None:
    game = table(people, seed, turns)
    if game.row.state == "finished":
        return
    before = shown_before(game, news)
    post = asyncio.run(turn_post(game, ENGLISH, before))
    assert_fits(post)
    active = game.active
    assert active is not None
    assert re.match(f"<@{active.user_id}>, your (final )?turn in game 123456: ", post.text)
    assert len(re.findall(r"(?<!\\)<@", post.text)) == 1
    told = [turn for turn in turns_of(game) if turn >= (before.turn or 0)]
    assert_tells(post, told)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(people, seeds, st.integers(1, 8))
def test_the_end_fits_and_ranks_everybody(people: list[str], seed: int, news: int) -> None:
    game = table(people, seed)
    before = shown_before(game, news)
    post = asyncio.run(final_post(game, ENGLISH, before))
    assert_fits(post)
    result = game.running_game().position.result
    assert result is not None
    for rank, seat in result.ranking:
        line = f"{rank}. **{plain(people[seat], 32)}**"
        assert any(found.startswith(line) for found in post.text.split("\n"))
    assert_tells(post, [turn for turn in turns_of(game) if turn >= (before.turn or 0)])


@settings(max_examples=15, deadline=None)
@given(people, seeds, st.integers(0, 330))
def test_the_link_to_the_page_fits_a_button(people: list[str], seed: int, wide: int) -> None:
    game = table(people, seed)
    link = page_button(game, ENGLISH, "https://example.org/" + "a" * wide)
    assert link is not None
    assert len(link.url or "") <= LONGEST
    played = game.running_game()
    packed = (link.url or "").partition("/replay/#")[2].split(",")[0]
    assert unpack(packed) == Record.of(played.position, played.actions)
    assert page_button(game, ENGLISH, "https://example.org/" + "a" * 400) is None
    assert page_button(game, ENGLISH, "") is None


@settings(max_examples=50, deadline=None)
@given(people, seeds, st.text(max_size=500))
def test_all_other_messages_fit(people: list[str], seed: int, reason: str) -> None:
    game = table(people, seed, 1)
    object.__setattr__(game.row, "reason", reason)
    assert_fits(lobby_post(game, ENGLISH))
    assert_fits(lobby_begun_post(game, ENGLISH))
    assert_fits(notice_post(game, ENGLISH))
    assert_fits(unreadable_post(game, ["end"], ENGLISH))


def test_why_a_log_cannot_be_read_is_not_said_in_public() -> None:
    game = table(["Ada", "Bela"], 1, 1)
    object.__setattr__(game.row, "reason", "illegal entry build house/red A1")
    assert "house" not in unreadable_post(game, ["build house/red A1"], ENGLISH).text
