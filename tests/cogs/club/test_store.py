"""What finished games came to, who is in a server's ranking, and how it is computed anew."""

import asyncio
import os
from pathlib import Path

import pytest

from cogs.club import store as sql
from cogs.club.__main__ import main
from cogs.club.service import Club
from db.games.rows import StoredResult
from db.store import Store
from tests.db.real_games import PEOPLE, played, stored
from tests.db.samples import GUEST, GUILD, HOST, running
from tests.visiting import visiting

RESULTS = (StoredResult(0, 40, 12, "500 700", "farm mill"), StoredResult(1, 31, 0, "", ""))
ALL = (-1, 0)  # an end before all others
ADA, BELA = PEOPLE[:2]
STANDINGS = [
    sql.StoredStanding(GUILD, person, f"Player {seat}", "{}", f'"{seat}"')
    for seat, person in enumerate((ADA, BELA))
]


async def not_counted(store: Store, guild: int | None = None) -> tuple[int, ...]:
    return await store.ask(sql.uncounted, store.shards, guild, limit=9)


@pytest.mark.databases
async def test_results_come_back_with_their_game(store: Store) -> None:
    game = await stored(store, played(1), GUILD)
    assert await store.ask(sql.finished, GUILD, ALL, limit=9) == ()
    assert await not_counted(store, GUILD) == (game,)
    assert await store.change(sql.count_game, game, RESULTS, STANDINGS)
    assert not await store.change(sql.count_game, game, RESULTS, [])
    summary = (await store.games.find(GUILD, states=["finished"]))[0]
    pairs = tuple(zip(summary.seats, RESULTS, strict=True))
    assert await store.ask(sql.finished, GUILD, ALL, limit=9) == (
        sql.FinishedGame(game, summary.ended_at or 0, True, pairs),
    )
    assert await not_counted(store) == ()
    found = await store.ask(sql.standings_of, GUILD, PEOPLE)
    assert sorted(found, key=lambda one: one.user_id) == STANDINGS
    assert await store.ask(sql.standings_of, GUILD, []) == ()


@pytest.mark.databases
async def test_games_come_in_the_order_of_their_ends(store: Store) -> None:
    games = [await stored(store, played(seed), GUILD) for seed in (1, 2, 3)]
    elsewhere = await stored(store, played(4), GUILD + 1)
    await running(store)
    assert set(await not_counted(store)) == {*games, elsewhere}
    assert len(await store.ask(sql.uncounted, store.shards, GUILD, limit=2)) == 2
    for game in (*games, elsewhere):
        await store.change(sql.count_game, game, RESULTS, [])
    found = await store.ask(sql.finished, GUILD, ALL, limit=9)
    assert {game.game_id for game in found} == set(games)
    assert [game.ended_at for game in found] == sorted(game.ended_at for game in found)
    [first] = await store.ask(sql.finished, GUILD, ALL, limit=1)
    behind = first.ended_at, first.game_id
    assert await store.ask(sql.finished, GUILD, behind, limit=9) == found[1:]


@pytest.mark.databases
async def test_a_counted_game_that_is_set_aside_has_all_made_anew(store: Store) -> None:
    first, second = [await stored(store, played(seed), GUILD) for seed in (1, 2)]
    await store.change(sql.count_game, first, RESULTS, STANDINGS)
    await store.games.set_aside(second, "a torn page")
    assert await store.ask(sql.to_recount, store.shards) == ()
    assert await not_counted(store) == ()
    await store.games.bring_back(second)
    assert await not_counted(store) == (second,)
    for change in (
        store.games.set_aside(first, "a torn page"),
        store.games.bring_back(first),
        store.change(sql.ask_for_recount),
    ):
        await change
        assert await store.ask(sql.to_recount, store.shards) == (GUILD,)
        assert await not_counted(store) == ()  # until they are made anew
        await store.change(sql.put_recounted, GUILD, STANDINGS[:1])
        assert await store.ask(sql.standings_of, GUILD, PEOPLE) == (STANDINGS[0],)


