"""What each operation keeps, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from db import (
    ConflictError,
    State,
    Store,
    StoredMessage,
    StoredSeat,
    StoredTable,
    UnknownTableError,
    WrongStateError,
)
from tests.db.samples import (
    CHANNEL,
    DECK,
    END,
    GUEST,
    HOST,
    LOBBY,
    LOT,
    NEW,
    SEATS,
    entry,
    running,
)


async def whole(store: Store, table: int) -> StoredTable:
    stored = await store.load(table)
    assert stored is not None
    return stored


async def test_a_new_table_is_a_lobby_with_one_piece_of_news(store: Store) -> None:
    table = await store.create_table(replace(NEW, thread_id=21), LOBBY)
    assert await whole(store, table) == StoredTable(
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
        table_id=table,
        state="lobby",
        reason=None,
        begun_at=None,
        ended_at=None,
        news=1,
        shown=0,
        seats=LOBBY,
        lot=None,
        deck=None,
        log=(),
        messages=(),
        votes=frozenset(),
    )


async def test_tables_are_numbered_from_one(store: Store) -> None:
    assert [await store.create_table(NEW) for _ in range(3)] == [1, 2, 3]


async def test_a_table_that_does_not_exist(store: Store) -> None:
    assert await store.load(7) is None
    with pytest.raises(UnknownTableError, match="no table 7"):
        await store.set_lobby(7, LOBBY)
    with pytest.raises(UnknownTableError):
        await store.append(7, 0, [entry(0)], news=False)
    with pytest.raises(UnknownTableError):
        await store.mark_shown(7, 1)
    with pytest.raises(ConflictError):
        await store.set_message(7, StoredMessage("lobby", CHANNEL, 1))


async def test_the_people_of_a_lobby_change_wholly_or_not_at_all(store: Store) -> None:
    table = await store.create_table(NEW, LOBBY)
    assert await store.set_lobby(table, LOBBY[1:], host_id=GUEST) == 2
    stored = await whole(store, table)
    assert (stored.host_id, stored.seats) == (GUEST, LOBBY[1:])
    with pytest.raises(ConflictError):
        await store.set_lobby(table, [LOBBY[0], replace(LOBBY[0], seat=1)])
    assert await whole(store, table) == stored
    assert await store.set_lobby(table, (), news=False) == 2
    assert (await whole(store, table)).seats == ()


async def test_beginning_seats_people_in_turn_order(store: Store) -> None:
    table = await running(store)
    stored = await whole(store, table)
    assert stored.seats == SEATS
    assert (stored.state, stored.begun_at, stored.news) == ("running", 2_000, 2)
    assert (stored.lot, stored.deck) == (LOT, DECK)


async def test_a_running_game_is_no_lobby(store: Store) -> None:
    table = await running(store)
    with pytest.raises(WrongStateError, match="running"):
        await store.begin(table, SEATS, lot=LOT, deck=DECK, at=2_500)
    with pytest.raises(WrongStateError):
        await store.set_lobby(table, LOBBY)


async def test_entries_are_kept_in_their_order(store: Store) -> None:
    table = await running(store)
    assert await store.append(table, 0, [entry(0), entry(1, author=None)], news=False) == 2
    assert await store.append(table, 2, [entry(2)], news=True) == 3
    stored = await whole(store, table)
    assert stored.log == (entry(0), entry(1, author=None), entry(2))
    assert stored.news == 3


async def test_an_entry_may_end_the_game(store: Store) -> None:
    table = await running(store)
    assert await store.append(table, 0, [entry(0), END], news=True, ended="finished") == 3
    stored = await whole(store, table)
    assert (stored.state, stored.ended_at, len(stored.log)) == ("finished", END.at, 2)
    with pytest.raises(WrongStateError, match="finished"):
        await store.append(table, 2, [entry(2)], news=True)


async def test_nothing_is_added_to_a_lobby(store: Store) -> None:
    table = await store.create_table(NEW, LOBBY)
    with pytest.raises(WrongStateError, match="lobby"):
        await store.append(table, 0, [entry(0)], news=True)


async def test_no_entries_are_no_change(store: Store) -> None:
    table = await running(store)
    with pytest.raises(ValueError, match="at least one"):
        await store.append(table, 0, [], news=True)


async def test_resigning(store: Store) -> None:
    table = await running(store)
    assert await store.hand_over(table, 0, "resigned", "caretaker", at=4_000) == 3
    stored = await whole(store, table)
    assert [seat.status for seat in stored.seats] == ["resigned", "playing"]
    assert (
        await store.hand_over(
            table, 1, "resigned", "caretaker", at=4_500, ended="closed", reason="nobody left"
        )
        == 4
    )
    stored = await whole(store, table)
    assert [seat.status for seat in stored.seats] == ["resigned", "resigned"]
    assert (stored.state, stored.reason, stored.ended_at) == ("closed", "nobody left", 4_500)
    with pytest.raises(WrongStateError):
        await store.hand_over(table, 1, "resigned", "caretaker", at=5_000)


async def test_a_seat_that_does_not_exist_cannot_resign(store: Store) -> None:
    table = await running(store)
    with pytest.raises(ConflictError, match="seat 2"):
        await store.hand_over(table, 2, "resigned", "caretaker", at=4_000)
    assert (await whole(store, table)).news == 2


async def test_votes(store: Store) -> None:
    table = await running(store)
    assert await store.set_votes(table, "cancel", {HOST}, at=4_000) == 3
    assert (await whole(store, table)).votes == {("cancel", HOST)}
    assert await store.set_votes(table, "cancel", (), at=4_000, news=False) == 3
    assert (await whole(store, table)).votes == frozenset()
    with pytest.raises(ConflictError):
        await store.set_votes(table, "cancel", {99}, at=4_000)
    assert (await whole(store, table)).news == 3
    await store.set_votes(
        table, "cancel", {HOST, GUEST}, at=4_500, ended="cancelled", reason="agreed"
    )
    stored = await whole(store, table)
    assert stored.votes == {("cancel", HOST), ("cancel", GUEST)}
    assert (stored.state, stored.reason, stored.ended_at) == ("cancelled", "agreed", 4_500)


FROM_RUNNING: tuple[State, ...] = ("finished", "cancelled", "closed", "aside")
FROM_LOBBY: tuple[State, ...] = ("cancelled", "closed")


@pytest.mark.parametrize("state", FROM_RUNNING)
async def test_a_running_game_may_come_to(store: Store, state: State) -> None:
    table = await running(store)
    assert await store.set_state(table, state, at=6_000, reason="because") == 3
    stored = await whole(store, table)
    assert (stored.state, stored.reason) == (state, "because")
    assert stored.ended_at == (None if state == "aside" else 6_000)


@pytest.mark.parametrize("state", FROM_LOBBY)
async def test_a_lobby_may_come_to(store: Store, state: State) -> None:
    table = await store.create_table(NEW, LOBBY)
    assert await store.set_state(table, state, at=6_000, news=False) == 1
    assert (await whole(store, table)).state == state


@pytest.mark.parametrize("state", ["running", "finished", "aside"])
async def test_a_lobby_cannot_come_to(store: Store, state: State) -> None:
    table = await store.create_table(NEW, LOBBY)
    with pytest.raises(WrongStateError):
        await store.set_state(table, state, at=6_000)


async def test_a_game_set_aside_can_be_taken_up(store: Store) -> None:
    table = await running(store)
    await store.set_state(table, "aside", at=6_000, reason="the log does not replay")
    with pytest.raises(WrongStateError, match="aside"):
        await store.append(table, 0, [entry(0)], news=False)
    await store.set_state(table, "running", at=7_000)
    stored = await whole(store, table)
    assert (stored.state, stored.reason) == ("running", None)
    await store.append(table, 0, [entry(0)], news=False)


async def test_what_has_ended_stays_so(store: Store) -> None:
    table = await running(store)
    await store.set_state(table, "cancelled", at=6_000)
    for state in (*FROM_RUNNING, "running"):
        with pytest.raises(WrongStateError, match="cancelled"):
            await store.set_state(table, state, at=7_000)


async def test_the_thread(store: Store) -> None:
    table = await store.create_table(NEW)
    await store.set_thread(table, 77)
    assert (await whole(store, table)).thread_id == 77
    await store.set_thread(table, None)
    assert (await whole(store, table)).thread_id is None


async def test_one_message_of_each_kind(store: Store) -> None:
    table = await store.create_table(NEW)
    await store.set_message(table, StoredMessage("turn", CHANNEL, 100, turn=1))
    await store.set_message(table, StoredMessage("lobby", CHANNEL, 99))
    await store.set_message(table, StoredMessage("turn", CHANNEL, 101, turn=2))
    stored = await whole(store, table)
    assert stored.message("turn") == StoredMessage("turn", CHANNEL, 101, turn=2)
    assert stored.message("lobby") == StoredMessage("lobby", CHANNEL, 99)
    assert stored.message("final") is None
    await store.forget_message(table, "turn")
    await store.forget_message(table, "notice")
    assert (await whole(store, table)).messages == (StoredMessage("lobby", CHANNEL, 99),)


async def test_settings(store: Store) -> None:
    assert await store.get_setting("bot", "commands") is None
    await store.set_setting("bot", "commands", "1a2b")
    await store.set_setting("guild:10", "commands", "other")
    await store.set_setting("bot", "commands", "3c4d")
    assert await store.get_setting("bot", "commands") == "3c4d"
    await store.set_setting("bot", "commands", None)
    assert await store.get_setting("bot", "commands") is None
    assert await store.get_setting("guild:10", "commands") == "other"


async def test_a_deck_does_not_show_in_a_log_line(store: Store) -> None:
    stored = await whole(store, await running(store))
    assert "farm/red" not in repr(stored)


async def test_any_text_comes_back_as_it_was(store: Store) -> None:
    name = "Ada 👩‍🚀 'quoted' \"twice\"\n\u202e; DROP TABLE seats"
    table = await store.create_table(NEW, [StoredSeat(0, 2**63 - 1, name)])
    [seat] = (await whole(store, table)).seats
    assert (seat.user_id, seat.name) == (2**63 - 1, name)
