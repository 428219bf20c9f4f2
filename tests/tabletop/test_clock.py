"""Clocks of running games: deadlines, banks, warnings, what happens to who is late, being away."""

from random import Random

import pytest

from db.games.rows import Late, StoredSeat
from db.preferences import Preferences
from db.store import Store
from lab.tables import tables_on
from tabletop.personal import Personal
from tabletop.seats import DAYS_A_MONTH, STAND_IN
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, HOUR, MINUTE, PRESETS, TimeControl, read_control
from tabletop.turn_time import CLOCK, RETURN, TurnTime
from tests.tabletop.playing import ADA, BELA, CHIARA, Clock, begun, hosted, play_turn, refused

DAILY = PRESETS["daily"]


async def timing(tables: Tables, number: int) -> TurnTime:
    found = tables.clock.turn_time(await tables.cache.get(number))
    assert found is not None
    return found


async def active(tables: Tables, number: int) -> StoredSeat:
    table = await tables.cache.get(number)
    assert table.active is not None
    return table.active


async def deadline_of(tables: Tables, number: int) -> int:
    deadline = (await timing(tables, number)).deadline
    assert deadline is not None
    return deadline


async def ends(tables: Tables, number: int) -> tuple[int, int]:
    """When a turn is warned of, and when its time is up."""
    now = await timing(tables, number)
    assert now.warning is not None
    return now.warning, await deadline_of(tables, number)


async def pass_to(tables: Tables, clock: Clock, number: int, at: int) -> Table:
    """Lets the time come, and does what the clock has come to then, as if all was shown."""
    clock.now = at
    await tables.clock.tick(number)
    table = await tables.cache.get(number)
    table, _ = await tables.display.note_shown(number, table.row.news)
    return table


async def late(tables: Tables, clock: Clock, number: int) -> Table:
    for moment in await ends(tables, number):
        table = await pass_to(tables, clock, number, moment)
    return table


async def due(store: Store, kind: str = CLOCK) -> list[int]:
    return [each.at for each in await store.timers.next([kind], limit=10)]


async def test_a_turn_has_its_hours_and_a_bank(tables: Tables, clock: Clock, store: Store) -> None:
    number = await begun(tables, clock=TimeControl(12 * HOUR, 6 * HOUR))
    now = await timing(tables, number)
    found = [(at or 0) - clock.now for at in (now.bank_from, now.warning, now.deadline)]
    assert found == [12 * HOUR, 15 * HOUR, 18 * HOUR]
    assert await due(store) == [now.warning]


async def test_a_bank_pays_for_long_turns_and_fills_again(tables: Tables, clock: Clock) -> None:
    number = await begun(tables, clock=DAILY)
    first = (await active(tables, number)).seat
    clock.now += 30 * HOUR
    table = await play_turn(tables, number)
    assert table.seats[first].bank == 24 * HOUR - 6 * HOUR + 2 * HOUR
    await play_turn(tables, number, 1)
    table = await play_turn(tables, number, 2)
    assert table.seats[first].bank == 22 * HOUR
    tables.cache.forget(number)
    table = await tables.cache.get(number)
    assert [seat.bank for seat in table.seats] == [22 * HOUR, 24 * HOUR]
    assert table.turn_began_at == clock.now


async def test_what_is_done_in_a_turn_does_not_lengthen_it(tables: Tables, clock: Clock) -> None:
    number = await begun(tables, clock=DAILY)
    before = await deadline_of(tables, number)
    clock.now += HOUR
    table = await tables.cache.get(number)
    action = next(iter(table.running_game().position.legal_actions()))
    await tables.turns.act(number, (await active(tables, number)).user_id or 0, action)
    assert await deadline_of(tables, number) == before


