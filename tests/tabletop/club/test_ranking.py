"""A server's people and games, from a store."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from db.store import Store
from tabletop.club.ranking import Club
from tabletop.club.results import results_of
from tests.db.real_games import PEOPLE, played, stored
from tests.db.samples import GUILD
from tests.visiting import visiting

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

    monkeypatch.setattr(f"tabletop.club.ranking.{name}", call)
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


async def test_a_rule_lists_everybody_but_those_who_left(store: Store) -> None:
    club = Club(store)
    before = await stored(store, played(1), GUILD)
    for _ in range(2):
        await club.choose_rule(GUILD, "everybody")
        ranking = await club.ranking(GUILD, ADA)
        assert (ranking.shows(ADA), ranking.hidden) == (False, 2)  # nothing told them
        assert await club.will_list(GUILD, ADA)
    [row] = await store.games.find(GUILD, states=["finished"])
    assert (await club.at_end(row)).newcomers == ()
    await stored(store, played(2), GUILD)
    [row] = [
        one for one in await store.games.find(GUILD, states=["finished"]) if one.game_id != before
    ]
    assert (await club.at_end(row)).newcomers == ("Player 0", "Player 1")
    await store.club.ask_for_recount()
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
    await store.club.ask_for_recount()
    assert await club.ranking(GUILD, ADA) == kept  # until they are there
    await club.recount()
    assert await store.club.to_recount() == ()
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
