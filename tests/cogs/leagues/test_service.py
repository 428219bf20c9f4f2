"""A league from its sign-up to its next season: what may be done when, what goes on by itself."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from random import Random

import pytest

from cogs.leagues.draw import schedule
from cogs.leagues.league import WITHOUT_GAME, LeagueError, moments_of
from cogs.leagues.service import MOST_PEOPLE
from db.errors import LimitReachedError
from db.store import Store
from lab.tables import tables_on
from tabletop.errors import TableError
from tabletop.outcome import outcome_of
from tabletop.tables import Tables
from tabletop.time_control import EVENING
from tabletop.turn_time import CLOCK
from tabletop.turns import CARETAKER
from tests.cogs.leagues.playing import HOST, PEOPLE, SEED, Club
from tests.tabletop.handed_over import WAYS, comes_to_play, take_turn
from tests.tabletop.playing import ADA, BELA, CHANNEL, CHIARA, GUILD, Clock


@pytest.fixture
async def club(tables: Tables) -> AsyncIterator[Club]:
    club = Club(tables)
    await club.start()
    yield club
    await club.close()


TWELVE = range(101, 113)


async def refused(code: str, *awaitables: Awaitable[object]) -> None:
    for awaitable in awaitables:
        with pytest.raises(LeagueError) as caught:
            await awaitable
        assert caught.value.code == code


async def test_people_sign_up_and_leave_the_list(club: Club) -> None:
    number, leagues, first = await club.open(PEOPLE[:3]), club.leagues, PEOPLE[0]
    await refused("already-in", leagues.join(number, first, "again"))
    await refused("not-in", leagues.leave(number, HOST))
    league = await leagues.leave(number, first)
    entrants = [(one.entrant, one.user_id) for one in league.row.entrants]
    assert entrants == [(1, PEOPLE[1]), (2, PEOPLE[2])]
    await refused("too-few", leagues.begin(number))
    await club.tables.store.games.set_blocked(GUILD, first, True)
    await refused("blocked", leagues.join(number, first, "again"))
    await club.tables.store.games.set_blocked(GUILD, first, False)
    await refused("not-begun", leagues.close(number))
    league = await leagues.join(number, first, "P11")
    assert [one.name for one in league.row.entrants] == ["P12", "P13", "P11"]
    # Another server's leagues are unknown.
    await refused("unknown-league", leagues.get(number, GUILD + 1), leagues.get(number + 1))
    assert not await leagues.find(GUILD + 1)
    assert [row.league_id for row in await leagues.find(GUILD)] == [number]


async def test_who_does_not_want_to_be_paired_is_not_named(club: Club) -> None:
    number, told = await club.open(PEOPLE[:4]), set[str]()
    for asked in (PEOPLE[:2], PEOPLE[1::-1]):

        async def refuses(*users: int, asked: tuple[int, ...] = tuple(asked)) -> bool:
            return users == asked

        club.tables.refused.add(refuses)
        with pytest.raises(LeagueError) as caught:
            await club.leagues.begin(number)
        told.add(f"{caught.value.code} {caught.value}")
        club.tables.refused.remove(refuses)
    [same] = told
    assert same.startswith("apart")
    await club.leagues.begin(number)


async def test_what_all_do_at_once_is_done_once_and_for_as_many_as_fit(club: Club) -> None:
    number = await club.open(range(1, MOST_PEOPLE - 1))
    late = (club.leagues.join(number, person, "late") for person in range(100, 105))
    came = await asyncio.gather(*late, return_exceptions=True)
    assert sum(isinstance(one, LeagueError) and one.code == "full" for one in came) == 3
    assert len((await club.leagues.get(number)).row.entrants) == MOST_PEOPLE
    number = await club.open()
    begun = (club.leagues.begin(number) for _ in range(2))
    both = await asyncio.gather(*begun, return_exceptions=True)
    assert sum(isinstance(one, LeagueError) for one in both) == 1


async def test_it_begins_with_the_games_of_its_draw(club: Club, tables: Tables) -> None:
    number = await club.begun()
    league, games = await club.leagues.get(number), await club.games(number)
    assert league.drawn == schedule(6, 3, 2, SEED)
    for table in league.tables(1):
        game = await tables.get(table.game_id or 0)
        assert (game.row.state, game.row.host_id) == ("running", None)
        people = [league.entrant(seat.entrant).user_id for seat in table.seats]
        assert [seat.user_id for seat in game.seats] == people
    await refused("begun", club.leagues.join(number, HOST, "late"), club.leagues.begin(number))
    assert sorted(one.game_id for one in await tables.store.timers.next([CLOCK], limit=9)) == games
    await club.rest()
    assert await club.games(number) == games
    # Nobody alone cancels a game that counts for others.
    [first, *_] = (await tables.get(games[0])).seats
    assert (await tables.closing.cancel(games[0], first.user_id or 0)).row.state == "running"


async def test_limits_for_peoples_own_games_do_not_stop_it(store: Store) -> None:
    limits = {"hosted": 1, "seated": 1, "lobbies": 1, "unfinished": 1}
    tables = tables_on(store, Clock(), Random(1), limits=limits)
    club = Club(tables)
    assert len(await club.games(await club.begun())) == 2
    row = (await tables.get(1)).row  # the columns of a new game are among a game's
    with pytest.raises(LimitReachedError):
        await tables.store.games.open(row, limits=limits)


@pytest.mark.slow
async def test_a_league_is_played_to_its_end(club: Club) -> None:
    number = await club.begun(PEOPLE[:5], seats=2, rounds=2)
    gold: list[int] = []
    while games := await club.games(number):
        result = (await club.finish(games[0], len(gold))).running_game().position.result
        assert result is not None
        gold += result.gold
    league = await club.leagues.get(number)
    assert league.row.state == "finished"
    seats = [seat for table in league.row.tables for seat in table.seats]
    assert sorted(gold) == sorted(seat.gold or 0 for seat in seats)
    found = league.standings
    assert sum(one.points for one in found) == 5 * 2 * WITHOUT_GAME
    assert Counter(one.games for one in found) <= Counter({2: 5, 1: 2})
    told = [(shown.row.round, len(shown.played)) for shown in club.shown]
    assert told == [(1, 0), (1, 1), (2, 2), (2, 3), (2, 4)]
    assert club.recovering == [True, True, *[False] * 4]


@pytest.mark.slow
async def test_who_withdraws_leaves_the_games_and_the_draw(club: Club, tables: Tables) -> None:
    number, leaver = await club.begun(rounds=3), PEOPLE[2]
    league = await club.leagues.leave(number, leaver)
    assert league.drawn == schedule(6, 3, 3, SEED, {3: 2})
    await refused("left", club.leagues.leave(number, leaver))
    await club.rest()
    games = [await tables.get(game) for game in await club.games(number)]
    [seat] = [seat for game in games for seat in game.seats if seat.user_id == leaver]
    assert (seat.status, seat.level) == ("resigned", CARETAKER)
    for game in games:
        await club.finish(game.number)
    league = await club.leagues.get(number)
    assert (league.row.round, league.present(2)) == (2, [1, 2, 4, 5, 6])
    last = league.standings[-1]
    assert (last.person, int(last.points), last.left) == (3, 0, True)


async def test_it_ends_when_fewer_than_two_are_left(club: Club) -> None:
    number = await club.begun(PEOPLE[:3], rounds=3)
    for person in PEOPLE[:2]:
        await club.leagues.leave(number, person)
    await club.rest()
    await club.break_off(*await club.games(number))
    league = await club.leagues.get(number)
    assert (league.row.state, league.row.round) == ("finished", 1)
    assert league.standings[0].person == 3


async def test_a_game_without_a_result_is_a_round_without_one(club: Club, tables: Tables) -> None:
    number = await club.begun(rounds=1)
    first, second = await club.games(number)
    await club.break_off(first)
    league = await club.leagues.get(number)
    assert league.row.state == "running"
    assert sorted(one.points for one in league.standings) == [0, 0, 0, 6, 6, 6]
    for seat in (await tables.get(second)).seats[:2]:
        await tables.seats.resign(second, seat.user_id or 0)
    await club.break_off(second)
    league = await club.leagues.get(number)
    assert league.row.state == "finished"
    assert sorted(one.points for one in league.standings) == [0, 0, 6, 6, 6, 6]


async def test_a_closed_or_cancelled_league_opens_nothing_more(club: Club, tables: Tables) -> None:
    closed, cancelled, opened = await club.begun(), await club.begun(), await club.open()
    games, leagues = await club.games(closed), club.leagues
    assert (await leagues.close(closed)).row.state == "finished"
    for number in (cancelled, opened):
        assert (await leagues.cancel(number)).row.state == "cancelled"
    await refused("over", leagues.cancel(closed), leagues.join(opened, HOST, "late"))
    await refused("over", leagues.leave(closed, PEOPLE[0]))
    await club.break_off(games[0])
    assert all(table.over_at is None for table in (await leagues.get(closed)).row.tables)
    assert (await tables.get(games[1])).row.state == "running"


@pytest.mark.parametrize("step", ["begun", "over"])
async def test_what_a_stop_left_undone_is_done_after(club: Club, tables: Tables, step: str) -> None:
    number = await club.open(rounds=1)
    await club.leagues.begin(number)
    if step == "over":
        await club.league_scheduler.tend(number)
        for game in await club.games(number):
            await tables.closing.close(game, GUILD, "a moderator closed it")
    await club.league_scheduler.close()
    later = Club(tables_on(tables.store, tables.now, Random(2)))
    await later.start()
    await later.rest()
    state = (await later.leagues.get(number)).row.state
    expected = ("finished", 0) if step == "over" else ("running", 2)
    assert (state, len(await later.games(number))) == expected
    assert later.recovering[0]
    assert {topic.kind for topic in await tables.store.outbox.unsaid(0)} <= {"game"}
    await later.close()


async def test_a_league_moves_with_games_that_nobody_has_seen(club: Club, tables: Tables) -> None:
    number = await club.begun()
    seen, unseen = await club.games(number)
    await tables.store.games.move(unseen, CHANNEL)
    tables.cache.forget(unseen)
    assert (await tables.get(unseen)).row.shown
    league, moved = await club.leagues.move(number, CHANNEL + 1)
    assert (league.row.channel_id, moved) == (CHANNEL + 1, [])
    other = await club.open()
    await club.leagues.begin(other)
    await club.leagues.advance(other)
    games = await club.games(other)
    league, moved = await club.leagues.move(other, CHANNEL + 1)
    assert moved == games
    channels = [(await tables.get(game)).row.channel_id for game in (games[0], seen)]
    assert channels == [CHANNEL + 1, CHANNEL]


async def test_a_seat_lent_to_a_computer_counts_for_its_owner(club: Club, tables: Tables) -> None:
    number = await club.begun(rounds=1)
    [game, *_] = await club.games(number)
    seat = (await tables.get(game)).seats[0]
    await tables.seats.leave_to_computer(game, seat.user_id or 0, 0, "apprentice")
    with pytest.raises(TableError):
        await tables.seats.resign(game, HOST)
    await club.break_off(game)
    league = await club.leagues.get(number)
    assert not any(seat.resigned for table in league.row.tables for seat in table.seats)


async def test_a_seat_set_back_is_so_in_leagues(club: Club, tables: Tables, clock: Clock) -> None:
    number = await club.begun((ADA, BELA, CHIARA), seats=3, rounds=1)
    [game], (rounds, seed) = await club.games(number), WAYS["handed over"]
    rng = Random(seed)
    while (table := await tables.get(game)).running_game().position.turn <= 3 * rounds:
        await take_turn(tables, clock, game, rng)
    seat = await comes_to_play(tables, clock, table, "handed over")
    while (table := await tables.get(game)).row.state == "running":
        if table.running_game().position.turn == 30:
            await tables.seats.come_back(game, table.seats[seat].user_id or 0)
        await take_turn(tables, clock, game, rng)
    await club.show(game)
    outcome, result = outcome_of(table), table.running_game().position.result
    assert outcome is not None
    assert result is not None
    assert seat in set(result.winners) - set(outcome.winners)
    league = await club.leagues.get(number)
    found = {league.entrant(one.person).user_id: one for one in league.standings}
    for one in table.seats:
        place, row = outcome.places[one.seat], found[one.user_id]
        assert (int(row.points), row.wins) == (18 - 6 * place, int(place == 1))


async def until_early(club: Club, number: int) -> list[int]:
    """Ends games of the round until one of the next opens; those of the next that are open."""
    for game in (await club.games(number))[:-1]:
        await club.finish(game)
        league = await club.leagues.get(number)
        following = league.tables(league.row.round + 1)
        if early := [table.game_id for table in following if table.game_id]:
            return early
    return []


@pytest.mark.slow
async def test_a_table_of_the_next_round_opens_when_its_people_are_free(club: Club) -> None:
    number = await club.begun(TWELVE, seats=2, rounds=3)
    [early, *_] = await until_early(club, number)
    league = await club.leagues.get(number)
    assert league.row.round == 1
    [table] = [one for one in league.seen_tables if one.game_id == early]
    over = [table for table in league.tables(1) if table.over_at is not None]
    free = {seat.entrant for table in over for seat in table.seats}
    assert {seat.entrant for seat in table.seats} <= free
    await club.finish(early)
    league = await club.leagues.get(number)
    assert sum(played.gold is not None for played in league.played) == len(over) + 1
    while league.row.state == "running":
        for table in league.seen_tables:
            if table.state == "running":
                await club.finish(table.game_id or 0)
        league = await club.leagues.get(number)
    assert (league.row.state, len(league.played)) == ("finished", 18)
    assert league.drawn == schedule(12, 2, 3, SEED)


async def test_who_leaves_stays_at_the_tables_of_a_round_that_has_begun(club: Club) -> None:
    number = await club.begun(TWELVE, seats=2, rounds=3)
    [early, *_] = await until_early(club, number)
    league = await club.leagues.get(number)
    busy = next(table for table in league.tables(1) if table.over_at is None)
    leaver = league.entrant(busy.seats[0].entrant)
    await club.leagues.leave(number, leaver.user_id or 0)
    await club.league_scheduler.tend(number)
    league = await club.leagues.get(number)
    assert league.entrant(leaver.entrant).left_round == 3
    assert early in [table.game_id for table in league.tables(2)]
    assert league.drawn == schedule(12, 2, 3, SEED, {leaver.entrant: 3})


async def test_of_an_evening_each_round_begins_for_all(club: Club) -> None:
    number = await club.begun(TWELVE, seats=2, clock=str(EVENING.clock))
    assert await until_early(club, number) == []


async def test_a_season_has_its_moments_and_one_season_after_it(club: Club) -> None:
    number = await club.begun(range(101, 104), rounds=1)
    await refused("not-over", club.leagues.again(number, HOST))
    [game] = await club.games(number)
    result = (await club.finish(game)).running_game().position.result
    assert result is not None
    first, second, _ = sorted(result.gold, reverse=True)
    league = await club.leagues.get(number)
    found = moments_of(league, await club.leagues.games(league))
    assert found.highest is not None
    assert found.closest is not None
    assert (found.highest.amount, found.closest.amount) == (first, first - second)
    assert found.closest.person == found.highest.person
    following, new = await club.leagues.again(number, HOST)
    assert (new, following.row.name, following.row.state) == (True, "Winter 2", "open")
    assert (following.row.seats, following.row.clock) == (league.row.seats, league.row.clock)
    again, new = await club.leagues.again(number, HOST)
    assert (again.number, new) == (following.number, False)
    await club.leagues.cancel(following.number)
    third, new = await club.leagues.again(number, HOST)
    assert (new, third.row.name) == (True, "Winter 3")
    again, new = await club.leagues.again(following.number, HOST)
    assert (again.number, new) == (third.number, False)