async def test_nobody_is_late_without_a_clock_or_where_nobody_else_waits(
    tables: Tables, clock: Clock, store: Store
) -> None:
    endless = await begun(tables, clock=PRESETS["endless"])
    assert (await timing(tables, endless)).deadline is None
    table = await tables.lobby.begin((await hosted(tables, computers=("pupil",))).number, ADA)
    assert tables.clock.turn_time(table) is None
    assert await due(store) == []
    left = await begun(tables, clock=DAILY, late="seat")
    other = (await tables.cache.get(left)).seats[1].user_id or 0
    assert tables.clock.turn_time(await tables.seats.resign(left, other)) is None
    clock.now += 10 * DAY
    assert not [number for number in (endless, left) if await tables.clock.tick(number)]
    table = await tables.seats.be_away(endless, ADA, clock.now + 60 * DAY)
    assert "stop" in {pause.kind for pause in table.pauses}, "as long as one likes"


async def test_what_will_happen_is_told_before(tables: Tables, clock: Clock, store: Store) -> None:
    number = await begun(tables, clock=DAILY, late="seat")
    warning, deadline = await ends(tables, number)
    assert deadline == warning + 6 * HOUR
    clock.now = warning - 1
    assert not await tables.clock.tick(number)
    assert await due(store) == [warning]
    table = await pass_to(tables, clock, number, warning)
    assert (table.row.warned_at, table.row.warned_news) == (clock.now, table.row.news)
    assert await due(store) == [deadline]
    table = await pass_to(tables, clock, number, deadline - 1)
    assert table.seats[0].status == "playing"
    table = await pass_to(tables, clock, number, deadline)
    assert (table.seats[0].status, table.seats[0].level) == ("away", STAND_IN)


async def test_a_late_warning_has_whole_notice(tables: Tables, clock: Clock, store: Store) -> None:
    number = await begun(tables, clock=DAILY, late="seat")
    told_at = await deadline_of(tables, number) + HOUR
    await pass_to(tables, clock, number, told_at)
    assert await due(store) == [told_at + 6 * HOUR]
    for moment, status in ((told_at + 6 * HOUR - 1, "playing"), (told_at + 6 * HOUR, "away")):
        assert (await pass_to(tables, clock, number, moment)).seats[0].status == status


async def test_nothing_happens_untold(tables: Tables, clock: Clock, store: Store) -> None:
    number = await begun(tables, clock=DAILY, late="seat")
    clock.now, deadline = await ends(tables, number)
    await tables.clock.tick(number)
    clock.now = deadline
    assert await tables.clock.tick(number), "it is tried again to tell it"
    table = await tables.cache.get(number)
    assert table.seats[0].status == "playing"
    assert await due(store) == [deadline + 6 * HOUR]
    table, _ = await tables.display.note_shown(number, table.row.news)
    table = await pass_to(tables, clock, number, deadline + 6 * HOUR)
    assert table.seats[0].status == "away"


async def test_when_the_time_is_up_the_others_are_asked_once(tables: Tables, clock: Clock) -> None:
    number = await begun(tables, BELA, CHIARA, clock=DAILY)
    absent = await active(tables, number)
    guest = next(user for user in (BELA, CHIARA) if user != absent.user_id)
    await refused("too-early", tables.seats.leave_to_computer(number, guest, absent.seat, STAND_IN))
    table = await late(tables, clock, number)
    assert (table.row.expired_at, table.seats[absent.seat].status) == (clock.now, "playing")
    news = table.row.news
    table = await pass_to(tables, clock, number, clock.now + DAY)
    assert table.row.news == news


@pytest.mark.parametrize("one_turn", [True, False])
async def test_the_others_decide_together(tables: Tables, clock: Clock, one_turn: bool) -> None:
    number = await begun(tables, BELA, CHIARA, clock=DAILY)
    await play_turn(tables, number)
    if (await active(tables, number)).user_id != ADA:
        await play_turn(tables, number, 1)
    absent = await active(tables, number)
    table = await late(tables, clock, number)
    for user in (BELA, CHIARA, ADA):
        if user != absent.user_id:
            table = await tables.seats.leave_to_computer(
                number, user, absent.seat, STAND_IN, one_turn=one_turn
            )
    pause = table.pause_of(absent.seat, clock.now)
    assert pause is not None
    assert table.seats[absent.seat].status == "away"
    assert pause.kind == ("turn" if one_turn else "seat")


