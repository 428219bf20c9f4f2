"""A league's season: rounds that overlap, moments at its end, and the season after it."""

from __future__ import annotations

import pytest

from db.leagues.rows import NewLeague
from tabletop.club.ranking import Club as Standings
from tabletop.leagues.draw import schedule
from tabletop.leagues.errors import LeagueError
from tabletop.leagues.moments import moments_of
from tabletop.presets import EVENING as EVENING_PRESET
from tests.tabletop.leagues.playing import HOST, SEED, Club
from tests.tabletop.playing import CHANNEL, GUILD

EVENING = EVENING_PRESET.clock
TWELVE = range(101, 113)


async def opened_early(club: Club, number: int) -> list[int]:
    """The games of the next round that are open already."""
    league = await club.leagues.get(number)
    return [table.game_id or 0 for table in league.tables(league.row.round + 1) if table.game_id]


async def until_early(club: Club, number: int) -> list[int]:
    """Ends games of the round until one of the next opens; those of the next that are open."""
    for game in (await club.games(number))[:-1]:
        await club.finish(game)
        if early := await opened_early(club, number):
            return early
    return []


@pytest.mark.slow
async def test_a_table_of_the_next_round_opens_when_its_people_are_free(club: Club) -> None:
    number = await club.begun(TWELVE, seats=2, rounds=3)
    [early, *_] = await until_early(club, number)
    league = await club.leagues.get(number)
    assert league.row.round == 1
    people = {
        seat.entrant for one in league.seen_tables if one.game_id == early for seat in one.seats
    }
    over = [table for table in league.tables(1) if table.over_at is not None]
    assert people <= {seat.entrant for table in over for seat in table.seats}
    await club.finish(early)
    league = await club.leagues.get(number)
    assert sum(played.gold is not None for played in league.played) == len(over) + 1
    for _ in range(99):
        league = await club.leagues.get(number)
        if league.row.state != "running":
            break
        for table in league.seen_tables:
            if table.state == "running":
                await club.finish(table.game_id or 0)
    assert league.row.state == "finished"
    assert len(league.played) == 18
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
    assert leaver.entrant not in {s.entrant for table in league.tables(3) for s in table.seats}
    assert league.drawn == schedule(12, 2, 3, SEED, {leaver.entrant: 3})


async def test_of_an_evening_each_round_begins_for_all(club: Club) -> None:
    opening = NewLeague(
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=HOST,
        name="Evening",
        seats=2,
        rounds=2,
        clock=str(EVENING),
    )
    number = (await club.leagues.open(opening)).number
    for person in TWELVE:
        await club.leagues.join(number, person, f"P{person}")
    await club.leagues.begin(number)
    await club.league_scheduler.tend(number)
    assert await until_early(club, number) == []


async def test_a_season_has_its_moments_and_one_season_after_it(club: Club) -> None:
    number = await club.begun(range(101, 104), seats=3, rounds=1)
    with pytest.raises(LeagueError):
        await club.leagues.again(number, HOST)
    [game] = await club.games(number)
    table = await club.finish(game)
    league = await club.leagues.get(number)
    result = table.running_game().position.result
    assert result is not None
    standings = Standings(club.tables.store)
    found = moments_of(league, await standings.results(GUILD, [game]))
    assert found.highest is not None
    assert found.highest.amount == max(result.gold)
    first, second, _ = sorted(result.gold, reverse=True)
    assert found.closest is not None
    assert found.closest.amount == first - second
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
