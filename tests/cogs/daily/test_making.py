"""Positions of the day: made by chance or a pool alike, each one real decision with one answer."""

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from cogs.daily import service
from cogs.daily.commands import daily_player
from cogs.daily.store import StoredAnswer, positions
from cogs.daily.texts import date_of, result_text, share_line, shares_text
from db.store import Store
from delivery.dispatcher import Dispatcher
from engine.actions import Build, Castle, Draw, Workers
from engine.edition_files import first_edition
from engine.imagining import Imagination
from engine.squares import iter_squares
from engine.view import Phase
from i18n.translation import ENGLISH, words_for
from lab.cogs.daily import main
from players import daily as puzzles
from players.journeyman import candidates
from players.levels import OPPONENTS
from players.player import Budget
from players.reasons import reason
from players.thinking import Kind, Question, ThinkingError, ThinkingPool, processes
from tabletop.tables import Tables
from tests.tabletop.playing import Clock
from ui.texts.markup import words_in

KNOWN = service.in_file()
LATE = max(KNOWN.values(), key=lambda puzzle: len(puzzle.record.actions))
"""The position of which playouts are shortest."""


def of_kind(kind: type) -> puzzles.Puzzle:
    return next(puzzle for puzzle in KNOWN.values() if isinstance(puzzle.action, kind))


def test_the_card_that_is_drawn_is_no_part_of_a_choice() -> None:
    puzzle = of_kind(Build)
    action = puzzle.action
    assert isinstance(action, Build)
    for card in puzzle.position.face_up:
        assert puzzle.found_by(replace(action, draw=card))
    assert puzzle.found_by(replace(action, draw=Draw.STACK))


def test_ring_squares_that_show_the_same_are_one_choice() -> None:
    positions = [puzzle.position for puzzle in KNOWN.values()]
    for position in [one for one in positions if one.phase is Phase.CASTLE]:
        for piece in position.legal_actions():
            assert isinstance(piece, Castle)
            others = [Castle(piece.family, ring) for ring in puzzles.alike(position, piece.ring)]
            assert piece in others
            after = set()
            for other in others:
                assert puzzles.choice_of(position, other) == puzzles.choice_of(position, piece)
                twin = position.copy()
                twin.push(other)
                after.add(tuple(twin.values))
            assert len(after) == 1


def test_workers_that_change_places_without_effect_are_one_choice() -> None:
    puzzle = of_kind(Workers)
    position, action = puzzle.position, puzzle.action
    assert isinstance(action, Workers)
    assert puzzle.found_by(action)
    for choice in puzzles.variants(position, action):
        other = position.parse(choice)
        assert isinstance(other, Workers)
        assert position.is_legal(other)
        assert not puzzle.found_by(other)
        moved = (action.own | action.neutral) ^ (other.own | other.neutral)
        assert len(list(iter_squares(moved))) <= 1