async def test_a_day_later_others_need_not_wait_for_the_host(tables: Tables, clock: Clock) -> None:
    number = await begun(tables, BELA, CHIARA, clock=DAILY)
    absent = await active(tables, number)
    while absent.user_id == ADA:
        await play_turn(tables, number)
        absent = await active(tables, number)
    [guest] = {BELA, CHIARA} - {absent.user_id}
    await late(tables, clock, number)
    table = await tables.seats.leave_to_computer(number, guest, absent.seat, STAND_IN)
    assert table.seats[absent.seat].status == "playing"
    await pass_to(tables, clock, number, clock.now + DAY)
    table = await tables.seats.leave_to_computer(number, guest, absent.seat, STAND_IN)
    assert table.seats[absent.seat].status == "away"


async def test_a_computer_takes_one_turn_and_no_other(tables: Tables, clock: Clock) -> None:
    number = await begun(tables, clock=DAILY, late="turn")
    table = await late(tables, clock, number)
    bank = table.seats[0].bank
    while table.computer_due:
        action = next(iter(table.running_game().position.legal_actions()))
        table = await tables.turns.act_for_computer(number, table.version, action)
    assert table.running_game().position.turn == 2
    assert [seat.status for seat in table.seats] == ["playing", "playing"]
    assert table.active == table.seats[1]
    assert table.seats[0].bank == bank, "it was no turn of its own"
    tables.cache.forget(number)
    table = await tables.cache.get(number)
    assert table.pause_of(0, clock.now) is None
    assert table.row.warned_at is None


async def test_who_comes_back_has_what_was_left(tables: Tables, clock: Clock) -> None:
    number = await begun(tables, clock=DAILY)
    user = (await active(tables, number)).user_id or 0
    before = await deadline_of(tables, number)
    clock.now += HOUR
    await tables.seats.be_away(number, user, clock.now + 2 * DAY)
    assert await deadline_of(tables, number) == before + 2 * DAY
    clock.now += DAY
    await tables.seats.come_back(number, user)
    assert await deadline_of(tables, number) == before + DAY
    await refused("not-away", tables.seats.come_back(number, user))


async def test_a_pause_fills_no_bank(tables: Tables, clock: Clock) -> None:
    number = await begun(tables, clock=DAILY)
    user = (await active(tables, number)).user_id or 0
    clock.now += 30 * HOUR
    await tables.seats.be_away(number, user, clock.now + 5 * DAY)
    clock.now += 5 * DAY
    assert (await play_turn(tables, number)).seats[0].bank == 24 * HOUR - 6 * HOUR + 2 * HOUR


async def test_a_clock_stands_still_for_some_days_of_a_month(tables: Tables, clock: Clock) -> None:
    number = await begun(tables, clock=DAILY)
    await refused("not-later", tables.seats.be_away(number, ADA, clock.now))
    await refused("too-far", tables.seats.be_away(number, ADA, clock.now + 91 * DAY))
    await refused(
        "few-days", tables.seats.be_away(number, ADA, clock.now + DAYS_A_MONTH * DAY + MINUTE)
    )
    await tables.seats.be_away(number, ADA, clock.now + 10 * DAY)
    clock.now += 8 * DAY
    await tables.seats.come_back(number, ADA)
    await refused("few-days", tables.seats.be_away(number, ADA, clock.now + 7 * DAY))
    await tables.seats.be_away(number, ADA, clock.now + 6 * DAY)
    clock.now += 40 * DAY
    await tables.seats.be_away(number, ADA, clock.now + 13 * DAY)


async def test_a_computer_plays_until_that_day(tables: Tables, clock: Clock, store: Store) -> None:
    number = await begun(tables, clock=DAILY, absence="computer")
    until = clock.now + 30 * DAY
    assert (await tables.seats.be_away(number, ADA, until)).own_seat(ADA).status == "away"
    assert await due(store, RETURN) == [until]
    for clock.now, returned in ((until - 1, False), (until, True), (until, False)):
        assert await tables.seats.return_from(number, ADA) is returned
    assert (await tables.cache.get(number)).own_seat(ADA).status == "playing"


