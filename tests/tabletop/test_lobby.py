"""Lobbies, what is shown of games, and quiet hours."""

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise, takewhile
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from db.games.rows import StoredMessage
from db.outbox import StoredItem, strip
from db.preferences import Preferences
from db.store import Store
from db.waiting import StoredWaiting
from delivery.causes import NotShownError
from engine.edition_files import load_edition
from engine.start import FIRST_GAME, FREE, SETUPS
from lab.tables import tables_on
from players.levels import OPPONENTS
from tabletop.errors import TableError
from tabletop.lobby import LOBBY, MOST_CALLS, UNVISITED_MS
from tabletop.opening import Dealer, Opening
from tabletop.publishing import Shown
from tabletop.quiet import LONGEST_GAP_MS, QuietHours, Uptime, quiet_of, zone_of
from tabletop.reminders import MOST, after_notice, next_time
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, HOUR, MINUTE
from tests.delivery.waiting import until
from tests.tabletop.playing import ADA, BELA, CHANNEL, CHIARA, DENIZ, GUILD, Clock, begun, play_turn
from tests.tabletop.showing import showing
from tests.visiting import visiting


def opening(
    *, seats: int = 3, full: bool = False, invited: tuple[int, ...] = (), clock: str = "relaxed"
) -> Opening:
    return Opening(
        GUILD, CHANNEL, ADA, "Ada", seat_limit=seats, begins_full=full, invited=invited, clock=clock
    )


async def test_who_fills_the_table_calls_the_host_a_few_times_at_most(tables: Tables) -> None:
    number = (await tables.lobby.open(opening(seats=2))).number
    calls = []
    for _ in range(MOST_CALLS + 2):
        calls.append((await tables.lobby.join(number, BELA, "Bela")).row.calls)
        await tables.lobby.leave(number, BELA)
    assert calls == [1, 2, 3, 3, 3]


async def test_a_host_who_fills_the_table_knows(tables: Tables) -> None:
    number = (await tables.lobby.open(opening(seats=2))).number
    assert (await tables.lobby.add_computer(number, ADA, "journeyman")).row.calls == 0


async def test_a_lobby_begins_by_itself_where_its_host_wished_so(tables: Tables) -> None:
    number = (await tables.lobby.open(opening(full=True))).number
    assert (await tables.lobby.join(number, BELA, "Bela")).row.state == "lobby"
    table = await tables.lobby.add_computer(number, ADA, "journeyman")
    assert (table.row.state, table.row.calls) == ("running", 0)


async def test_seats_are_kept_for_those_who_are_invited(tables: Tables) -> None:
    number = (await tables.lobby.open(opening(invited=(BELA,)))).number
    await tables.lobby.join(number, CHIARA, "Chiara")
    with pytest.raises(TableError) as caught:
        await tables.lobby.join(number, DENIZ, "Deniz")
    assert caught.value.code == "kept"
    assert (await tables.lobby.join(number, BELA, "Bela")).row.invited == ()
    with pytest.raises(TableError) as caught:
        await tables.lobby.join(number, DENIZ, "Deniz")
    assert caught.value.code == "full"


async def test_a_host_may_give_a_kept_seat_to_a_computer_or_begin_without(tables: Tables) -> None:
    number = (await tables.lobby.open(opening(invited=(BELA, CHIARA)))).number
    table = await tables.lobby.add_computer(number, ADA, "journeyman")
    assert table.row.invited == (BELA,)
    table = await tables.lobby.begin(number, ADA)
    assert (len(table.seats), table.row.invited) == (2, ())


async def test_more_cannot_be_invited_than_there_are_seats(tables: Tables) -> None:
    with pytest.raises(TableError) as caught:
        await tables.lobby.open(opening(seats=2, invited=(BELA, CHIARA)))
    assert caught.value.code == "bad-seats"