@pytest.mark.parametrize("line", ["", "{}", "[]", '{"day": 1}', '{"day": 1, "behind": []}'])
def test_what_is_no_position_is_refused(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - JSON's own error is one of them
        puzzles.Puzzle.from_json(line)


def test_each_piece_of_work_comes_to_the_same_again() -> None:
    packed, budget = LATE.packed, Budget()
    little = puzzles.Effort(look=20, search=60)
    two = [LATE.best, LATE.behind[0][0]]
    for work in (
        partial(puzzles.asked, packed, "foreman", "1", puzzles.FULL, budget),
        partial(puzzles.search, packed, "1", little, budget),
        partial(puzzles.compare, packed, two, "1", little, budget),
    ):
        assert work() == work()
    assert len(puzzles.compare(packed, two, "1", little, budget)) == 30


@pytest.mark.slow
def test_a_game_is_played_for_its_decisions() -> None:
    effort, budget = puzzles.Effort(look=20), Budget()
    games = (puzzles.scout(f"{seed}", Phase.CAN, 1.0, effort, budget) for seed in range(30))
    found = next(filter(None, games))
    assert puzzles.Puzzle(1, found[0], "end", (), (), ()).position.phase is Phase.CAN


@pytest.mark.nightly
def test_a_position_that_was_found_is_found_again() -> None:
    again = puzzles.done(puzzles.examined(LATE.day, LATE.packed))
    assert again is not None
    assert again.best == LATE.best
    assert set(again.found) <= {level.name for level in OPPONENTS}


T = TypeVar("T")
LAST = max(KNOWN)
DAY = 86_400_000
LITTLE = puzzles.Effort(look=12, search=36)
QUICK = 20_824  # a day whose position is found in half a second by so little thought


class Pool(ThinkingPool):
    """Workers that answer at once, and note what they were asked."""

    def __init__(self) -> None:
        super().__init__(lambda: pytest.fail("no process is needed"), 1)
        self.asked: list[Question] = []
        self.fails = False

    async def ask(
        self, question: Question, budget: Budget, function: Callable[..., T], *arguments: object
    ) -> T:
        if self.fails:
            raise ThinkingError("no worker")
        self.asked.append(question)
        return function(*arguments, budget)


def work(day: int, _budget: Budget) -> int:
    return day


def short(day: int) -> Generator[puzzles.Step, Any, puzzles.Puzzle]:
    assert (yield puzzles.Step(work, (day,))) == day
    first = next(iter(KNOWN.values()))
    return puzzles.Puzzle(day, first.packed, first.best, first.behind, first.margins, first.found)


@pytest.fixture
def daily(tables: Tables, clock: Clock) -> service.Daily:
    clock.now = LAST * DAY
    return service.Daily(tables, Dispatcher(tables.store, clock), service.Positions(tables.store))


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Pool:
    # Where the class has it: another module of that name may have been loaded since.
    monkeypatch.setitem(service.Supply.tend.__globals__, "making", short)
    return Pool()


async def test_what_is_missing_is_made(daily: service.Daily, store: Store, pool: Pool) -> None:
    await service.Supply(daily, pool, 0).tend()  # a host can have none made
    assert pool.asked == []
    pool.fails = True
    with pytest.raises(ThinkingError):
        await service.Supply(daily, pool, 2).tend()
    assert await store.ask(positions) == ()
    pool.fails = False
    await service.Supply(daily, pool, 2).tend()
    assert [question.kind for question in pool.asked] == [Kind.SUPPLY] * 2
    assert [row.day for row in await store.ask(positions)] == [LAST + 1, LAST + 2]
    await service.Supply(daily, pool, 2).tend()
    assert len(pool.asked) == 2
    again = service.Positions(store)
    await again.load()
    assert await again.of(LAST + 2) == await daily.positions.of(LAST + 2)
    # Another process that knew nothing of it finds it where it is kept.
    assert await service.Positions(store).of(LAST + 1) is not None
    assert await service.Positions(store).of(LAST + 3) is None


@pytest.mark.slow
async def test_real_workers_make_what_the_file_lacks_and_the_command_makes_the_same(
    tables: Tables, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert QUICK > LAST
    clock.now = QUICK * DAY
    known = {QUICK + 1: next(iter(KNOWN.values()))}
    daily = service.Daily(tables, Dispatcher(store, clock), service.Positions(store, known))
    for where in ("cogs.daily.service.making", "lab.cogs.daily.making"):
        monkeypatch.setattr(where, partial(puzzles.making, effort=LITTLE))
    workers = ThinkingPool(processes(1), 1, patience=60)
    with closing(workers):
        await service.Supply(daily, workers, 1).tend()
    [row] = await store.ask(positions)
    assert row.day == QUICK
    made = await daily.positions.of(QUICK)
    assert made is not None
    assert made.position.is_legal(made.action)
    file = tmp_path / "positions.jsonl"
    day = date_of(QUICK).isoformat()
    main(["--days", "1", "--first", day, "--file", str(file)])
    assert file.read_text("utf-8") == f"{row.line}\n"


LEVELS = [level.name for level in OPPONENTS]


@pytest.fixture(params=sorted(KNOWN), ids=str)
def puzzle(request: pytest.FixtureRequest) -> puzzles.Puzzle:
    return KNOWN[request.param]


def test_a_month_of_days_follow_each_other_and_differ() -> None:
    assert len(KNOWN) >= 30
    assert sorted(KNOWN) == list(range(min(KNOWN), min(KNOWN) + len(KNOWN)))
    assert len({puzzle.record.start.deck for puzzle in KNOWN.values()}) == len(KNOWN)
    kinds = {puzzle.position.phase for puzzle in KNOWN.values()}
    assert kinds == {Phase.MUST, Phase.CASTLE, Phase.CAN}


def test_a_position_has_one_answer_others_behind_and_a_reason(puzzle: puzzles.Puzzle) -> None:
    position = puzzle.position
    assert puzzle.record.start.edition == first_edition()
    assert not position.over
    assert position.is_legal(puzzle.action)
    assert puzzles.Puzzle.from_json(puzzle.to_json()) == puzzle
    assert puzzles.choice_of(position, puzzle.action) == puzzle.best
    assert puzzle.found_by(puzzle.action)
    assert len(puzzle.margins) == 2
    assert min(puzzle.margins) >= puzzles.CLEAR > puzzles.AHEAD
    assert puzzle.behind
    for choice, gold in puzzle.behind:
        action = position.parse(choice)
        assert position.is_legal(action)
        assert puzzles.choice_of(position, action) == choice != puzzle.best
        assert not puzzle.found_by(action)
        assert gold >= round(min(puzzle.margins), 1) - 0.1
    if isinstance(puzzle.action, Workers):
        assert puzzle.best not in puzzles.variants(position, puzzle.action)
    assert set(puzzle.found) <= set(LEVELS)
    assert puzzles.SHARES[0] <= len(puzzle.found) / len(LEVELS) <= puzzles.SHARES[1]
    observation = position.observe(position.active)
    imagined = Imagination(observation).position(Random(0))
    assert len({puzzles.choice_of(imagined, action) for action in candidates(imagined, 9)}) > 1
    assert reason(observation, puzzle.action).code


def test_the_seat_sees_its_own_screen_and_no_other(puzzle: puzzles.Puzzle) -> None:
    player = daily_player(puzzle, 30, ENGLISH)
    view = player.position.view(player.seat)
    assert view.seat == puzzle.position.active == player.seat
    assert view.screen is not None
    hand = sorted(puzzle.position.hands[player.seat], key=first_edition().card_order.__getitem__)
    assert view.screen.hand == tuple(hand)
    assert [seat.user_id for seat in player.table.row.seats].count(30) == 1
    assert not player.help.hints


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_what_came_of_an_answer_is_sixty_words(puzzle: puzzles.Puzzle, language: str) -> None:
    player = daily_player(puzzle, 30, words_for(language))
    other = puzzle.behind[0][0]
    others = service.Shares(15, ((puzzle.best, 8), (other, 5)))
    for choice in (puzzle.best, other):
        answer = StoredAnswer(puzzle.day, 30, choice, choice == puzzle.best, True, True, 0)
        # An old day's line has the streak of that day, whatever came later.
        days = range(puzzle.day + 3, puzzle.day - 30, -1)
        answers = tuple(replace(answer, day=day) for day in days)
        standing = service.Standing(answers, service.beginner(), 33)
        text = result_text(puzzle, player, answer, standing, service.expected(puzzle), others)
        assert words_in(text) <= 60
        assert shares_text(others, puzzle.best, choice, player.words) in text
        assert share_line(answer, puzzle, 30) in text


def test_only_none_is_no_per_cent_and_only_all_are_a_hundred() -> None:
    shares = service.Shares(1000, (("most", 996), ("few", 3)))
    assert (shares.of("most"), shares.of("few"), shares.of("one or none")) == (99, 1, None)
    assert service.Shares(9, (("all", 9),)).of("all") == 100
