"""What a game came to, and how a person's games add up to figures, a rating and a strength."""

from __future__ import annotations

import io
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
from cogs.club.rules import CountedSeat, against_computers, among_people
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
from db.games.rows import StoredEntry, StoredGame
from db.store import Store
from engine.actions import Banner, Build, End
from engine.game import Game, played_turns
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.record import Record
from engine.story import story_of
from players.levels import OPPONENTS
from render import Size, Theme
from tabletop.rating import START, UNKNOWN, Strength, model
from tests.cogs.club.games import (
    ADA,
    BELA,
    CHIARA,
    DENIZ,
    computer,
    figures_in,
    finished,
    match,
    person,
    standings_in,
)
from tests.db.real_games import played, stored
from tests.db.samples import GUILD
from tests.engine.scenes import EDITION


def figures(games: list[FinishedGame], who: int = ADA) -> Figures:
    return figures_in(games)[who]


def test_who_has_not_played_has_no_figures() -> None:
    assert set(figures_in([match(1, (BELA, 1), (CHIARA, 2))])) == {BELA, CHIARA}
    found = Figures(person=ADA)
    assert (found.games, found.wins, found.series, found.others) == (0, 0, 0, 0)
    assert (found.gold, found.turn, found.favourite, found.sale, found.rating) == (None,) * 5


def test_games_wins_and_the_longest_series() -> None:
    gold = [40, 40, 10, 30, 40, 40, 10]  # a shared victory is one
    games = [match(number, (ADA, mine), (BELA, 30)) for number, mine in enumerate(gold, start=1)]
    found = figures(games)
    assert (found.games, found.wins, found.series) == (7, 5, 3)
    assert found.gold == 40
    assert figures(games, BELA).series == 2


def test_what_somebody_builds_sells_and_takes() -> None:
    games = [
        finished(1, [person(0, ADA, 9, sale=12, turns="10 30", buildings="farm mill"), LOSER]),
        finished(2, [person(0, ADA, 9, sale=7, turns="20 500", buildings="farm mill"), LOSER]),
    ]
    found = figures(games)
    assert found.turn == 25
    assert found.favourite == ("farm", 2)
    assert found.sale == 12


LOSER = person(1, BELA, 1, sale=99, turns="7", buildings="tavern tavern tavern")


def test_games_against_computers_are_counted_apart() -> None:
    seats = [person(0, ADA, 50, sale=30, turns="5", buildings="farm"), computer(1, 20)]
    found = figures([finished(1, seats), match(2, (ADA, 1), (BELA, 2))])
    assert (found.others, found.other_wins) == (1, 1)
    assert (found.games, found.wins, found.sale, found.turn) == (1, 0, None, None)


def test_a_rating_is_provisional_before_five_games() -> None:
    games = [match(number, (ADA, 40), (BELA, 30)) for number in range(1, 6)]
    assert figures(games[:4]).rating is not None
    assert figures(games[:4]).provisional
    found = figures(games)
    assert not found.provisional
    assert found.rating == found.course[-1].rating
    assert len(found.course) == 5


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
        assert [replace(one.figures(), course=()) for one in before.values()] == [
            figures_of(row) for row in rows
        ]


def test_of_many_games_the_last_turns_count_and_the_middle_gold() -> None:
    slow = [match_with_turns(number, "1000 " * 50) for number in range(1, 9)]
    quick = [match_with_turns(number, "10 " * 50) for number in range(9, 13)]
    assert LAST_TURNS == 200
    assert figures([*slow, *quick]).turn == 10
    assert figures([*slow, *quick[:2]]).turn == 505
    for golds in ([7], [1, 9], [5, 1, 9], [4, 4, 4, 9], [1, 1, 8, 9]):
        games = [match(number, (ADA, gold), (BELA, 3)) for number, gold in enumerate(golds)]
        assert figures(games).gold == median(golds)


def match_with_turns(number: int, turns: str) -> FinishedGame:
    return finished(number, [person(0, ADA, 9, turns=turns), LOSER])


PEOPLE = (ADA, BELA, CHIARA, DENIZ, None)


def some_games(rng: Random) -> list[FinishedGame]:
    """Games of two to four people each, some of them forgotten, with ties."""
    games = []
    for number in range(1, rng.randint(2, 12)):
        people = rng.sample(PEOPLE, rng.randint(2, 4))
        games.append(match(number, *((person, rng.randint(0, 9)) for person in people)))
    return games


def last(games: list[FinishedGame]) -> dict[int, int]:
    """Everybody's rating after all games."""
    return {person: one.course[-1].rating for person, one in figures_in(games).items()}


def test_a_person_without_games_is_as_the_model_begins() -> None:
    assert Strength(model().rating().mu, model().rating().sigma) == UNKNOWN


def test_nobody_has_played() -> None:
    assert figures_in([]) == {}