async def test_nobody_is_late_by_an_outage(tables: Tables, clock: Clock, store: Store) -> None:
    await tables.uptime.note()
    number = await begun(tables, clock=DAILY, late="seat")
    warning, deadline = await ends(tables, number)
    clock.now += 10 * DAY
    assert not await tables.clock.tick(number)
    assert await tables.uptime.note()
    assert await deadline_of(tables, number) == deadline + 10 * DAY
    assert not await tables.clock.tick(number)
    assert await due(store) == [warning + 10 * DAY]
    assert (await play_turn(tables, number)).seats[0].bank == 24 * HOUR


@pytest.mark.parametrize("kind", ["nothing", "ask", "turn", "seat"])
async def test_in_time_no_warning(tables: Tables, clock: Clock, store: Store, kind: Late) -> None:
    number = await begun(tables, clock=DAILY, late=kind)
    for seed in range(4):
        clock.now += 40 * HOUR if not seed else 20 * HOUR
        await tables.clock.tick(number)
        assert (await play_turn(tables, number, seed)).row.warned_at is None
    assert (await due(store) == []) == (kind == "nothing")


async def test_older_versions_clocks_are_wound_at_the_start(tables: Tables, store: Store) -> None:
    number = await begun(tables, clock=DAILY)
    [noted] = await store.timers.next([CLOCK], limit=5)
    await store.timers.drop(noted)
    assert await store.timers.games_without(CLOCK) == (number,)
    await tables.clock.wind_all()
    assert await due(store) == [noted.at]
    assert await store.timers.games_without(CLOCK) == ()


@pytest.mark.parametrize(
    ("agreed", "quiet_from", "hours"),
    [
        ("24h", 20, 28),
        ("5h+24h", 20, 29),  # too short a turn
        # Of each day twelve hours count: in the ninety-six of a turn there are eight such nights.
        ("72h+24h", 12, 96 + 24),
        ("72h+24h~0", 12, 96),
        ("72h+24h~5h", 12, 96 + 5),
        ("72h+24h~30d", 12, 96 + 96),
    ],
)
async def test_quiet_hours_do_not_count_as_far_as_a_table_agrees_in_turns_long_enough(
    store: Store, clock: Clock, agreed: str, quiet_from: int, hours: int
) -> None:
    personal = Personal(store)
    for person in (ADA, BELA):
        await personal.prefer(person, Preferences(quiet_from=quiet_from * 60, quiet_until=0))
    tables = tables_on(store, clock, Random(1), personal=personal)
    clock.now = 5 * DAY + (12 * HOUR if quiet_from == 12 else 0)
    number = await begun(tables, clock=read_control(agreed))
    assert await deadline_of(tables, number) == clock.now + hours * HOUR


async def test_new_quiet_hours_move_no_running_turns_deadline(store: Store, clock: Clock) -> None:
    personal = Personal(store)
    tables = tables_on(store, clock, Random(1), personal=personal)
    clock.now = 5 * DAY
    number = await begun(tables, clock=TimeControl(72 * HOUR, 24 * HOUR))
    before = await deadline_of(tables, number)
    assert before == 9 * DAY
    chosen = Preferences(zone="Asia/Tokyo", quiet_from=1320, quiet_until=480, quiet_weekend=True)
    for person in (ADA, BELA):
        await personal.prefer(person, chosen)
        assert await deadline_of(tables, number) == before
    tables.cache.forget(number)
    assert await deadline_of(tables, number) == before
    await play_turn(tables, number)
    later = await deadline_of(tables, number)
    assert later > before
    # And back: who gives quiet hours up in the middle of a turn makes it no shorter, either.
    for person in (ADA, BELA):
        await personal.prefer(person, Preferences())
    tables.cache.forget(number)
    assert await deadline_of(tables, number) == later
    await play_turn(tables, number, 1)
    assert await deadline_of(tables, number) == before