async def test_a_lobby_to_which_nobody_comes_closes_after_a_week(
    tables: Tables, store: Store, clock: Clock
) -> None:
    number = (await tables.lobby.open(opening())).number
    [due] = await store.timers.next([LOBBY], limit=9)
    assert (due.at, due.game_id) == (clock.now + UNVISITED_MS, number)
    clock.now = due.at
    assert await tables.lobby.close_unvisited(number)
    row = (await tables.get(number)).row
    assert (row.closing_at, row.calls) == (clock.now + DAY, 1)
    [due] = await store.timers.next([LOBBY], limit=9)
    assert due.at == row.closing_at
    clock.now = due.at
    assert await tables.lobby.close_unvisited(number)
    assert (await tables.get(number)).row.state == "cancelled"
    assert not await tables.lobby.close_unvisited(number)


@pytest.mark.parametrize(
    ("control", "wait"), [("relaxed", DAY), ("daily", DAY), ("evening", 10 * MINUTE)]
)
async def test_anybody_begins_a_full_lobby_whose_host_does_not(
    tables: Tables, store: Store, clock: Clock, control: str, wait: int
) -> None:
    number = (await tables.lobby.open(opening(seats=2, clock=control))).number
    await tables.lobby.join(number, BELA, "Bela")
    with pytest.raises(TableError) as caught:
        await tables.lobby.begin(number, BELA)
    assert caught.value.code == "not-host"
    [due] = await store.timers.next([LOBBY], limit=9)
    assert due.at == clock.now + wait
    clock.now = due.at
    assert await tables.lobby.close_unvisited(number)
    row = (await tables.get(number)).row
    assert row.closing_at == clock.now + UNVISITED_MS
    with pytest.raises(TableError) as caught:
        await tables.lobby.begin(number, CHIARA)
    assert caught.value.code == "not-seated"
    await tables.lobby.begin(number, BELA)
    assert (await tables.get(number)).row.state == "running"


async def test_with_computers_alone_a_full_lobby_is_its_hosts(
    tables: Tables, store: Store, clock: Clock
) -> None:
    number = (await tables.lobby.open(opening(seats=2))).number
    await tables.lobby.add_computer(number, ADA, OPPONENTS[0].name)
    [due] = await store.timers.next([LOBBY], limit=9)
    assert due.at == clock.now + UNVISITED_MS


@pytest.mark.parametrize("come", ["join", "keep"])
async def test_who_comes_keeps_a_lobby_open(
    tables: Tables, store: Store, clock: Clock, come: str
) -> None:
    number = (await tables.lobby.open(opening())).number
    clock.now += UNVISITED_MS
    await tables.lobby.close_unvisited(number)
    if come == "join":
        await tables.lobby.join(number, BELA, "Bela")
    else:
        await tables.lobby.keep_open(number, ADA)
    assert (await tables.get(number)).row.closing_at is None
    [due] = await store.timers.next([LOBBY], limit=9)
    assert due.at == clock.now + UNVISITED_MS


async def test_a_host_has_only_so_many_games(tables: Tables) -> None:
    for _ in range(20):
        await begun(tables)
    with pytest.raises(TableError) as caught:
        await begun(tables)
    assert caught.value.code == "too-many-hosted"


async def test_of_many_opened_at_once_only_so_many_are(tables: Tables, store: Store) -> None:
    outcomes = await asyncio.gather(
        *(tables.lobby.open(Opening(GUILD, CHANNEL, ADA, "Ada")) for _ in range(60)),
        return_exceptions=True,
    )
    refusals = [outcome for outcome in outcomes if isinstance(outcome, TableError)]
    assert {refusal.code for refusal in refusals} == {"too-many-hosted"}
    assert len(outcomes) - len(refusals) == 20
    assert len(await store.games.find(GUILD, states=["lobby"])) == 20


EDITION = load_edition()
SEEDS = st.integers(0, 2**32)
SEATS = st.integers(2, 4)


@given(SEEDS, SEATS)
def test_everybody_has_one_turn_in_the_order(seed: int, seats: int) -> None:
    assert sorted(Dealer(Random(seed)).order(seats)) == list(range(seats))


@given(SEEDS, st.sampled_from(SETUPS), SEATS, st.booleans())
def test_all_cards_are_dealt_once_and_colours_differ(
    seed: int, setup: str, seats: int, mirror: bool
) -> None:
    start = Dealer(Random(seed)).start(EDITION, setup, seats, None, mirror=mirror)
    assert Counter(start.deck) == Counter(EDITION.deck(first_game=setup == FIRST_GAME))
    assert len(set(start.colours)) == seats
    assert set(start.colours) <= set(EDITION.colours)
    assert (start.setup, start.mirror) == (setup, mirror)


