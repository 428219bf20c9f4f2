"""Leagues in the store: they come back as they went in, and go with their people and servers."""

from __future__ import annotations

from dataclasses import asdict, fields, replace

import pytest

from cogs.leagues import store as sql
from db import errors
from db.outbox import Topic
from db.sql import values
from db.store import Store
from tests.cogs.leagues.samples import LEAGUE
from tests.db.samples import GUEST, GUILD, HOST, NEW, SEATS, START

pytestmark = pytest.mark.databases

PEOPLE = (sql.StoredEntrant(1, HOST, "Ada"), sql.StoredEntrant(2, GUEST, "Grace"))
SEATS_OF = [[sql.StoredLeagueSeat(n, 1, 0, 2), sql.StoredLeagueSeat(n, 1, 1, 1)] for n in (1, 2, 3)]
FIRST, SECOND, THIRD = (
    sql.StoredLeagueTable(number, 1, seats=tuple(seats)) for number, seats in enumerate(SEATS_OF, 1)
)
GAME = replace(NEW, host_id=None)


async def begun(store: Store) -> int:
    league = await store.change(sql.open_league, LEAGUE, most=3)
    await store.change(sql.set_entrants, league, PEOPLE)
    await store.change(sql.begin_league, league, [FIRST, SECOND, THIRD], at=2_000)
    return league


async def loaded(store: Store, league: int) -> sql.StoredLeague:
    found = await store.ask(sql.load_league, league)
    assert found is not None
    return found


async def test_a_league_comes_back_as_it_went_in(store: Store) -> None:
    league = await begun(store)
    game = await store.change(sql.open_league_game, league, FIRST, GAME, SEATS, START, at=2_500)
    first, second = FIRST.seats
    seats = (replace(first, gold=31), replace(second, gold=12, resigned=True))
    over = replace(FIRST, game_id=game, over_at=3_000, seats=seats)
    await store.change(sql.note_over, league, over)
    await store.change(sql.begin_round, league, 2)
    await store.change(sql.note_left, league, 2, 3, [])
    await store.change(sql.end_league, league, "finished", at=4_000)
    topics = [Topic(kind, GUILD, league) for kind in (sql.SIGNUP, sql.STANDINGS)]
    items = [await store.outbox.notice(topic) for topic in topics]
    assert [(item.news, item.shown) for item in items if item] == [(3, 0), (5, 0)]
    whole = sql.StoredLeague(
        **asdict(LEAGUE),
        league_id=league,
        state="finished",
        round=2,
        begun_at=2_000,
        ended_at=4_000,
        entrants=(PEOPLE[0], replace(PEOPLE[1], left_round=3)),
        tables=(replace(over, state="running", place=20), SECOND),
    )
    assert await loaded(store, league) == whole
    [summary] = await store.ask(sql.leagues_in, GUILD, ["finished"])
    assert all(getattr(summary, one.name) == getattr(whole, one.name) for one in fields(summary))
    assert await store.ask(sql.league_of_game, game) == league
    assert await store.ask(sql.league_of_game, game + 1) is None
    assert await store.ask(sql.load_league, league + 1) is None


async def test_a_tables_game_is_opened_once_runs_and_goes_with_its_server(store: Store) -> None:
    league = await begun(store)
    game = await store.change(sql.open_league_game, league, FIRST, GAME, SEATS, START, at=2_500)
    with pytest.raises(errors.ConflictError):
        await store.change(sql.open_league_game, league, FIRST, GAME, SEATS, START, at=2_600)
    stored = await store.games.load(game)
    assert stored is not None
    assert (stored.state, stored.news, stored.shown, stored.seats) == ("running", 1, 0, SEATS)
    assert await store.games.load(game + 1) is None
    await store.admin.note_guilds([], 5_000)
    await store.admin.delete_guild(GUILD, 6_000)
    assert await store.ask(sql.load_league, league) is None


async def test_what_a_state_or_the_number_of_leagues_forbids_is_refused(store: Store) -> None:
    league = await begun(store)
    with pytest.raises(errors.WrongStateError):
        await store.change(sql.set_entrants, league, PEOPLE)
    with pytest.raises(errors.LimitReachedError):
        await store.change(sql.open_league, LEAGUE, most=1)
    await store.change(sql.open_league, replace(LEAGUE, guild_id=11), most=1)
    await store.change(sql.end_league, league, "cancelled", at=3_000)
    await store.change(sql.open_league, LEAGUE, most=1)
    with pytest.raises(errors.WrongStateError):
        await store.change(sql.begin_round, league, 2)
    with pytest.raises(errors.UnknownNumberError):
        await store.change(sql.begin_round, 99, 2)


async def test_what_is_to_be_tended_is_found_and_a_move_is_news(store: Store) -> None:
    running = await begun(store)
    gathers = await store.change(sql.open_league, replace(LEAGUE, guild_id=11), most=3)
    assert await store.ask(sql.leagues_to_tend, store.shards) == (running,)
    assert await store.ask(sql.leagues_to_tend, store.shards, 11) == ()
    assert await store.outbox.unsaid(0) == (
        Topic(sql.SIGNUP, 11, gathers),
        Topic(sql.SIGNUP, GUILD, running),
        Topic(sql.STANDINGS, GUILD, running),
    )
    assert await store.ask(sql.leagues_of, HOST) == (running,)
    await store.change(sql.move_league, running, 21)
    assert (await loaded(store, running)).channel_id == 21
    item = await store.outbox.notice(Topic(sql.STANDINGS, GUILD, running))
    assert item is not None
    assert (item.channel_id, item.news) == (21, 2)


async def test_a_person_goes_from_leagues_once_they_have_left_them(store: Store) -> None:
    league = await begun(store)
    waiting = await store.change(sql.open_league, LEAGUE, most=3)
    await store.change(sql.set_entrants, waiting, PEOPLE)
    with pytest.raises(errors.StillPlayingError) as caught:
        await store.people.forget(GUEST, "Somebody")
    assert (caught.value.games, len(caught.value.why)) == ((), 1)
    await store.change(sql.note_left, league, 2, 2, [])
    [*_, text] = (await store.people.to_leave(GUEST))[0]
    assert text == ("Winter",), "the one that is open"
    traces = (await store.people.traces(GUEST)).features["leagues"]
    names = {"name": "Winter", "entered_as": "Grace"}
    of_both = {"guild_id": GUILD, "hosted": 0, "entrant": 2, **names}
    assert traces["leagues"] == [
        {**of_both, "league_id": league, "state": "running", "left_round": 2},
        {**of_both, "league_id": waiting, "state": "open", "left_round": None},
    ]
    [seat] = traces["seats"]
    assert values(FIRST.seats[0]).items() <= seat.items()
    await store.people.forget(GUEST, "Somebody")
    assert (await store.people.traces(GUEST)).features == {}
    assert (await loaded(store, league)).entrants[1] == sql.StoredEntrant(2, None, "Somebody", 2)
    assert (await loaded(store, waiting)).entrants == PEOPLE[:1]
    await store.change(sql.note_left, league, 1, 2, [])
    await store.people.forget(HOST, "Somebody")
    assert (await loaded(store, league)).host_id is None