def test_winners_rise_and_losers_fall() -> None:
    games = [match(number, (ADA, 40), (BELA, 30), (CHIARA, 20)) for number in range(1, 8)]
    ratings = last(games)
    assert ratings[ADA] > ratings[BELA] > ratings[CHIARA]
    assert ratings[ADA] > START


def test_a_tie_among_equals_leaves_them_equal() -> None:
    ratings = last([match(1, (ADA, 40), (BELA, 40), (CHIARA, 10))])
    assert ratings[ADA] == ratings[BELA] > ratings[CHIARA]


def test_nothing_fades_with_time() -> None:
    games = [match(1, (ADA, 40), (BELA, 30), at=1), match(2, (ADA, 40), (BELA, 30), at=2)]
    later = [games[0], match(2, (ADA, 40), (BELA, 30), at=10**13)]
    assert last(games) == last(later)


def test_somebody_forgotten_is_somebody_unknown_in_each_game() -> None:
    games = [match(number, (ADA, 40), (None, 30)) for number in (1, 2)]
    unknown = [match(number, (ADA, 40), (100 + number, 30)) for number in (1, 2)]
    assert last(games) == {ADA: last(unknown)[ADA]}


def test_a_course_has_a_point_for_each_game_of_the_person() -> None:
    games = [match(1, (ADA, 40), (BELA, 30)), match(2, (BELA, 1), (CHIARA, 2))]
    found = figures_in(games)
    assert [point.at for point in found[ADA].course] == [1_000]
    assert [point.at for point in found[BELA].course] == [1_000, 2_000]


@given(st.integers(0, 2**32))
def test_the_order_of_numbers_people_and_seats_does_not_matter(seed: int) -> None:
    rng = Random(seed)
    games = some_games(rng)
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
    climbed = [
        likely_place([Meeting(place, 1.0) for place in PLACES[:beaten]]) for beaten in PLACES
    ]
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


def test_of_several_computers_each_is_met() -> None:
    seats = [person(0, ADA, 20), computer(1, 10, "foreman"), computer(2, 30, "master")]
    met = {"foreman": 1.0, "master": 0.0}
    one = likely_place([Meeting(NAMES.index(name), won) for name, won in met.items()])
    assert level(finished(1, seats)) == NAMES[one]


def test_a_level_that_is_no_longer_offered_says_nothing() -> None:
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