def test_any_lot_any_colour_and_any_place_may_come_first() -> None:
    dealt = [Dealer(Random(seed)).start(EDITION, FREE, 2, None, mirror=False) for seed in range(99)]
    assert {start.lot for start in dealt} == set(EDITION.lots)
    assert {start.colours[0] for start in dealt} == set(EDITION.colours)
    assert {Dealer(Random(seed)).order(4)[0] for seed in range(99)} == {0, 1, 2, 3}


@given(SEEDS)
def test_the_castle_stands_where_it_is_preset_or_wanted(seed: int) -> None:
    dealer = Dealer(Random(seed))
    assert dealer.start(EDITION, FIRST_GAME, 2, None, mirror=False).lot == EDITION.first_lot
    wanted = EDITION.lots[seed % len(EDITION.lots)]
    assert dealer.start(EDITION, FREE, 2, wanted, mirror=False).lot == wanted


class Stage:
    """An announcer that fails as it is told, and remembers what it showed.

    Attributes:
        shown: for each success the number of the table, its news, and whether it was recovering.
        troubles: what happens at the next calls; None is a success.
        items: what each success leaves to be done.
        changed: the messages to which something was done.
    """

    def __init__(self) -> None:
        self.shown: list[tuple[int, int, bool]] = []
        self.troubles: list[Exception | None] = []
        self.items: list[StoredItem] = []
        self.changed: list[int] = []
        self.gate: asyncio.Event | None = None
        self.arrived = 0

    async def announce(self, table: Table, *, recovering: bool) -> Shown:
        news = table.row.news
        self.arrived += 1
        if self.gate is not None:
            await self.gate.wait()
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble is not None:
            raise trouble
        self.shown.append((table.number, news, recovering))
        turn = table.game.position.turn if table.game else None
        return Shown(news, [StoredMessage("turn", 5, 100 + news, turn)], self.items)

    async def do(self, item: StoredItem) -> None:
        self.changed.append(item.message_id)


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.mark.databases
async def test_news_are_shown_once_and_noted(tables: Tables, stage: Stage, clock: Clock) -> None:
    publisher = showing(tables, stage)
    clock.now += 1
    number = await begun(tables)
    assert await publisher.publish(number) is None
    assert await publisher.publish(number) is None
    [(shown, _, recovering)] = stage.shown
    assert (shown, recovering) == (number, False)
    table = await tables.cache.get(number)
    assert table.row.shown == table.row.news
    assert table.messages["turn"].message_id == 100 + table.row.news


@pytest.mark.databases
async def test_a_table_dropped_meanwhile_is_not_shown_twice(store: Store, stage: Stage) -> None:
    tables = tables_on(store, lambda: 0, Random(1), cached=1)
    publisher = showing(tables, stage)
    number = await begun(tables)
    stage.gate = asyncio.Event()
    showing_it = asyncio.create_task(publisher.publish(number))
    await until(lambda: stage.arrived == 1)
    await begun(tables)
    await tables.cache.get(number)
    stage.gate.set()
    await showing_it
    assert len(stage.shown) == 1
    table = await tables.cache.get(number)
    assert table.row.shown == table.row.news


@pytest.mark.databases
async def test_a_game_of_before_the_start_is_looked_back_for_whoever_asks_first(
    tables: Tables, stage: Stage, clock: Clock
) -> None:
    number = await begun(tables)
    clock.now += 1
    publisher = showing(tables, stage)
    await publisher.publish(number)
    await play_turn(tables, number)
    await publisher.publish(number)
    assert [recovering for _, _, recovering in stage.shown] == [True, False]


