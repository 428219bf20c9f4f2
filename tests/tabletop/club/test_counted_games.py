"""Which games count, and for whom."""

from __future__ import annotations

from tabletop.club.counted_games import CountedGame, among_people, with_computers
from tests.tabletop.club.games import (
    ADA,
    BELA,
    CHIARA,
    computer,
    figures_in,
    finished,
    match,
    person,
)


def ranks(game: CountedGame) -> dict[int | None, int]:
    return {player.person: player.rank for player in game.players}


def test_equal_gold_shares_a_rank() -> None:
    [game] = among_people([match(1, (ADA, 30), (BELA, 40), (CHIARA, 40))])
    assert ranks(game) == {ADA: 3, BELA: 1, CHIARA: 1}


def test_games_come_in_the_order_of_their_ends() -> None:
    games = [match(1, (ADA, 1), (BELA, 2), at=9), match(2, (ADA, 1), (BELA, 2), at=5)]
    assert [game.number for game in among_people(games)] == [2, 1]


def test_a_game_with_a_computer_counts_apart() -> None:
    seats = [person(0, ADA, 30), person(1, BELA, 20), computer(2, 40)]
    game = finished(1, seats)
    assert among_people([game]) == []
    [apart] = with_computers([game])
    assert ranks(apart) == {ADA: 2, BELA: 3}
    assert with_computers([match(2, (ADA, 1), (BELA, 2))]) == []


def test_a_computer_that_stood_in_played_for_the_one_who_was_away() -> None:
    game = finished(1, [person(0, ADA, 30, status="away"), person(1, BELA, 20)])
    [counted] = among_people([game])
    assert ranks(counted) == {ADA: 1, BELA: 2}


def test_who_left_is_not_compared_unless_the_table_says_so() -> None:
    seats = [
        person(0, ADA, 50, status="resigned", turns="9"),
        person(1, BELA, 20),
        person(2, CHIARA, 30),
    ]
    [counted] = among_people([finished(1, seats)])
    assert ranks(counted) == {BELA: 2, CHIARA: 1}
    [counted] = among_people([finished(1, seats, leaving_counts=True)])
    assert ranks(counted) == {BELA: 2, CHIARA: 1, ADA: 3}


def test_who_is_left_alone_has_won_only_where_leaving_counts() -> None:
    seats = [person(0, ADA, 50, status="resigned", turns="9"), person(1, BELA, 20)]
    assert among_people([finished(1, seats)]) == []
    [counted] = among_people([finished(1, seats, leaving_counts=True)])
    assert ranks(counted) == {BELA: 1, ADA: 2}


def test_who_left_in_the_first_round_has_lost_nothing() -> None:
    seats = [person(0, ADA, 50, status="resigned"), person(1, BELA, 20)]
    assert among_people([finished(1, seats, leaving_counts=True)]) == []


def test_no_resignation_raises_ones_own_rating_nor_lowers_anothers() -> None:
    for golds in ((10, 40), (10, 40, 30), (30, 10, 40), (5, 5, 9, 40)):
        places = list(enumerate(golds, start=1))
        stayed = [person(seat, user, gold, turns="9") for seat, (user, gold) in enumerate(places)]
        for loser, gold in places:
            if gold == max(golds):
                continue
            played = finished(1, stayed, leaving_counts=True)
            left = [
                person(seat, user, 60, status="resigned", turns="9") if user == loser else pair
                for seat, (user, pair) in enumerate(zip(dict(places), stayed, strict=True))
            ]
            resigned = finished(1, left, leaving_counts=True)
            before, after = (
                {who: one.course[-1].rating for who, one in figures_in([game]).items()}
                for game in (played, resigned)
            )
            assert after[loser] <= before[loser]
            assert all(after[who] >= before[who] for who in before if who != loser)


def test_who_left_a_game_with_computers_is_not_counted_there() -> None:
    seats = [person(0, ADA, 50, status="resigned", turns="9"), person(1, BELA, 20), computer(2, 10)]
    [counted] = with_computers([finished(1, seats)])
    assert ranks(counted) == {BELA: 1}
