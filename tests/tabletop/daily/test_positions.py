"""Every position of the file is one real decision with one best answer, and hides what it must."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from db.daily.rows import StoredAnswer
from engine.actions import Workers
from engine.edition_files import first_edition
from engine.imagining import Imagination
from engine.view import Phase
from i18n.translation import ENGLISH, words_for
from players.candidates import candidates
from players.daily.choices import choice_of, variants
from players.daily.making import AHEAD, CLEAR, SHARES
from players.daily.puzzle import Puzzle
from players.levels import OPPONENTS
from players.reasons import reason
from tabletop.daily.positions import in_file
from tabletop.daily.rating import beginner, expected
from tabletop.daily.service import Shares, Standing
from ui.daily.channel import daily_post
from ui.daily.desk import daily_desk
from ui.daily.result import result_text
from ui.daily.texts import share_line, shares_text
from ui.texts.fitting import words_in

KNOWN = in_file()
LEVELS = [level.name for level in OPPONENTS]


@pytest.fixture(params=sorted(KNOWN), ids=str)
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return KNOWN[request.param]


def test_a_month_of_days_follow_each_other_and_differ() -> None:
    assert len(KNOWN) >= 30
    assert sorted(KNOWN) == list(range(min(KNOWN), min(KNOWN) + len(KNOWN)))
    assert len({puzzle.record.start.deck for puzzle in KNOWN.values()}) == len(KNOWN)
    kinds = {puzzle.position.phase for puzzle in KNOWN.values()}
    assert kinds == {Phase.MUST, Phase.CASTLE, Phase.CAN}


def test_a_position_is_a_running_game_with_a_legal_answer(puzzle: Puzzle) -> None:
    position = puzzle.position
    assert puzzle.record.start.edition == first_edition()
    assert not position.over
    assert position.is_legal(puzzle.action)
    assert Puzzle.from_json(puzzle.to_json()) == puzzle


def test_there_is_one_answer_and_others_are_behind(puzzle: Puzzle) -> None:
    position = puzzle.position
    assert choice_of(position, puzzle.action) == puzzle.best
    assert puzzle.found_by(puzzle.action)
    assert len(puzzle.margins) == 2
    assert min(puzzle.margins) >= CLEAR > AHEAD
    assert puzzle.behind
    for choice, gold in puzzle.behind:
        action = position.parse(choice)
        assert position.is_legal(action)
        assert choice_of(position, action) == choice != puzzle.best
        assert not puzzle.found_by(action)
        assert gold >= round(min(puzzle.margins), 1) - 0.1
    if isinstance(puzzle.action, Workers):
        assert puzzle.best not in variants(position, puzzle.action)


def test_some_levels_find_it_and_some_do_not(puzzle: Puzzle) -> None:
    assert set(puzzle.found) <= set(LEVELS)
    assert SHARES[0] <= len(puzzle.found) / len(LEVELS) <= SHARES[1]


def test_its_seat_has_a_choice_and_a_reason(puzzle: Puzzle) -> None:
    position = puzzle.position
    observation = position.observe(position.active)
    imagined = Imagination(observation).position(Random(0))
    assert len({choice_of(imagined, action) for action in candidates(imagined, 9)}) > 1
    assert reason(observation, puzzle.action).code


def test_the_seat_sees_its_own_screen_and_no_other(puzzle: Puzzle) -> None:
    desk = daily_desk(puzzle, 30, ENGLISH)
    view = desk.position.view(desk.seat)
    assert view.seat == puzzle.position.active == desk.seat
    assert view.screen is not None
    assert view.screen.hand == tuple(
        sorted(puzzle.position.hands[desk.seat], key=first_edition().card_order.__getitem__)
    )
    assert [seat.user_id for seat in desk.table.row.seats].count(30) == 1
    assert not desk.help.hints


def test_the_public_sees_nothing_hidden(puzzle: Puzzle) -> None:
    twin = puzzle.record.replay()
    for seat in range(twin.start.seats):
        twin.seals[seat] = [count + 3 for count in twin.seals[seat]]
        twin.gold[seat] += 7
        twin.own_stock[seat] += 1
        twin.hands[seat] = twin.hands[seat][::-1]
    assert twin.view() == puzzle.position.view()
    assert twin.view(twin.active) != puzzle.position.view(twin.active)


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_what_came_of_an_answer_is_sixty_words_at_most(puzzle: Puzzle, language: str) -> None:
    desk = daily_desk(puzzle, 30, words_for(language))
    other, others = puzzle.behind[0][0], Shares(15, ((puzzle.best, 8), (puzzle.behind[0][0], 5)))
    for choice in (puzzle.best, other):
        answer = StoredAnswer(puzzle.day, 30, choice, choice == puzzle.best, True, True, 0)
        # An old day's line has the streak of that day, whatever came later.
        days = range(puzzle.day + 3, puzzle.day - 30, -1)
        standing = Standing(tuple(replace(answer, day=day) for day in days), beginner(), 33)
        text = result_text(puzzle, desk, answer, standing, expected(puzzle), others)
        assert words_in(text) <= 60
        assert shares_text(others, puzzle.best, choice, desk.words) in text
        assert share_line(answer, puzzle, 30) in text


def test_only_none_is_no_per_cent_and_only_all_are_a_hundred() -> None:
    shares = Shares(1000, (("most", 996), ("few", 3)))
    assert (shares.of("most"), shares.of("few"), shares.of("one or none")) == (99, 1, None)
    assert Shares(9, (("all", 9),)).of("all") == 100


async def test_a_channel_is_asked_and_told_no_answer() -> None:
    puzzle = next(one for one in KNOWN.values() if one.position.phase is Phase.MUST)
    post = await daily_post(puzzle, "", ENGLISH)
    assert puzzle.best not in post.text
    assert post.silent
    assert post.files[0].description