@pytest.mark.databases
async def test_a_finished_game_that_cannot_be_read_is_set_aside_and_shown_once(
    store: Store, stage: Stage
) -> None:
    tables = tables_on(store, lambda: 0, Random(1))
    number = await begun(tables)
    while (await tables.cache.get(number)).active is not None:
        await play_turn(tables, number)
    tables.cache.forget(number)
    with visiting(store.place) as connection:
        [known] = connection.execute("SELECT fingerprint FROM games").fetchone()
        connection.execute("UPDATE games SET fingerprint = 'of another edition'")
    publisher = showing(tables, stage)
    assert await publisher.publish(number) is None
    row = (await tables.cache.get(number)).row
    assert (row.state, row.shown) == ("aside", row.news)
    assert row.reason is not None
    assert "is not the one that it began with" in row.reason
    assert len(stage.shown) == 1
    await store.games.bring_back(number)
    tables.cache.forget(number)
    with visiting(store.place) as connection:
        connection.execute("UPDATE games SET fingerprint = :known", {"known": known})
    assert (await tables.cache.get(number)).row.state == "finished"


@pytest.mark.databases
async def test_what_is_to_be_done_to_messages_is_noted_with_the_news_and_done(
    tables: Tables, stage: Stage, store: Store
) -> None:
    publisher = showing(tables, stage, change=stage.do)
    number = await begun(tables)
    stage.items = [strip(GUILD, number, 5, 77)]
    await publisher.publish(number)
    await publisher.outbox.close()
    assert stage.changed == [77]
    assert await store.outbox.unsaid(1 << 62) == ()


@pytest.mark.databases
async def test_a_game_that_moves_while_it_cannot_be_told_is_told_where_it_is_now(
    tables: Tables, stage: Stage, store: Store
) -> None:
    number = await begun(tables)
    publisher = showing(tables, stage)
    stage.gate, stage.troubles = asyncio.Event(), [NotShownError("gone")]
    posting = publisher.begin(number)
    await until(lambda: stage.arrived == 1)
    await tables.display.move(number, ADA, 77)
    stage.gate.set()
    assert await posting is None
    assert await store.outbox.unshown() == ()


async def test_the_end_of_a_game_is_given_up_where_it_cannot_be_told(
    tables: Tables, stage: Stage, store: Store
) -> None:
    number = await begun(tables)
    publisher = showing(tables, stage)
    stage.troubles = [NotShownError("gone"), NotShownError("failed"), NotShownError("gone")]
    assert await publisher.publish(number) is not None
    assert await store.outbox.unshown() == (number,), "it goes on"
    await tables.closing.close(number, GUILD, "a reason")
    assert await publisher.publish(number) is not None
    assert await store.outbox.unshown() == (number,), "a defect may be repaired"
    assert await publisher.publish(number) is not None
    assert await store.outbox.unshown() == ()


ZONES = (
    *("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC+05:45"),
    *("Pacific/Auckland", "Africa/Casablanca", "UTC-03:30", "America/Santiago"),
)


def at(text: str, zone: str | None = None) -> int:
    """The moment of a local time, such as ``2026-03-29 01:30``."""
    local = datetime.fromisoformat(text).replace(tzinfo=zone_of(zone))
    return round(local.timestamp() * 1000)


def local(moment: int, zone: str) -> str:
    return datetime.fromtimestamp(moment / 1000, zone_of(zone)).strftime("%a %H:%M")


BERLIN = QuietHours("Europe/Berlin", 22 * 60, 8 * 60)


@pytest.mark.parametrize(
    ("clock", "quiet"),
    [("21:59", False), ("22:00", True), ("00:00", True), ("07:59", True), ("08:00", False)],
)
def test_a_night_goes_over_midnight(clock: str, quiet: bool) -> None:
    assert BERLIN.covers(at(f"2026-01-14 {clock}", "Europe/Berlin")) is quiet
    assert BERLIN.covers(at(f"2026-07-14 {clock}", "Europe/Berlin")) is quiet


def test_a_siesta_does_not() -> None:
    siesta = QuietHours("UTC+02:00", 13 * 60, 15 * 60)
    assert siesta.over(at("2026-01-14 12:30")) == at("2026-01-14 13:00")
    assert not siesta.covers(at("2026-01-14 23:30"))


def test_nobody_is_quiet_who_did_not_say_so() -> None:
    assert QuietHours().over(5) == 5


