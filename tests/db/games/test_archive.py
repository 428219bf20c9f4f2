"""The lists of finished games, against what a plain search finds."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from db.games.archive import EVERYBODY, Listing
from db.games.rows import GameSummary, StoredEntry
from db.store import Store
from tests.db.samples import GUILD, HOST, NEW, SEATS, START, running

DAY = 86_400_000
CHANNELS = (20, 21, 22)


async def ended(store: Store, rng: Random) -> GameSummary:
    """A game that ended at a time of which there are several."""
    at = 20 * DAY * rng.randrange(12)
    new = replace(
        NEW,
        channel_id=rng.choice(CHANNELS),
        setup=rng.choice(["free", "first-game"]),
        created_at=at,
    )
    people = rng.sample(range(101, 105), 2)
    seats = [replace(seat, user_id=one) for seat, one in zip(SEATS, people, strict=True)]
    if rng.random() < 0.2:
        seats[1] = replace(seats[1], user_id=None, level="master")
    number = await store.games.open(new, seats)
    await store.games.begin(number, seats, START, at=at)
    end = StoredEntry("end", people[0], at)
    await store.games.append(number, 0, [end], news=True, ended="finished")
    found = await store.games.find(GUILD, states=["finished"])
    return next(row for row in found if row.game_id == number)


def people(row: GameSummary) -> set[int]:
    return {seat.user_id for seat in row.seats if seat.user_id is not None}


def has(listing: Listing, row: GameSummary) -> bool:
    if listing.guild_id != row.guild_id:
        return False
    for user, channels in listing.of:
        theirs = len(people(row)) > 1 if user == EVERYBODY else user in people(row)
        channel = row.channel_id if len(people(row)) > 1 else 0
        if theirs and (channels is None or channel in channels):
            break
    else:
        return False
    return (
        listing.setup in (None, row.setup) and listing.since <= (row.ended_at or 0) < listing.until
    )


LISTINGS = [
    Listing(GUILD, [(EVERYBODY, CHANNELS)]),
    Listing(GUILD, [(EVERYBODY, CHANNELS[:1]), (102, None)]),
    Listing(GUILD, [(EVERYBODY, CHANNELS)], "free", 40 * DAY, 161 * DAY),
    Listing(GUILD, [(103, None)]),
    Listing(GUILD, [(103, CHANNELS[1:])], "first-game"),
    Listing(GUILD + 1, [(EVERYBODY, None)]),
    Listing(GUILD, []),
]


async def test_pages_are_those_of_a_plain_search(store: Store) -> None:
    rng = Random(3)
    rows = [await ended(store, rng) for _ in range(40)]
    rows.sort(key=lambda row: (row.ended_at or 0, row.game_id), reverse=True)
    for listing in LISTINGS:
        wanted = [row for row in rows if has(listing, row)]
        found, beyond = list[GameSummary](), 0
        while page := await store.games.finished(listing, beyond, limit=7):
            found += page
            beyond = page[-1].game_id
        assert found == wanted, listing
        for place, row in enumerate(wanted):
            newer = await store.games.finished(listing, row.game_id, limit=3, newer=True)
            assert list(newer) == wanted[max(0, place - 3) : place]
        months = dict.fromkeys(month_of(row.ended_at or 0) for row in wanted)
        ends = await store.games.finished_months(listing, limit=99)
        assert [month_of(at) for at in ends] == list(months)
        assert await store.games.finished_months(listing, limit=2) == ends[:2]
    assert await store.games.channels_with_finished(GUILD) == set(CHANNELS)


def month_of(at: int) -> tuple[int, int]:
    when = datetime.fromtimestamp(at / 1000, UTC)
    return when.year, when.month


async def test_a_game_is_listed_while_it_is_finished_and_known_to_its_people(store: Store) -> None:
    row = await ended(store, Random(1))
    await running(store)
    one, other = people(row)
    everybody, own = Listing(GUILD, [(EVERYBODY, None)]), Listing(GUILD, [(one, None)])

    async def listed() -> list[int]:
        return [len(await store.games.finished(of, 0, limit=9)) for of in (everybody, own)]

    assert await listed() == [1, 1]
    everyone = (one, other, HOST, 99)
    finished = [await store.people.has_finished(person) for person in everyone]
    assert finished == [True, True, False, False], "a game that goes on is not finished"
    await store.games.set_aside(row.game_id, "a torn page")
    assert await listed() == [0, 0]
    await store.games.bring_back(row.game_id)
    assert await listed() == [1, 1]
    await store.people.forget(one, "Somebody")
    assert await listed() == [1, 0]
    assert not await store.people.has_finished(one)


async def test_games_that_ended_are_counted(store: Store) -> None:
    row = await ended(store, Random(1))
    assert (await store.counts()).games == {"finished": 1}
    assert (await store.counts()).unshown == 1
    assert await store.outbox.unshown() == (row.game_id,)
    await store.waiting.mark_shown(row.game_id, row.news - 1)
    assert await store.outbox.unshown() == (row.game_id,)
    lobby = await store.games.open(NEW, SEATS)
    await store.games.set_state(lobby, "cancelled", at=9)
    await store.waiting.mark_shown(lobby, 2)
    await store.waiting.mark_shown(row.game_id, row.news)
    assert await store.outbox.unshown() == ()
    assert (await store.counts()).guilds == 1
    await store.games.set_aside(row.game_id, "a torn page")
    assert (await store.counts()).games == {"aside": 1, "cancelled": 1}
    assert await store.outbox.unshown() == (row.game_id,)
    await store.games.bring_back(row.game_id)
    assert (await store.counts()).games["finished"] == 1
    assert await store.outbox.unshown() == (row.game_id,)