@pytest.mark.databases
async def test_other_rules_have_all_made_anew(store: Store) -> None:
    await store.change(sql.count_game, await stored(store, played(1), GUILD), RESULTS, STANDINGS)
    for rules, expected in (("1", ()), ("1", ()), ("2", (GUILD,))):
        await store.change(sql.set_rules, rules)
        assert await store.ask(sql.to_recount, store.shards) == expected


@pytest.mark.databases
async def test_who_is_forgotten_is_nobody_in_results_and_not_brought_back(store: Store) -> None:
    first, second = [await stored(store, played(seed), GUILD) for seed in (1, 2)]
    await store.change(sql.count_game, first, RESULTS, STANDINGS)
    await store.people.forget(ADA, "Somebody")
    assert await store.ask(sql.standings_of, GUILD, PEOPLE) == (STANDINGS[1],)
    [found] = await store.ask(sql.finished, GUILD, ALL, limit=9)
    assert [seat.user_id for seat, _ in found.seats] == [None, BELA]
    assert [result for _, result in found.seats] == list(RESULTS)
    await store.change(sql.count_game, second, RESULTS, STANDINGS)
    await store.change(sql.put_recounted, GUILD, STANDINGS)
    assert await store.ask(sql.standings_of, GUILD, PEOPLE) == (STANDINGS[1],)


@pytest.mark.databases
async def test_a_person_is_in_the_ranking_of_the_servers_they_chose(store: Store) -> None:
    for guild in (GUILD, GUILD, GUILD + 1):
        await store.change(sql.set_ranked, guild, HOST, True)
    await store.change(sql.set_ranked, GUILD, GUEST, True)
    assert await store.ask(sql.choices_in, GUILD) == {HOST: True, GUEST: True}
    await store.change(sql.set_ranked, GUILD, HOST, False)
    assert await store.ask(sql.choices_in, GUILD) == {HOST: False, GUEST: True}
    assert (await store.people.traces(HOST)).features == {
        "club": {
            "ranking": [{"guild_id": GUILD, "shown": False}, {"guild_id": GUILD + 1, "shown": True}]
        }
    }
    for person in (HOST, GUEST):
        await store.people.forget(person, "Somebody")
    assert await store.ask(sql.choices_in, GUILD) == {}


async def test_each_game_of_the_server_that_is_over_is_counted_once(store: Store) -> None:
    club = Club(store)
    games = [await stored(store, played(seed), GUILD) for seed in (1, 2, 3, 4)]
    await stored(store, played(5), GUILD + 1)
    await stored(store, played(6, 10), GUILD)
    with visiting(store.place) as connection:  # one that began in the middle of another
        query = "UPDATE games SET begun_in = :first, begun_turn = 2 WHERE game_id = :last"
        connection.execute(query, {"first": games[0], "last": games[-1]})
    await club.note_results()
    ranking = await club.ranking(GUILD, ADA)
    assert (ranking.names, ranking.of(ADA).games) == ({ADA: "Player 0"}, 3)
    assert (ranking.shows(ADA), ranking.hidden, ranking.playing) == (False, 2, 1)
    await club.show(GUILD, ADA, shown=True)
    ranking = await Club(store).ranking(GUILD, BELA)
    assert [ranking.of(person).games for person in (ADA, BELA)] == [3, 3]
    assert (ranking.shows(ADA), ranking.shows(BELA), ranking.hidden) == (True, False, 1)