def test_a_weekend_is_quiet_to_its_end_and_the_night_after_it() -> None:
    weekend = QuietHours("Europe/Berlin", 22 * 60, 8 * 60, weekend=True)
    friday = at("2026-01-16 22:30", "Europe/Berlin")
    assert local(weekend.over(friday), "Europe/Berlin") == "Mon 08:00"
    assert local(QuietHours("Europe/Berlin", weekend=True).over(friday), "Europe/Berlin") == (
        "Fri 22:30"
    )


@pytest.mark.parametrize(
    ("hours", "moment", "ends"),
    [
        ((22, 8), "2026-03-28 23:00", "Sun 08:00"),  # seven hours of a night put on by one
        ((22, 2.5), "2026-03-28 23:00", "Sun 03:00"),  # there is no 02:30 in this night
        ((22, 8), "2026-10-24 23:00", "Sun 08:00"),
        ((22, 2.5), "2026-10-24 23:00", "Sun 02:30"),  # the first of two
        ((2.5, 2.75), "2026-10-25 02:30", "Sun 02:45"),
    ],
)
def test_the_clock_is_put_on_and_back(hours: tuple[float, float], moment: str, ends: str) -> None:
    since, until = (round(hour * 60) for hour in hours)
    quiet = QuietHours("Europe/Berlin", since, until)
    assert local(quiet.over(at(moment, "Europe/Berlin")), "Europe/Berlin") == ends


def test_an_hour_that_comes_twice_is_quiet_twice() -> None:
    quiet = QuietHours("Europe/Berlin", 120, 180)
    second = round(
        datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"), fold=1).timestamp() * 1000
    )
    assert quiet.covers(second)
    assert quiet.covers(second - 60 * MINUTE)
    assert quiet.over(second - 60 * MINUTE) == second + 30 * MINUTE


@given(
    zone=st.sampled_from(ZONES),
    hours=st.lists(st.integers(0, 1439), min_size=2, max_size=2, unique=True),
    weekend=st.booleans(),
    moment=st.integers(0, 365 * 24 * 60),
)
@example(zone="Australia/Lord_Howe", hours=[110, 130], weekend=False, moment=132930)
def test_quiet_ends_when_it_does(zone: str, hours: list[int], weekend: bool, moment: int) -> None:
    quiet = QuietHours(zone, hours[0], hours[1], weekend)
    begun = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=moment)
    now = round(begun.timestamp() * 1000)
    end = quiet.over(now)
    assert not quiet.covers(end)
    assert all(quiet.covers(minute) for minute in range(now, end, MINUTE))
    assert end == now or quiet.covers(end - 1)


def test_a_zone_that_there_is_no_more_is_utc() -> None:
    for name in (None, "Europe/Atlantis", "../etc/passwd", "UTC+2"):
        assert zone_of(name) is UTC


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", None])
@pytest.mark.parametrize("weekend", [False, True])
def test_the_spans_are_all_moments_at_which_it_is_quiet(zone: str | None, weekend: bool) -> None:
    quiet = QuietHours(zone, 22 * 60, 7 * 60 + 30, weekend)
    begin = round(datetime(2026, 10, 1, tzinfo=UTC).timestamp() * 1000)
    end = begin + 40 * 24 * 3_600_000
    spans = list(takewhile(lambda span: span[0] < end, quiet.spans(begin)))
    for moment in range(begin, end, 15 * 60_000):
        inside = any(since <= moment < until for since, until in spans)
        assert quiet.covers(moment) == inside


def test_without_quiet_hours_or_without_an_end_of_them_there_are_no_spans() -> None:
    assert list(QuietHours().spans(0)) == []
    assert list(QuietHours(None, 60, 60).spans(0)) == []


async def of(store: Store, clock: Clock) -> Uptime:
    """What a bot knows that was just started."""
    uptime = Uptime(store, clock)
    await uptime.load()
    return uptime


async def test_minute_by_minute_nothing_is_an_outage(store: Store, clock: Clock) -> None:
    uptime = await of(store, clock)
    assert uptime.is_here
    for _ in range(5):
        assert not await uptime.note()
        clock.now += MINUTE
    assert uptime.outages() == []
    assert (await of(store, clock)).outages() == []


