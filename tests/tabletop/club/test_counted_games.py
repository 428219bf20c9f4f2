"""Which games count, and for whom."""

from __future__ import annotations

from tabletop.club.counted_games import CountedGame, among_people, with_computers
from tests.tabletop.club.games import (
    ADA,
    BELA,
    CHIARA,
    computer,
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
    game = finished(1, [person(0, ADA, 30, status="away", stood=1), person(1, BELA, 20)])
    [counted] = among_people([game])
    assert ranks(counted) == {ADA: 1, BELA: 2}


def test_a_seat_counts_no_better_than_it_stood_when_a_computer_took_it() -> None:
    held = person(0, ADA, 50, stood=2)
    [counted] = among_people([finished(1, [held, person(1, BELA, 20), person(2, CHIARA, 30)])])
    assert ranks(counted) == {CHIARA: 1, ADA: 2, BELA: 3}
    [counted] = among_people([finished(1, [held, person(1, BELA, 20)])])
    assert ranks(counted) == {BELA: 1, ADA: 2}
    [counted] = among_people([finished(1, [held, person(1, BELA, 60), person(2, CHIARA, 30)])])
    assert ranks(counted) == {BELA: 1, ADA: 2, CHIARA: 3}


def test_who_abandoned_a_game_is_last_and_a_friendly_game_counts_for_nobody() -> None:
    seats = [
        person(0, ADA, 50, status="resigned", gone=True),
        person(1, BELA, 20),
        person(2, CHIARA, 30),
    ]
    [counted] = among_people([finished(1, seats)])
    assert ranks(counted) == {BELA: 2, CHIARA: 1, ADA: 3}
    assert among_people([finished(1, seats, leaving_counts=False)]) == []


def test_who_is_left_alone_has_won() -> None:
    seats = [person(0, ADA, 50, status="resigned", gone=True), person(1, BELA, 20)]
    [counted] = among_people([finished(1, seats)])
    assert ranks(counted) == {BELA: 1, ADA: 2}


def test_who_left_in_the_first_round_has_lost_nothing() -> None:
    seats = [person(0, ADA, 50, status="resigned"), person(1, BELA, 20)]
    assert among_people([finished(1, seats)]) == []


def test_who_left_a_game_with_computers_is_not_counted_there() -> None:
    seats = [person(0, ADA, 50, status="resigned", turns="9"), person(1, BELA, 20), computer(2, 10)]
    [counted] = with_computers([finished(1, seats)])
    assert ranks(counted) == {BELA: 1}
