"""What each operation keeps, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from db.errors import ConflictError, StaleLogError, UnknownNumberError, WrongStateError
from db.games.rows import State, StoredGame, StoredMessage, StoredSeat
from db.outbox import Topic
from db.store import Store
from db.timers import StoredDue
from tests.db.samples import CHANNEL, END, GUEST, HOST, LOBBY, NEW, SEATS, START, entry, running


async def whole(store: Store, game: int) -> StoredGame:
    stored = await store.games.load(game)
    assert stored is not None
    return stored


async def test_a_new_game_is_a_lobby_with_one_piece_of_news(store: Store) -> None:
    game = await store.games.open(replace(NEW, thread_id=21), LOBBY)
    assert await whole(store, game) == StoredGame(
        guild_id=NEW.guild_id,
        channel_id=NEW.channel_id,
        host_id=NEW.host_id,
        edition=NEW.edition,
        setup=NEW.setup,
        mirror=True,
        seat_limit=4,
        language="en",
        created_at=1_000,
        thread_id=21,
        game_id=game,
        state="lobby",
        reason=None,
        begun_at=None,
        ended_at=None,
        news=1,
        shown=0,
        seats=LOBBY,
        lot=None,
        deck=None,
        rules_version=None,
        fingerprint=None,
        edition_text=None,
        log=(),
        messages=(),
        votes=frozenset(),
    )


async def test_games_are_numbered_from_one(store: Store) -> None:
    assert [await store.games.open(NEW) for _ in range(3)] == [1, 2, 3]


async def test_a_game_that_does_not_exist(store: Store) -> None:
    assert await store.games.load(7) is None
    with pytest.raises(UnknownNumberError, match="no game 7"):
        await store.games.set_lobby(7, LOBBY)
    with pytest.raises(UnknownNumberError):
        await store.games.append(7, 0, [entry(0)], news=False)
    with pytest.raises(UnknownNumberError):
        await store.waiting.mark_shown(7, 1)


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


async def test_beginning_seats_people_in_turn_order(store: Store) -> None:
    game = await running(store)
    stored = await whole(store, game)
    assert stored.seats == SEATS
    assert (stored.state, stored.begun_at, stored.news) == ("running", 2_000, 2)
    assert (stored.lot, stored.deck) == (START.lot, START.deck)


async def test_a_running_game_is_no_lobby(store: Store) -> None:
    game = await running(store)
    with pytest.raises(WrongStateError, match="running"):
        await store.games.begin(game, SEATS, START, at=2_500)
    with pytest.raises(WrongStateError):
        await store.games.set_lobby(game, LOBBY)


async def test_entries_are_kept_in_their_order(store: Store) -> None:
    game = await running(store)
    assert await store.games.append(game, 0, [entry(0), entry(1, author=None)], news=False) == 2
    assert await store.games.append(game, 2, [entry(2)], news=True) == 3
    stored = await whole(store, game)
    assert stored.log == (entry(0), entry(1, author=None), entry(2))
    assert stored.news == 3


async def test_an_entry_may_end_the_game(store: Store) -> None:
    game = await running(store)
    assert await store.games.append(game, 0, [entry(0), END], news=True, ended="finished") == 3
    stored = await whole(store, game)
    assert (stored.state, stored.ended_at, len(stored.log)) == ("finished", END.at, 2)
    with pytest.raises(WrongStateError, match="finished"):
        await store.games.append(game, 2, [entry(2)], news=True)


async def test_nothing_is_added_to_a_lobby(store: Store) -> None:
    game = await store.games.open(NEW, LOBBY)
    with pytest.raises(WrongStateError, match="lobby"):
        await store.games.append(game, 0, [entry(0)], news=True)


async def test_no_entries_are_no_change(store: Store) -> None:
    game = await running(store)
    with pytest.raises(ValueError, match="at least one"):
        await store.games.append(game, 0, [], news=True)


async def test_resigning(store: Store) -> None:
    game = await running(store)
    assert await store.games.hand_over(game, 0, "resigned", "caretaker", at=4_000) == 3
    stored = await whole(store, game)
    assert [seat.status for seat in stored.seats] == ["resigned", "playing"]
    assert (
        await store.games.hand_over(
            game, 1, "resigned", "caretaker", at=4_500, ended="closed", reason="nobody left"
        )
        == 4
    )
    stored = await whole(store, game)
    assert [seat.status for seat in stored.seats] == ["resigned", "resigned"]
    assert (stored.state, stored.reason, stored.ended_at) == ("closed", "nobody left", 4_500)
    with pytest.raises(WrongStateError):
        await store.games.hand_over(game, 1, "resigned", "caretaker", at=5_000)


async def test_resigning_and_what_is_played_then_are_one_change(store: Store) -> None:
    game = await running(store)
    await store.games.append(game, 0, [entry(0)], news=False)
    with pytest.raises(StaleLogError):
        await store.games.hand_over(
            game, 0, "resigned", "caretaker", at=4_000, expected_length=0, entries=[entry(1)]
        )
    assert [seat.status for seat in (await whole(store, game)).seats] == ["playing", "playing"]
    with pytest.raises(ConflictError, match="seat 2"):
        await store.games.hand_over(
            game, 2, "resigned", "caretaker", at=4_000, expected_length=1, entries=[entry(1)]
        )
    assert (await whole(store, game)).log == (entry(0),)
    news = await store.games.hand_over(
        game, 0, "resigned", "caretaker", at=4_000, expected_length=1, entries=[entry(1), entry(2)]
    )
    stored = await whole(store, game)
    assert (stored.log, stored.news, news) == (tuple(map(entry, range(3))), 3, 3)
    assert [seat.status for seat in stored.seats] == ["resigned", "playing"]
    await store.games.hand_over(
        game,
        1,
        "resigned",
        "caretaker",
        at=4_000,
        expected_length=3,
        entries=[END],
        ended="finished",
    )
    stored = await whole(store, game)
    assert (stored.state, stored.ended_at, stored.log[-1]) == ("finished", END.at, END)


async def test_votes(store: Store) -> None:
    game = await running(store)
    assert await store.games.set_votes(game, "cancel", {HOST}, at=4_000) == 3
    assert (await whole(store, game)).votes == {("cancel", HOST)}
    assert await store.games.set_votes(game, "cancel", (), at=4_000, news=False) == 3
    assert (await whole(store, game)).votes == frozenset()
    with pytest.raises(ConflictError):
        await store.games.set_votes(game, "cancel", {99}, at=4_000)
    assert (await whole(store, game)).news == 3
    await store.games.set_votes(
        game, "cancel", {HOST, GUEST}, at=4_500, ended="cancelled", reason="agreed"
    )
    stored = await whole(store, game)
    assert stored.votes == {("cancel", HOST), ("cancel", GUEST)}
    assert (stored.state, stored.reason, stored.ended_at) == ("cancelled", "agreed", 4_500)


FROM_RUNNING: tuple[State, ...] = ("finished", "cancelled", "closed")
FROM_LOBBY: tuple[State, ...] = ("cancelled", "closed")


@pytest.mark.parametrize("state", FROM_RUNNING)
async def test_a_running_game_may_come_to(store: Store, state: State) -> None:
    game = await running(store)
    assert await store.games.set_state(game, state, at=6_000, reason="because") == 3
    stored = await whole(store, game)
    assert (stored.state, stored.reason) == (state, "because")
    assert stored.ended_at == 6_000


@pytest.mark.parametrize("state", FROM_LOBBY)
async def test_a_lobby_may_come_to(store: Store, state: State) -> None:
    game = await store.games.open(NEW, LOBBY)
    assert await store.games.set_state(game, state, at=6_000, news=False) == 1
    assert (await whole(store, game)).state == state


@pytest.mark.parametrize("state", ["running", "finished", "aside"])
async def test_a_lobby_cannot_come_to(store: Store, state: State) -> None:
    game = await store.games.open(NEW, LOBBY)
    with pytest.raises(WrongStateError):
        await store.games.set_state(game, state, at=6_000)


async def test_a_running_game_is_set_aside_and_brought_back(store: Store) -> None:
    game = await running(store)
    assert await store.games.set_aside(game, "the log does not replay") == 3
    stored = await whole(store, game)
    assert (stored.state, stored.reason) == ("aside", "the log does not replay")
    with pytest.raises(WrongStateError, match="aside"):
        await store.games.append(game, 0, [entry(0)], news=False)
    assert await store.games.bring_back(game) == 4
    stored = await whole(store, game)
    assert (stored.state, stored.reason) == ("running", None)
    await store.games.append(game, 0, [entry(0)], news=False)


async def test_a_finished_game_is_set_aside_and_brought_back(store: Store) -> None:
    game = await running(store)
    await store.games.append(game, 0, [END], news=True, ended="finished")
    before = await whole(store, game)
    await store.games.set_aside(game, "another edition")
    assert (await whole(store, game)).state == "aside"
    await store.games.bring_back(game)
    assert await whole(store, game) == replace(before, news=before.news + 2)


async def test_only_games_that_were_played_are_set_aside(store: Store) -> None:
    game = await store.games.open(NEW, LOBBY)
    for attempt in (store.games.set_aside(game, "why"), store.games.bring_back(game)):
        with pytest.raises(WrongStateError, match="lobby"):
            await attempt


async def test_what_has_ended_stays_so(store: Store) -> None:
    game = await running(store)
    await store.games.set_state(game, "cancelled", at=6_000)
    for state in (*FROM_RUNNING, "running"):
        with pytest.raises(WrongStateError, match="cancelled"):
            await store.games.set_state(game, state, at=7_000)


async def test_the_thread(store: Store) -> None:
    game = await store.games.open(NEW)
    await store.outbox.note_thread(game, 77)
    assert (await whole(store, game)).thread_id == 77
    await store.outbox.note_thread(game, None)
    assert (await whole(store, game)).thread_id is None


async def test_a_game_that_moved_waits_for_no_retry_in_its_old_place(store: Store) -> None:
    game = await running(store)
    await store.timers.put(StoredDue("game", 90_000, game_id=game, why="gone"))
    assert await store.outbox.unsaid(0) == ()
    await store.games.move(game, 77)
    assert await store.outbox.unsaid(0) == (Topic("game", 0, game),)


async def test_one_message_of_each_kind(store: Store) -> None:
    game = await store.games.open(NEW)
    lobby = StoredMessage("lobby", CHANNEL, 99)
    await store.waiting.mark_shown(game, 1, [StoredMessage("turn", CHANNEL, 100, turn=1)])
    await store.waiting.mark_shown(game, 1, [lobby, StoredMessage("turn", CHANNEL, 101, turn=2)])
    turn = StoredMessage("turn", CHANNEL, 101, turn=2)
    assert {*(await whole(store, game)).messages} == {lobby, turn}


async def test_settings(store: Store) -> None:
    assert await store.admin.setting("bot", "commands") is None
    await store.admin.set_setting("bot", "commands", "1a2b")
    await store.admin.set_setting("guild:10", "commands", "other")
    await store.admin.set_setting("bot", "commands", "3c4d")
    assert await store.admin.setting("bot", "commands") == "3c4d"
    await store.admin.set_setting("bot", "commands", None)
    assert await store.admin.setting("bot", "commands") is None
    assert await store.admin.setting("guild:10", "commands") == "other"


async def test_a_deck_does_not_show_in_a_log_line(store: Store) -> None:
    stored = await whole(store, await running(store))
    assert "farm/red" not in repr(stored)


async def test_any_text_comes_back_as_it_was(store: Store) -> None:
    name = "Ada 👩‍🚀 'quoted' \"twice\"\n\u202e; DROP TABLE seats"
    game = await store.games.open(NEW, [StoredSeat(0, 2**63 - 1, name)])
    [seat] = (await whole(store, game)).seats
    assert (seat.user_id, seat.name) == (2**63 - 1, name)
