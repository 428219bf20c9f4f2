"""What a game came to, and how a person's games add up to figures, a rating and a strength."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cogs.club.picture import describe_course, draw_course
from cogs.club.results import FEATS, feats_of, results_of
from cogs.club.rules import against_computers, among_people
from cogs.club.standings import (
    LAST_MEETINGS,
    LAST_TURNS,
    Figures,
    Meeting,
    Standing,
    add_game,
    figures_of,
    likely_place,
)
from cogs.club.store import FinishedGame
from db.games.rows import StoredGame, StoredResult, StoredSeat
from db.store import Store
from engine.actions import Banner, Build, End
from engine.game import Game, played_turns
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.record import Record
from engine.story import story_of
from players.levels import OPPONENTS
from render import Size, Theme
from tabletop.rating import UNKNOWN, Strength, model
from tests.cogs.club.games import computer, figures_in, finished, match, person, standings_in
from tests.db.real_games import played, stored
from tests.db.samples import GUILD
from tests.engine.scenes import EDITION
from tests.tabletop.playing import ADA, BELA, CHIARA, DENIZ


def figures(games: list[FinishedGame]) -> Figures:
    return figures_in(games)[ADA]


FARM = "farm mill"
LOSER = person(1, BELA, 1, sale=99, turns="7", buildings="tavern tavern tavern")
GOLD = (40, 40, 10, 30, 40, 40, 10)  # a shared victory is one


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        (
            [match(number, (ADA, mine), (BELA, 30)) for number, mine in enumerate(GOLD, start=1)],
            {"games": 7, "wins": 5, "series": 3, "gold": 40},
        ),
        (
            [match(number, (BELA, mine), (ADA, 30)) for number, mine in enumerate(GOLD, start=1)],
            {"games": 7, "wins": 3, "series": 2, "gold": 30},
        ),
        (
            [
                finished(1, [person(0, ADA, 9, sale=12, turns="10 30", buildings=FARM), LOSER]),
                finished(2, [person(0, ADA, 9, sale=7, turns="20 500", buildings=FARM), LOSER]),
            ],
            {"turn": 25, "favourite": ("farm", 2), "sale": 12},
        ),
        (  # games against computers are counted apart
            [
                finished(1, [person(0, ADA, 5, sale=3, turns="5", buildings=FARM), computer(1, 2)]),
                match(2, (ADA, 1), (BELA, 2)),
            ],
            {"others": 1, "other_wins": 1, "games": 1, "wins": 0, "sale": None, "turn": None},
        ),
    ],
)
def test_games_add_up(games: list[FinishedGame], expected: dict[str, object]) -> None:
    found = figures(games)
    assert {name: getattr(found, name) for name in expected} == expected


def test_a_rating_is_provisional_before_five_games() -> None:
    games = [match(number, (ADA, 40), (BELA, 30)) for number in range(1, 6)]
    early, found = figures(games[:4]), figures(games)
    assert (early.rating is None, early.provisional) == (False, True)
    assert (found.provisional, [one.rating for one in found.course][4:]) == (False, [found.rating])


def test_a_standing_is_kept_and_goes_on_where_it_was() -> None:
    seats = [person(0, ADA, 50, sale=3, turns="5 9"), computer(1, 20)]
    games = [match(number, (ADA, 40 + number), (BELA, 43)) for number in range(1, 8)]
    games.insert(3, finished(30, seats, at=3_500))
    for kept in range(len(games) + 1):
        before = standings_in(games[:kept])
        rows = [standing.stored(7) for standing in before.values()]
        again = {row.user_id: Standing.of(row) for row in rows}
        assert again == before
        for game in games[kept:]:
            add_game(game, again)
        assert again == standings_in(games)
        shown = [replace(one.figures(), course=()) for one in before.values()]
        assert shown == [figures_of(row) for row in rows]


def test_of_many_games_the_last_turns_count_and_the_middle_gold() -> None:
    games = [
        finished(number, [person(0, ADA, 9, turns=turns * 50), LOSER])
        for number, turns in enumerate(["1000 "] * 8 + ["10 "] * 4, start=1)
    ]
    assert LAST_TURNS == 200
    assert (figures(games).turn, figures(games[:10]).turn) == (10, 505)
    for golds in ([7], [1, 9], [5, 1, 9], [4, 4, 4, 9], [1, 1, 8, 9]):
        games = [match(number, (ADA, gold), (BELA, 3)) for number, gold in enumerate(golds)]
        assert figures(games).gold == median(golds)


PEOPLE = (ADA, BELA, CHIARA, DENIZ, None)


def last(games: list[FinishedGame]) -> dict[int, int]:
    return {person: one.course[-1].rating for person, one in figures_in(games).items()}


def test_ratings_begin_as_the_model_do_not_fade_and_know_nobody_forgotten() -> None:
    assert Strength(model().rating().mu, model().rating().sigma) == UNKNOWN
    assert figures_in([]) == {}
    games = [match(number, (ADA, 40), (BELA, 30)) for number in (1, 2)]
    assert last(games) == last([games[0], match(2, (ADA, 40), (BELA, 30), at=10**13)])
    games = [match(number, (ADA, 40), (None, 30)) for number in (1, 2)]
    unknown = [match(number, (ADA, 40), (100 + number, 30)) for number in (1, 2)]
    assert last(games) == {ADA: last(unknown)[ADA]}


def test_a_course_has_a_point_for_each_game_of_the_person() -> None:
    found = figures_in([match(1, (ADA, 40), (BELA, 30)), match(2, (BELA, 1), (CHIARA, 2))])
    assert {who: [point.at for point in one.course] for who, one in found.items()} == {
        ADA: [1_000],
        BELA: [1_000, 2_000],
        CHIARA: [2_000],
    }


@given(st.integers(0, 2**32))
def test_the_order_of_numbers_people_and_seats_does_not_matter(seed: int) -> None:
    rng, games = Random(seed), list[FinishedGame]()
    for number in range(1, rng.randint(2, 12)):  # with ties, and people who are forgotten
        people = rng.sample(PEOPLE, rng.randint(2, 4))
        games.append(match(number, *((person, rng.randint(0, 9)) for person in people)))
    numbers = rng.sample(range(1, 1_000), len(games))
    renamed = dict(zip(PEOPLE, [*rng.sample(range(50, 500), 4), None], strict=True))
    others = []
    for number, game in zip(numbers, games, strict=True):
        places = [(renamed[seat.user_id], result.gold) for seat, result in game.seats]
        rng.shuffle(places)
        others.append(match(number, *places, at=game.ended_at))
    rng.shuffle(others)
    before, after = last(games), last(others)
    assert {renamed[who] for who in before} == set(after)
    for who, rating in before.items():
        assert abs(after[renamed[who] or 0] - rating) <= 1  # sums in another order


PLACES = range(len(OPPONENTS))
NAMES = [level.name for level in OPPONENTS]


def against(level: str, mine: int, theirs: int, number: int = 1) -> FinishedGame:
    return finished(number, [person(0, ADA, mine), computer(1, theirs, level)])


def level(*games: FinishedGame) -> str:
    found = figures_in(games)[ADA].level
    assert found is not None
    return found


def test_one_begins_low_and_climbs_by_winning() -> None:
    assert level(match(1, (ADA, 30), (BELA, 20))) == "apprentice"
    assert level(against("pupil", 10, 20)) == "pupil"
    assert level(against("pupil", 20, 10)) == "apprentice"
    climbed = [likely_place([Meeting(at, 1.0) for at in PLACES[:beaten]]) for beaten in PLACES]
    assert climbed == sorted(climbed)
    assert likely_place([Meeting(PLACES[-1], 1.0)] * LAST_MEETINGS) == PLACES[-1]
    assert likely_place([Meeting(0, 0.0)] * LAST_MEETINGS) == 0


@pytest.mark.parametrize("place", PLACES[1:-1])
def test_who_wins_three_of_four_below_and_one_of_four_above_stands_between(place: int) -> None:
    below = [Meeting(place - 1, float(game % 4 > 0)) for game in range(LAST_MEETINGS // 2)]
    above = [Meeting(place + 1, float(game % 4 == 0)) for game in range(LAST_MEETINGS // 2)]
    assert abs(likely_place(below + above) - place) <= 1
    assert likely_place([Meeting(place, 0.5)] * LAST_MEETINGS) == place


def test_only_the_last_games_count_and_only_those_played_to_the_end() -> None:
    lost = [against("master", 10, 20, number) for number in range(1, 40)]
    won = [against("mason", 20, 10, number) for number in range(40, 40 + LAST_MEETINGS)]
    assert NAMES.index(level(*lost, *won)) >= NAMES.index("mason")
    assert NAMES.index(level(*won, *lost)) < NAMES.index("master")
    assert level(*won) == level(*lost, *won)
    left = finished(1, [person(0, ADA, 1, status="resigned"), computer(1, 30, "pupil")])
    assert figures_in([left])[ADA].level is None


def test_of_several_computers_each_is_met_that_is_still_offered() -> None:
    seats = [person(0, ADA, 20), computer(1, 10, "foreman"), computer(2, 30, "master")]
    one = likely_place([Meeting(NAMES.index("foreman"), 1.0), Meeting(NAMES.index("master"), 0.0)])
    assert level(finished(1, seats)) == NAMES[one]
    assert level(against("grand-master", 99, 1)) == level(match(1, (ADA, 1), (BELA, 2)))


DAY = 86_400_000
COURSES = {
    "one game": [(0, 1000)],
    "all at once": [(DAY, 950), (DAY, 1020)],
    "a year": [(day * DAY, 1000 + day % 90) for day in range(365)],
    "far up": [(0, -900), (DAY, 4000)],
}


@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
@pytest.mark.parametrize("theme", list(Theme))
def test_any_course_fits(course: list[tuple[int, int]], theme: Theme) -> None:
    picture = draw_course(course, name="W" * 200, theme=theme)
    assert Image.open(io.BytesIO(picture)).width == Size.NORMAL.value[0]
    assert len(picture) <= 100_000


def test_a_course_is_told_in_words_and_refused_in_another_order() -> None:
    course = [(0, 1000), (DAY, 1100), (2 * DAY, 990), (3 * DAY, 1050)]
    assert describe_course(course, name="Ada") == (
        "Ada's rating over time: 1000 on 1 Jan 1970, 1050 on 4 Jan 1970. Highest 1100, lowest 990."
    )
    for wrong in ([], course[::-1]):
        with pytest.raises(ValueError, match="order of their ends"):
            draw_course(wrong, name="Ada")


async def kept(store: Store, game: Game) -> StoredGame:
    found = await store.games.load(await stored(store, game, GUILD))
    assert found is not None
    return found


@pytest.mark.parametrize(("seed", "people"), [(1, 2), (2, 3), (3, 4)])
async def test_gold_sales_and_buildings_are_the_games(store: Store, seed: int, people: int) -> None:
    game = played(seed, people=people)
    results = results_of(await kept(store, game))
    assert game.position.result is not None
    assert tuple(result.gold for result in results) == game.position.result.gold
    sales = [max(sold, default=0) for sold in story_of(game).sales]
    assert [result.sale for result in results] == sales
    position, built = Position(game.start), [list[str]() for _ in results]
    for action in game.actions:
        if isinstance(action, Build):
            built[position.active].append(action.card.form)
        position.push(action)
    assert [result.buildings.split() for result in results] == [sorted(forms) for forms in built]
    assert any(isinstance(action, Banner) for action in game.actions)


async def test_a_turn_takes_from_the_end_of_the_one_before_to_its_own(store: Store) -> None:
    game = await kept(store, played(1))
    ends = [entry for entry in game.log if entry.entry == str(End())]
    log, at = [], game.begun_at or 0
    for entry in game.log:
        at += 100 if entry is ends[0] else 7 if entry.entry == str(End()) else 0
        log.append(replace(entry, at=at))
    first, second = results_of(replace(game, log=tuple(log)))
    assert first.turns.split() == ["100", *["7"] * (len(first.turns.split()) - 1)]
    assert set(second.turns.split()) == {"7"}
    assert len(first.turns.split()) + len(second.turns.split()) == len(ends)
    assert results_of(await kept(store, played(1, 20))) == (), "a game that is not over"
    # What a computer played takes nobody's time, and only what is of the end is the person's.
    by_computer = tuple(replace(entry, author=None) for entry in game.log)
    results = results_of(replace(game, log=by_computer))
    assert {result.turns for result in results} == {""}
    assert "three-at-once" in results_of(game)[0].feats.split()
    assert "three-at-once" not in results[0].feats.split()


HELD = person(0, ADA, 50, stood=2)  # a seat counts no better than it stood when a computer took it
LEFT = person(0, ADA, 50, status="resigned", turns="9")


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (
            [person(0, ADA, 30), person(1, BELA, 40), person(2, CHIARA, 40)],
            {BELA: 1, CHIARA: 1, ADA: 3},
        ),
        ([HELD, person(1, BELA, 20), person(2, CHIARA, 30)], {CHIARA: 1, ADA: 2, BELA: 3}),
        ([HELD, person(1, BELA, 20)], {BELA: 1, ADA: 2}),
        ([HELD, person(1, BELA, 60), person(2, CHIARA, 30)], {BELA: 1, ADA: 2, CHIARA: 3}),
        ([person(0, ADA, 30), person(1, BELA, 20), computer(2, 40)], {ADA: 2, BELA: 3}),
        ([LEFT, person(1, BELA, 20), computer(2, 10)], {BELA: 1}),
    ],
)
def test_gold_ranks_people_and_a_game_with_a_computer_counts_apart(
    seats: list[tuple[StoredSeat, StoredResult]], expected: dict[int, int]
) -> None:
    counted = [among_people, against_computers]
    if any(seat.is_computer for seat, _ in seats):
        counted.reverse()
    found, none = (count(finished(1, seats)) for count in counted)
    assert ({seat.person: seat.rank for seat in found}, none) == (expected, [])


GAMES = (Path(__file__).parent / "feats.jsonl").read_text().splitlines()
WHAT = (
    ("five-at-five at-six", "", "five-at-five great-sale rich-turn raised-two", ""),
    ("three-at-once raised-two by-forty gold-120", ""),
    ("", "", "", "five-at-five paid-three by-one fewest-buildings"),
    ("five-at-five all-families raised-two comeback gold-120", "five-at-five"),
    ("always-ahead fewest-buildings", ""),
)


def replayed(line: str, actions: int | None = None) -> Game:
    record = Record.from_json(line)
    game = Game(record.start)
    for action in record.actions[:actions]:
        game.apply(action)
    return game


def feats(game: Game, whole: Sequence[int] = range(4)) -> tuple[str, ...]:
    turns = {turn.number for turn in played_turns(game.start, game.actions)}
    return feats_of(game, turns, whole[: game.start.seats])


@pytest.mark.parametrize(("line", "what"), list(zip(GAMES, WHAT, strict=True)))
def test_each_seat_has_its_own_feats(line: str, what: tuple[str, ...]) -> None:
    assert feats(replayed(line)) == what


def test_every_feat_has_a_game_here_and_one_is_won_without_a_banner() -> None:
    shown = {feat for seats in WHAT for feats in seats for feat in feats.split()}
    assert {*shown, "no-banner"} == set(FEATS)
    assert len(FEATS) <= 20
    rng = Random(4)
    game = Game(random_start(EDITION, "first-game", 3, rng))
    while not game.position.over:
        action = random_action(game.position, rng)
        if not isinstance(action, Banner):
            game.apply(action)
    assert game.position.result is not None
    [winner] = game.position.result.winners
    assert "no-banner" in feats(game)[winner].split()


def test_turns_of_computers_and_games_that_go_on_have_less() -> None:
    game = replayed(GAMES[3])
    assert feats_of(game, (), range(2)) == ("comeback gold-120", "")
    own = "five-at-five all-families raised-two"
    assert feats(game, [1]) == (own, "five-at-five")  # whose person left
    assert feats(replayed(GAMES[3], -1))[0] == own