def test_other_games_make_another_picture() -> None:
    course = [(0, 1000), (DAY, 1100), (2 * DAY, 1050)]
    others = [[*course[:2], (2 * DAY, 1060)], [course[0], (DAY // 2, 1100), course[2]], course[:2]]
    shown = {draw_course(one, name="Ada") for one in (course, *others)}
    assert len(shown) == 4


@pytest.mark.parametrize("course", [[], [(2, 1000), (1, 1000)]])
def test_what_is_no_course_is_refused(course: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="order of their ends"):
        draw_course(course, name="Ada")


def test_it_is_told_in_words() -> None:
    course = [(0, 1000), (DAY, 1100), (2 * DAY, 990), (3 * DAY, 1050)]
    assert describe_course(course, name="Ada") == (
        "Ada's rating over time: 1000 on 1 Jan 1970, 1050 on 4 Jan 1970; highest 1100, lowest 990."
    )


async def a_game(store: Store, seed: int, people: int = 2) -> StoredGame:
    """A finished game as it is stored."""
    number = await stored(store, played(seed, people=people), GUILD)
    found = await store.games.load(number)
    assert found is not None
    return found


@pytest.mark.parametrize(("seed", "people"), [(1, 2), (2, 3), (3, 4)])
async def test_gold_sales_and_buildings_are_those_of_the_game(
    store: Store, seed: int, people: int
) -> None:
    game = played(seed, people=people)
    results = results_of(await a_game(store, seed, people))
    assert game.position.result is not None
    assert tuple(result.gold for result in results) == game.position.result.gold
    sales = story_of(game).sales
    assert [result.sale for result in results] == [max(sold, default=0) for sold in sales]
    position, built = Position(game.start), [list[str]() for _ in results]
    for action in game.actions:
        if isinstance(action, Build):
            built[position.active].append(action.card.form)
        position.push(action)
    assert [result.buildings.split() for result in results] == [sorted(forms) for forms in built]
    assert any(isinstance(action, Banner) for action in game.actions)


async def test_a_turn_takes_from_the_end_of_the_one_before_to_its_own(store: Store) -> None:
    game = await a_game(store, 1)
    ends = [entry for entry in game.log if entry.entry == str(End())]
    log, at = [], game.begun_at or 0
    for entry in game.log:
        at += 100 if entry is ends[0] else 7 if entry.entry == str(End()) else 0
        log.append(replace(entry, at=at))
    first, second = results_of(replace(game, log=tuple(log)))
    assert first.turns.split() == ["100", *["7"] * (len(first.turns.split()) - 1)]
    assert set(second.turns.split()) == {"7"}
    assert len(first.turns.split()) + len(second.turns.split()) == len(ends)


async def test_what_a_computer_played_takes_nobodys_time(store: Store) -> None:
    game = await a_game(store, 1)
    log = tuple(StoredEntry(entry.entry, None, entry.at) for entry in game.log)
    results = results_of(replace(game, log=log))
    assert {result.turns for result in results} == {""}
    # What is left is of the end: the turns were no doing of the person's.
    assert "three-at-once" in results_of(game)[0].feats.split()
    assert "three-at-once" not in results[0].feats.split()


async def test_a_game_that_is_not_over_has_come_to_nothing(store: Store) -> None:
    number = await stored(store, played(1, 20), GUILD)
    found = await store.games.load(number)
    assert found is not None
    assert results_of(found) == ()


def ranks(people: list[CountedSeat]) -> dict[int | None, int]:
    return {seat.person: seat.rank for seat in people}


def test_equal_gold_shares_a_rank() -> None:
    game = match(1, (ADA, 30), (BELA, 40), (CHIARA, 40))
    assert ranks(among_people(game)) == {ADA: 3, BELA: 1, CHIARA: 1}


def test_a_game_with_a_computer_counts_apart() -> None:
    seats = [person(0, ADA, 30), person(1, BELA, 20), computer(2, 40)]
    game = finished(1, seats)
    assert among_people(game) == []
    assert ranks(against_computers(game)) == {ADA: 2, BELA: 3}
    assert against_computers(match(2, (ADA, 1), (BELA, 2))) == []


def test_a_seat_counts_no_better_than_it_stood_when_a_computer_took_it() -> None:
    held = person(0, ADA, 50, stood=2)
    counted = among_people(finished(1, [held, person(1, BELA, 20), person(2, CHIARA, 30)]))
    assert ranks(counted) == {CHIARA: 1, ADA: 2, BELA: 3}
    counted = among_people(finished(1, [held, person(1, BELA, 20)]))
    assert ranks(counted) == {BELA: 1, ADA: 2}
    counted = among_people(finished(1, [held, person(1, BELA, 60), person(2, CHIARA, 30)]))
    assert ranks(counted) == {BELA: 1, ADA: 2, CHIARA: 3}


def test_who_left_a_game_with_computers_is_not_counted_there() -> None:
    seats = [person(0, ADA, 50, status="resigned", turns="9"), person(1, BELA, 20), computer(2, 10)]
    counted = against_computers(finished(1, seats))
    assert ranks(counted) == {BELA: 1}


GAMES = (Path(__file__).parent / "feats.jsonl").read_text().splitlines()
WHAT = (
    ("five-at-five at-six", "", "five-at-five great-sale rich-turn raised-two", ""),
    ("three-at-once raised-two by-forty gold-120", ""),
    ("", "", "", "five-at-five paid-three by-one fewest-buildings"),
    ("five-at-five all-families raised-two comeback gold-120", "five-at-five"),
    ("always-ahead fewest-buildings", ""),
)


def replayed(line: str) -> Game:
    record = Record.from_json(line)
    game = Game(record.start)
    for action in record.actions:
        game.apply(action)
    return game


def everything(game: Game) -> tuple[str, ...]:
    turns = {turn.number for turn in played_turns(game.start, game.actions)}
    return feats_of(game, turns, range(game.start.seats))


@pytest.mark.parametrize(("line", "what"), list(zip(GAMES, WHAT, strict=True)))
def test_each_seat_has_its_own_feats(line: str, what: tuple[str, ...]) -> None:
    assert everything(replayed(line)) == what


def test_a_game_is_won_without_a_banner() -> None:
    rng = Random(4)
    game = Game(random_start(EDITION, "first-game", 3, rng))
    while not game.position.over:
        action = random_action(game.position, rng)
        if not isinstance(action, Banner):
            game.apply(action)
    result = game.position.result
    assert result is not None
    [winner] = result.winners
    assert "no-banner" in everything(game)[winner].split()


def test_every_feat_has_a_game_here() -> None:
    shown = {feat for seats in WHAT for feats in seats for feat in feats.split()}
    assert {*shown, "no-banner"} == set(FEATS)
    assert len(FEATS) <= 20


def test_turns_that_a_computer_took_and_seats_of_those_who_left_have_none() -> None:
    game = replayed(GAMES[3])
    turns = {turn.number for turn in played_turns(game.start, game.actions)}
    assert feats_of(game, (), range(2)) == ("comeback gold-120", "")
    assert feats_of(game, turns, [1]) == ("five-at-five all-families raised-two", "five-at-five")


def test_a_game_that_is_not_over_has_no_feats_of_its_end() -> None:
    record = Record.from_json(GAMES[3])
    game = Game(record.start)
    for action in record.actions[:-1]:
        game.apply(action)
    turns = {turn.number for turn in played_turns(game.start, game.actions)}
    assert feats_of(game, turns, range(2))[0] == "five-at-five all-families raised-two"
