"""What finished games came to, who is in a server's ranking, and how it is computed anew."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from cogs.club import service
from cogs.club.__main__ import main
from cogs.club.results import results_of
from cogs.club.service import Club
from cogs.club.store import (
    FinishedGame,
    StoredStanding,
    ask_for_recount,
    choices_in,
    count_game,
    finished,
    put_recounted,
    set_ranked,
    set_rules,
    standings_of,
    to_recount,
    uncounted,
)
from db.games.rows import StoredResult
from db.store import Store
from tests.db.real_games import PEOPLE, played, stored
from tests.db.samples import GUEST, GUILD, HOST, running
from tests.visiting import visiting

RESULTS = (StoredResult(0, 40, 12, "500 700", "farm mill"), StoredResult(1, 31, 0, "", ""))


ALL = (-1, 0)
"""An end before all others."""

STANDINGS = [
    StoredStanding(GUILD, person, f"Player {seat}", "{}", f'"{seat}"')
    for seat, person in enumerate(PEOPLE[:2])
]


@pytest.mark.databases
async def test_results_come_back_with_their_game(store: Store) -> None:
    game = await stored(store, played(1), GUILD)
    assert await store.ask(finished, GUILD, ALL, limit=9) == ()
    assert await store.ask(uncounted, store.shards, GUILD, limit=9) == (game,)
    assert await store.change(count_game, game, RESULTS, STANDINGS)
    assert not await store.change(count_game, game, RESULTS, [])
    summary = (await store.games.find(GUILD, states=["finished"]))[0]
    pairs = tuple(zip(summary.seats, RESULTS, strict=True))
    assert await store.ask(finished, GUILD, ALL, limit=9) == (
        FinishedGame(game, summary.ended_at or 0, True, pairs),
    )
    assert await store.ask(uncounted, store.shards, None, limit=9) == ()
    assert sorted(await store.ask(standings_of, GUILD, PEOPLE), key=by_person) == STANDINGS
    assert await store.ask(standings_of, GUILD, []) == ()


@pytest.mark.databases
async def test_games_come_in_the_order_of_their_ends(store: Store) -> None:
    games = [await stored(store, played(seed), GUILD) for seed in (1, 2, 3)]
    elsewhere = await stored(store, played(4), GUILD + 1)
    await running(store)
    assert set(await store.ask(uncounted, store.shards, None, limit=9)) == {*games, elsewhere}
    assert len(await store.ask(uncounted, store.shards, GUILD, limit=2)) == 2
    for game in (*games, elsewhere):
        await store.change(count_game, game, RESULTS, [])
    found = await store.ask(finished, GUILD, ALL, limit=9)
    assert {game.game_id for game in found} == set(games)
    assert [game.ended_at for game in found] == sorted(game.ended_at for game in found)
    first = await store.ask(finished, GUILD, ALL, limit=1)
    behind = first[0].ended_at, first[0].game_id
    assert await store.ask(finished, GUILD, behind, limit=9) == found[1:]


@pytest.mark.databases
async def test_a_counted_game_that_is_set_aside_has_all_made_anew(store: Store) -> None:
    first, second = [await stored(store, played(seed), GUILD) for seed in (1, 2)]
    await store.change(count_game, first, RESULTS, STANDINGS)
    await store.games.set_aside(second, "a torn page")
    assert await store.ask(to_recount, store.shards) == ()
    assert await store.ask(uncounted, store.shards, None, limit=9) == ()
    await store.games.bring_back(second)
    assert await store.ask(uncounted, store.shards, None, limit=9) == (second,)
    for change in (
        store.games.set_aside(first, "a torn page"),
        store.games.bring_back(first),
        store.change(ask_for_recount),
    ):
        await change
        assert await store.ask(to_recount, store.shards) == (GUILD,)
        assert (
            await store.ask(uncounted, store.shards, None, limit=9) == ()
        )  # until they are made anew
        await store.change(put_recounted, GUILD, STANDINGS[:1])
        assert await store.ask(standings_of, GUILD, PEOPLE) == (STANDINGS[0],)


@pytest.mark.databases
async def test_other_rules_have_all_made_anew(store: Store) -> None:
    game = await stored(store, played(1), GUILD)
    await store.change(count_game, game, RESULTS, STANDINGS)
    for rules, expected in (("1", ()), ("1", ()), ("2", (GUILD,))):
        await store.change(set_rules, rules)
        assert await store.ask(to_recount, store.shards) == expected


@pytest.mark.databases
async def test_somebody_forgotten_is_not_brought_back_by_a_count(store: Store) -> None:
    first, second = [await stored(store, played(seed), GUILD) for seed in (1, 2)]
    await store.change(count_game, first, RESULTS, STANDINGS)
    await store.people.forget(PEOPLE[0], "Somebody")
    assert await store.ask(standings_of, GUILD, PEOPLE) == (STANDINGS[1],)
    await store.change(count_game, second, RESULTS, STANDINGS)
    await store.change(put_recounted, GUILD, STANDINGS)
    assert await store.ask(standings_of, GUILD, PEOPLE) == (STANDINGS[1],)


def by_person(standing: StoredStanding) -> int:
    return standing.user_id


@pytest.mark.databases
async def test_a_person_is_in_the_ranking_of_the_servers_they_chose(store: Store) -> None:
    for guild in (GUILD, GUILD, GUILD + 1):
        await store.change(set_ranked, guild, HOST, True)
    await store.change(set_ranked, GUILD, GUEST, True)
    assert await store.ask(choices_in, GUILD) == {HOST: True, GUEST: True}
    await store.change(set_ranked, GUILD, HOST, False)
    assert await store.ask(choices_in, GUILD) == {HOST: False, GUEST: True}
    assert (await store.people.traces(HOST)).features == {
        "club": {
            "ranking": [{"guild_id": GUILD, "shown": False}, {"guild_id": GUILD + 1, "shown": True}]
        }
    }
    for person in (HOST, GUEST):
        await store.people.forget(person, "Somebody")
    assert await store.ask(choices_in, GUILD) == {}


@pytest.mark.databases
async def test_a_person_who_is_forgotten_is_nobody_in_results(store: Store) -> None:
    game = await stored(store, played(1), GUILD)
    await store.change(count_game, game, RESULTS, [])
    await store.people.forget(PEOPLE[0], "Somebody")
    [found] = await store.ask(finished, GUILD, ALL, limit=9)
    assert [seat.user_id for seat, _ in found.seats] == [None, PEOPLE[1]]
    assert [result for _, result in found.seats] == list(RESULTS)


ADA, BELA = PEOPLE[:2]
Given = TypeVar("Given")
Found = TypeVar("Found")


def calls(
    monkeypatch: pytest.MonkeyPatch, name: str, function: Callable[[Given], Found]
) -> list[Given]:
    """With what a function is called in the ranking from now on."""
    given: list[Given] = []

    def call(what: Given) -> Found:
        given.append(what)
        return function(what)

    # The module that has the class, also where a test before has reloaded the feature.
    monkeypatch.setattr(service, name, call)
    return given


async def test_all_finished_games_of_the_server_are_there(store: Store) -> None:
    club = Club(store)
    for seed in (1, 2, 3):
        await stored(store, played(seed), GUILD)
    await stored(store, played(4), GUILD + 1)
    await stored(store, played(5, 10), GUILD)
    ranking = await club.ranking(GUILD, ADA)
    assert ranking.names == {ADA: "Player 0"}
    assert ranking.of(ADA).games == 3
    assert not ranking.shows(ADA)
    assert (ranking.hidden, ranking.playing) == (2, 1)
    await club.show(GUILD, ADA, shown=True)
    ranking = await club.ranking(GUILD)
    assert (ranking.shows(ADA), ranking.shows(BELA), ranking.hidden) == (True, False, 1)


async def test_a_game_that_began_in_the_middle_of_another_counts_for_nobody(store: Store) -> None:
    first, second = [await stored(store, played(seed), GUILD) for seed in (1, 2)]
    with visiting(store.place) as connection:
        connection.execute(
            "UPDATE games SET begun_in = :first, begun_turn = 2 WHERE game_id = :second",
            {"first": first, "second": second},
        )
    assert (await Club(store).ranking(GUILD, ADA)).of(ADA).games == 1


async def test_a_rule_lists_everybody_but_those_who_left(store: Store) -> None:
    club = Club(store)
    before = await stored(store, played(1), GUILD)
    for _ in range(2):
        await club.choose_rule(GUILD, "everybody")
        ranking = await club.ranking(GUILD, ADA)
        assert (ranking.shows(ADA), ranking.hidden) == (False, 2)  # nothing told them
        assert await club.will_list(GUILD, ADA)
    [row] = await store.games.find(GUILD, states=["finished"])
    assert await club.newcomers(row) == []
    await stored(store, played(2), GUILD)
    [row] = [
        one for one in await store.games.find(GUILD, states=["finished"]) if one.game_id != before
    ]
    assert await club.newcomers(row) == ["Player 0", "Player 1"]
    await store.change(ask_for_recount)
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


async def test_who_would_be_listed_later_is_not_once_people_choose_themselves(store: Store) -> None:
    club = Club(store)
    await stored(store, played(1), GUILD)
    await club.choose_rule(GUILD, "everybody")
    assert (await club.ranking(GUILD, ADA)).asked.begins_later
    await club.choose_rule(GUILD, "chosen")
    assert not (await club.ranking(GUILD, ADA)).asked.begins_later


async def test_results_are_noted_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    club, made = Club(store), calls(monkeypatch, "results_of", results_of)
    first = await stored(store, played(1), GUILD)
    await club.note_results()
    await club.ranking(GUILD)
    second = await stored(store, played(2), GUILD)
    await club.ranking(GUILD)
    await Club(store).ranking(GUILD)
    assert [game.game_id for game in made] == [first, second]


async def test_who_is_forgotten_is_in_no_standing(store: Store) -> None:
    club = Club(store)
    for person in (ADA, BELA):
        await club.show(GUILD, person, shown=True)
    for seed in (1, 2):
        await stored(store, played(seed), GUILD)
    assert set((await club.ranking(GUILD)).figures) == {ADA, BELA}
    await store.people.forget(ADA, "Somebody")
    ranking = await club.ranking(GUILD, ADA)
    assert (set(ranking.figures), set(ranking.names)) == ({BELA}, {BELA})
    assert ranking.of(BELA).games == 2


async def test_standings_made_anew_are_those_that_were_kept(store: Store) -> None:
    club = Club(store)
    games = [await stored(store, played(seed), GUILD) for seed in (1, 2, 3)]
    for person in (ADA, BELA):
        await club.show(GUILD, person, shown=True)
    kept = await club.ranking(GUILD, ADA)
    assert kept.of(ADA).games == 3
    await store.change(ask_for_recount)
    assert await club.ranking(GUILD, ADA) == kept  # until they are there
    await club.recount()
    assert await store.ask(to_recount, store.shards) == ()
    assert await club.ranking(GUILD, ADA) == kept
    await store.games.set_aside(games[0], "a torn page")
    await club.recount()
    assert (await club.ranking(GUILD, ADA)).of(ADA).games == 2
    await store.games.bring_back(games[0])
    await club.recount()
    assert await club.ranking(GUILD, ADA) == kept


async def test_a_game_that_cannot_be_read_is_left_out(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    club = Club(store)
    await stored(store, played(1), GUILD)
    damaged = await stored(store, played(2), GUILD)
    with visiting(store.place) as connection:
        connection.execute(
            "UPDATE games SET lot = 'nowhere' WHERE game_id = :game", {"game": damaged}
        )
    for _ in range(2):
        assert (await club.ranking(GUILD, ADA)).of(ADA).games == 1
    assert [record.message for record in caplog.records] == ["Not counted"]


async def test_from_ten_games_on_it_is_told_how_many_a_person_who_is_listed_has_finished(
    store: Store,
) -> None:
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


async def _made(file: Path) -> None:
    store = await Store.open(file)
    await store.close()


def test_rankings_are_asked_for_in_a_database_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "arkadia.sqlite3"
    monkeypatch.setenv("ARKADIA_DATABASE", str(file))
    monkeypatch.chdir(tmp_path)
    assert main(["recount"]) == os.EX_CONFIG
    assert str(file) in capsys.readouterr().err
    assert not file.exists()
    asyncio.run(_made(file))
    assert main(["recount"]) == 0
    assert "the rankings of 0 servers again" in capsys.readouterr().out