async def test_a_stop_lasts_from_the_last_note_to_the_next_one(store: Store, clock: Clock) -> None:
    uptime = await of(store, clock)
    await uptime.note()
    seen = clock.now
    clock.now += HOUR
    uptime = await of(store, clock)
    assert not uptime.is_here
    assert uptime.outages() == [(seen, clock.now + LONGEST_GAP_MS)]
    clock.now += MINUTE
    assert await uptime.note()
    assert uptime.outages() == [(seen, clock.now)]
    assert (await of(store, clock)).outages() == [(seen, clock.now)]


async def test_a_quick_restart_is_none(store: Store, clock: Clock) -> None:
    await (await of(store, clock)).note()
    clock.now += LONGEST_GAP_MS
    uptime = await of(store, clock)
    assert not await uptime.note()
    assert uptime.outages() == []


async def test_a_clock_set_on_and_back_leaves_nothing_behind(store: Store, clock: Clock) -> None:
    uptime = await of(store, clock)
    await uptime.note()
    begin = clock.now
    clock.now += 365 * DAY
    assert await uptime.note()
    clock.now = begin + MINUTE
    assert await uptime.note()
    assert uptime.outages() == [(begin, clock.now)]
    clock.now += MINUTE
    assert not await uptime.note()
    assert (await of(store, clock)).outages() == uptime.outages()


async def test_a_clock_that_was_set_back_stops_nothing(store: Store, clock: Clock) -> None:
    clock.now = DAY
    uptime = await of(store, clock)
    await uptime.note()
    clock.now -= HOUR
    assert await uptime.note()
    assert uptime.is_here
    assert uptime.outages() == []


YEAR = 365 * 24 * HOUR
JANUARY = round(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1000)

minutes = st.integers(0, 1439)
chosen_by_somebody = st.builds(
    Preferences,
    mention=st.booleans(),
    remind=st.sampled_from(["never", "once", "daily"]),
    remind_after=st.integers(1, 100),
    zone=st.sampled_from(ZONES),
    quiet_from=minutes,
    quiet_until=minutes,
    quiet_weekend=st.booleans(),
)


def waits(since: int, *, notified: bool = True) -> StoredWaiting:
    return StoredWaiting(game_id=1, guild_id=2, user_id=3, turn=4, since=since, notified=notified)


@given(chosen_by_somebody, st.integers(JANUARY, JANUARY + YEAR), st.booleans(), st.integers(0, 400))
def test_a_turn_is_told_of_in_time_and_twice_again_at_most(
    chosen: Preferences, since: int, notified: bool, outage: int
) -> None:
    if chosen.quiet_from == chosen.quiet_until:  # all day long, which nobody can choose
        return
    waiting, told = waits(since, notified=notified), list[int]()
    now = since + outage * HOUR  # the bot was down so long
    while (at := next_time(waiting, chosen, now)) is not None:
        assert at >= now
        assert not quiet_of(chosen).covers(at)
        told.append(at)
        now, waiting = at, after_notice(waiting, at)
    reminders = told if notified else told[1:]
    most = {"never": 0, "once": 1, "daily": MOST}[chosen.remind]
    assert len(reminders) == (most if chosen.mention else 0)
    assert bool(told) or notified or not chosen.mention
    hours = 24 if chosen.remind == "daily" else chosen.remind_after
    begun = [told[0] if told and not notified else since, *reminders]
    assert all(b - a >= hours * HOUR for a, b in pairwise(begun))


def test_the_morning_after_the_clock_was_put_on_comes_an_hour_earlier() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    chosen = Preferences(zone="Europe/Berlin", quiet_from=22 * 60, quiet_until=8 * 60)
    for day, utc in ((28, "07:00"), (29, "06:00"), (30, "06:00")):
        evening = datetime(2026, 3, day - 1, 23, tzinfo=berlin)
        since = round(evening.timestamp() * 1000)
        at = next_time(waits(since, notified=False), chosen, since)
        assert at is not None
        assert datetime.fromtimestamp(at / 1000, UTC).strftime("%d %H:%M") == f"{day} {utc}"
