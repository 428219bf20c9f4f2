"""What each operation keeps, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from db.errors import ConflictError, StaleLogError, UnknownNumberError, WrongStateError
from db.games.rows import State, StoredGame, StoredMessage, StoredSeat
from db.outbox import Topic
from db.store import Store
from db.timers import StoredDue
from tests.db import samples
from tests.db.samples import END, GUEST, HOST, LOBBY, NEW, SEATS, START, entry, running, whole

FROM_RUNNING: tuple[State, ...] = ("finished", "cancelled", "closed")


async def test_a_new_game_is_a_lobby_with_one_piece_of_news(store: Store) -> None:
    new = replace(NEW, thread_id=21)
    game = await store.games.open(new, LOBBY)
    given = samples.fields_of(new) | dict.fromkeys(samples.fields_of(START))
    given |= dict.fromkeys(("reason", "begun_at", "ended_at"))
    given |= {"log": (), "messages": (), "votes": frozenset()}
    lobby = StoredGame(**given, game_id=game, state="lobby", news=1, shown=0, seats=LOBBY)
    assert await whole(store, game) == lobby


async def test_a_game_that_does_not_exist(store: Store) -> None:
    assert await store.games.load(7) is None
    for attempt in (
        store.games.set_lobby(7, LOBBY),
        store.games.append(7, 0, [entry(0)], news=False),
        store.waiting.mark_shown(7, 1),
    ):
        with pytest.raises(UnknownNumberError, match="no game 7"):
            await attempt


async def test_the_people_of_a_lobby_change_wholly_or_not_at_all(store: Store) -> None:
    game = await store.games.open(NEW, LOBBY)
    assert await store.games.set_lobby(game, LOBBY[1:], host_id=GUEST) == 2
    stored = await whole(store, game)
    assert (stored.host_id, stored.seats) == (GUEST, LOBBY[1:])
    with pytest.raises(ConflictError):
        await store.games.set_lobby(game, [LOBBY[0], replace(LOBBY[0], seat=1)])
    assert await whole(store, game) == stored
    assert await store.games.set_lobby(game, (), news=False) == 2
    assert (await whole(store, game)).seats == ()


async def test_what_a_state_does_not_allow(store: Store) -> None:
    lobby, game, over = await store.games.open(NEW, LOBBY), *[await running(store) for _ in "ab"]
    await store.games.set_state(over, "cancelled", at=6_000)
    to_lobby: tuple[State, ...] = ("running", "finished", "aside")
    for state, attempt in (
        ("running", store.games.begin(game, SEATS, START, at=2_500)),
        ("running", store.games.set_lobby(game, LOBBY)),
        ("lobby", store.games.append(lobby, 0, [entry(0)], news=True)),
        ("lobby", store.games.set_aside(lobby, "why")),
        ("lobby", store.games.bring_back(lobby)),
        *(("lobby", store.games.set_state(lobby, to, at=6_000)) for to in to_lobby),
        *(
            ("cancelled", store.games.set_state(over, to, at=7_000))
            for to in (*FROM_RUNNING, to_lobby[0])
        ),
    ):
        with pytest.raises(WrongStateError, match=state):
            await attempt


async def test_entries_are_kept_in_their_order_and_the_last_may_end_the_game(store: Store) -> None:
    game = await running(store)
    with pytest.raises(ValueError, match="at least one"):
        await store.games.append(game, 0, [], news=True)
    assert await store.games.append(game, 0, [entry(0), entry(1, author=None)], news=False) == 2
    assert await store.games.append(game, 2, [entry(2), END], news=True, ended="finished") == 3
    stored = await whole(store, game)
    assert stored.log == (entry(0), entry(1, author=None), entry(2), END)
    assert (stored.state, stored.ended_at, stored.news) == ("finished", END.at, 3)
    with pytest.raises(WrongStateError, match="finished"):
        await store.games.append(game, 4, [entry(4)], news=True)


async def test_resigning_and_what_is_played_then_are_one_change(store: Store) -> None:
    game = await running(store)
    await store.games.append(game, 0, [entry(0)], news=False)

    async def resign(seat: int, length: int = 1, **more: Any) -> int:
        return await store.games.hand_over(
            game, seat, "resigned", "caretaker", at=4_000, expected_length=length, **more
        )

    with pytest.raises(StaleLogError):
        await resign(0, 0, entries=[entry(1)])
    with pytest.raises(ConflictError, match="seat 2"):
        await resign(2, entries=[entry(1)])
    stored = await whole(store, game)
    assert [seat.status for seat in stored.seats] == ["playing", "playing"]
    assert (stored.log, stored.news) == ((entry(0),), 2)
    assert await resign(0, entries=[entry(1), entry(2)]) == 3
    stored = await whole(store, game)
    assert (stored.log, stored.news) == (tuple(map(entry, range(3))), 3)
    assert [seat.status for seat in stored.seats] == ["resigned", "playing"]
    await resign(1, 3, entries=[END], ended="finished")
    stored = await whole(store, game)
    assert (stored.state, stored.ended_at, stored.log[-1]) == ("finished", END.at, END)


async def test_who_resigns_last_closes_the_game(store: Store) -> None:
    game = await running(store)
    end: dict[str, Any] = {"ended": "closed", "reason": "nobody left"}
    assert await store.games.hand_over(game, 0, "resigned", "caretaker", at=4_000) == 3
    assert await store.games.hand_over(game, 1, "resigned", "caretaker", at=4_500, **end) == 4
    stored = await whole(store, game)
    assert [seat.status for seat in stored.seats] == ["resigned", "resigned"]
    assert (stored.state, stored.reason, stored.ended_at) == ("closed", "nobody left", 4_500)
    with pytest.raises(WrongStateError):
        await store.games.hand_over(game, 1, "resigned", "caretaker", at=5_000)


async def test_votes(store: Store) -> None:
    game = await running(store)
    assert await store.games.set_votes(game, "cancel", {HOST}, at=4_000) == 3
    assert (await whole(store, game)).votes == {("cancel", HOST)}
    assert await store.games.set_votes(game, "cancel", (), at=4_000, news=False) == 3
    with pytest.raises(ConflictError):
        await store.games.set_votes(game, "cancel", {99}, at=4_000)
    stored = await whole(store, game)
    assert (stored.votes, stored.news) == (frozenset(), 3)
    await store.games.set_votes(
        game, "cancel", {HOST, GUEST}, at=4_500, ended="cancelled", reason="agreed"
    )
    stored = await whole(store, game)
    assert stored.votes == {("cancel", HOST), ("cancel", GUEST)}
    assert (stored.state, stored.reason, stored.ended_at) == ("cancelled", "agreed", 4_500)


async def test_how_a_game_and_a_lobby_may_end(store: Store) -> None:
    for state in FROM_RUNNING:
        game = await running(store)
        assert await store.games.set_state(game, state, at=6_000, reason="because") == 3
        stored = await whole(store, game)
        assert (stored.state, stored.reason, stored.ended_at) == (state, "because", 6_000)
    for state in FROM_RUNNING[1:]:
        game = await store.games.open(NEW, LOBBY)
        assert await store.games.set_state(game, state, at=6_000, news=False) == 1
        assert (await whole(store, game)).state == state


async def test_a_running_and_a_finished_game_are_set_aside_and_brought_back(store: Store) -> None:
    game = await running(store)
    for ended in (None, "finished"):
        before = await whole(store, game)
        assert await store.games.set_aside(game, "the log does not replay") == before.news + 1
        stored = await whole(store, game)
        assert (stored.state, stored.reason) == ("aside", "the log does not replay")
        with pytest.raises(WrongStateError, match="aside"):
            await store.games.append(game, len(before.log), [entry(0)], news=False)
        assert await store.games.bring_back(game) == before.news + 2
        assert await whole(store, game) == replace(before, news=before.news + 2)
        if not ended:
            await store.games.append(game, 0, [END], news=True, ended="finished")


async def test_the_thread(store: Store) -> None:
    game = await store.games.open(NEW)
    for thread in (77, None):
        await store.outbox.note_thread(game, thread)
        assert (await whole(store, game)).thread_id == thread


async def test_a_game_that_moved_waits_for_no_retry_in_its_old_place(store: Store) -> None:
    game = await running(store)
    await store.timers.put(StoredDue("game", 90_000, game_id=game, why="gone"))
    assert await store.outbox.unsaid(0) == ()
    await store.games.move(game, 77)
    assert await store.outbox.unsaid(0) == (Topic("game", 0, game),)


async def test_one_message_of_each_kind(store: Store) -> None:
    game = await store.games.open(NEW)
    lobby, turn = StoredMessage("lobby", 20, 99), StoredMessage("turn", 20, 101, turn=2)
    await store.waiting.mark_shown(game, 1, [StoredMessage("turn", 20, 100, turn=1)])
    await store.waiting.mark_shown(game, 1, [lobby, turn])
    assert {*(await whole(store, game)).messages} == {lobby, turn}


async def test_settings(store: Store) -> None:
    for scope, value in (("bot", "1a2b"), ("guild:10", "other"), ("bot", "3c4d"), ("bot", None)):
        await store.admin.set_setting(scope, "commands", value)
        assert await store.admin.setting(scope, "commands") == value
    assert await store.admin.setting("guild:10", "commands") == "other"


async def test_a_deck_does_not_show_in_a_log_line(store: Store) -> None:
    assert "farm/red" not in repr(await whole(store, await running(store)))


async def test_any_text_comes_back_as_it_was(store: Store) -> None:
    name = "Ada 👩‍🚀 'quoted' \"twice\"\n\u202e; DROP TABLE seats"
    game = await store.games.open(NEW, [StoredSeat(0, 2**63 - 1, name)])
    [seat] = (await whole(store, game)).seats
    assert (seat.user_id, seat.name) == (2**63 - 1, name)