async def test_a_rule_lists_everybody_but_those_who_left(store: Store) -> None:
    club = Club(store)
    await stored(store, played(1), GUILD)
    for _ in range(2):
        await club.choose_rule(GUILD, "everybody")
        ranking = await club.ranking(GUILD, ADA)
        assert (ranking.shows(ADA), ranking.hidden) == (False, 2)  # nothing told them
        assert ranking.asked.begins_later
        assert await club.will_list(GUILD, ADA)
        await club.choose_rule(GUILD, "chosen")
        assert not (await club.ranking(GUILD, ADA)).asked.begins_later
    await club.choose_rule(GUILD, "everybody")
    [row] = await store.games.find(GUILD, states=["finished"])
    assert await club.newcomers(row) == []
    after = await stored(store, played(2), GUILD)
    rows = await store.games.find(GUILD, states=["finished"])
    [row] = [one for one in rows if one.game_id == after]
    assert await club.newcomers(row) == ["Player 0", "Player 1"]
    await store.change(sql.ask_for_recount)
    await club.recount()
    await club.choose_rule(GUILD, "everybody")
    assert set((await club.ranking(GUILD)).figures) == {ADA, BELA}
    assert not await club.will_list(GUILD, ADA)  # listed by a game that is over
    assert await club.will_list(GUILD, 987)
    await club.show(GUILD, BELA, shown=False)
    ranking = await club.ranking(GUILD)
    assert (set(ranking.figures), ranking.hidden) == ({ADA}, 1)
    await club.choose_rule(GUILD, "none")
    assert set((await club.ranking(GUILD)).figures) == set()


async def test_standings_made_anew_are_those_that_were_kept(store: Store) -> None:
    club = Club(store)
    games = [await stored(store, played(seed), GUILD) for seed in (1, 2, 3)]
    for person in (ADA, BELA):
        await club.show(GUILD, person, shown=True)
    kept = await club.ranking(GUILD, ADA)
    assert kept.of(ADA).games == 3
    await store.change(sql.ask_for_recount)
    assert await club.ranking(GUILD, ADA) == kept  # until they are there
    await club.recount()
    assert await store.ask(sql.to_recount, store.shards) == ()
    assert await club.ranking(GUILD, ADA) == kept
    await store.games.set_aside(games[0], "a torn page")
    await club.recount()
    assert (await club.ranking(GUILD, ADA)).of(ADA).games == 2
    await store.games.bring_back(games[0])
    await club.recount()
    assert await club.ranking(GUILD, ADA) == kept
    await store.people.forget(ADA, "Somebody")
    ranking = await club.ranking(GUILD, ADA)
    assert (set(ranking.figures), set(ranking.names)) == ({BELA}, {BELA})
    assert ranking.of(BELA).games == 3


async def test_a_damaged_game_is_left_out(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    club = Club(store)
    await stored(store, played(1), GUILD)
    damaged = await stored(store, played(2), GUILD)
    with visiting(store.place) as connection:
        query = "UPDATE games SET lot = 'nowhere' WHERE game_id = :game"
        connection.execute(query, {"game": damaged})
    for _ in range(2):
        assert (await club.ranking(GUILD, ADA)).of(ADA).games == 1
    assert [record.message for record in caplog.records] == ["Not counted"]


async def test_from_ten_games_on_it_is_told_how_many_a_listed_person_finished(store: Store) -> None:
    club = Club(store)
    for seed in range(1, 10):
        await stored(store, played(seed), GUILD)
    for one in (ADA, BELA):
        await club.show(GUILD, one, shown=True)
    await club.note_results(GUILD)
    assert await club.reliable(GUILD, [ADA, BELA]) == []
    await stored(store, played(10), GUILD)
    await club.show(GUILD, BELA, shown=False)
    await club.note_results(GUILD)
    [(name, figures)] = await club.reliable(GUILD, [ADA, BELA])
    assert (name, figures.games, figures.abandoned) == ("Player 0", 10, 0)
    assert await club.reliable(GUILD, [BELA]) == []


async def made(file: Path) -> None:
    await (await Store.open(file)).close()


def test_rankings_are_asked_for_in_a_database_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "arkadia.sqlite3"
    monkeypatch.setenv("ARKADIA_DATABASE", str(file))
    monkeypatch.chdir(tmp_path)
    assert main(["recount"]) == os.EX_CONFIG
    assert str(file) in capsys.readouterr().err
    assert not file.exists()
    asyncio.run(made(file))
    assert main(["recount"]) == 0
    assert "the rankings of 0 servers again" in capsys.readouterr().out
