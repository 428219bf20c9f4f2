"""A property: nothing that a seat which is behind may do raises its rating or lowers another's.

Games are played by chance to some turn. There the one who stands worst does one thing after another
of all that a seat may do, between turns, and the game goes on to whatever end. Wherever the seat
was left to a computer, the rating is compared with that of a game which ends as it stood there.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from cogs.club.results import results_of
from cogs.club.standings import Standing
from cogs.club.store import FinishedGame
from db.store import Store
from engine.errors import EngineError
from engine.game import TAKEBACK, kept
from lab.tables import tables_on
from players.levels import OPPONENTS
from tabletop.outcome import worth
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, HOUR
from tests.cogs.club.games import match, standings_in
from tests.nightly import nightly_except
from tests.tabletop.handed_over import take_turn
from tests.tabletop.playing import BELA, CHIARA, DENIZ, Clock, begun

MOST_TURNS: Final = 400  # the turns after which a game of chance is over at any rate

ACTS: Final = (
    *("resign", "leave the seat", "be away", "come back", "be late", "cancel", "be forgotten"),
    *("replace another", "undo", "play on", "play on", "go back", "give way", "give way"),
)


async def act(what: str, tables: Tables, clock: Clock, number: int, who: int, rng: Random) -> None:
    table = await tables.get(number)
    match what:
        case "resign":
            await tables.seats.resign(number, who)
        case "leave the seat":  # to a computer of any level
            seat, level = table.own_seat(who).seat, rng.choice(OPPONENTS).name
            until = rng.choice([None, clock.now + 30 * HOUR])
            await tables.seats.leave_to_computer(number, who, seat, level, until=until)
        case "be away":
            await tables.seats.be_away(number, who, clock.now + 2 * DAY)
        case "come back":
            await tables.seats.come_back(number, who)
        case "be late":
            await be_late(tables, clock, number, who, rng)
        case "cancel":
            await tables.closing.cancel(number, who)
        case "be forgotten":  # which hands the seat over first
            await tables.seats.resign(number, who)
            await tables.store.people.forget(who, "Somebody")
            tables.cache.forget(number)
        case "replace another":  # late or not
            seat = rng.choice([seat.seat for seat in table.seats if seat.user_id != who])
            one_turn = rng.random() < 0.5
            await tables.seats.leave_to_computer(number, who, seat, "pupil", one_turn=one_turn)
        case "undo":
            await tables.turns.undo(number, who)
        case "go back":  # to one's last turn, or another's to theirs, as all agree
            asking = rng.choice([who, *(seat.user_id for seat in table.playing if seat.user_id)])
            own = table.own_turns(table.playing_seat(asking).seat)
            turns = [turn for turn in own if turn < table.running_game().turn.number]
            if turns:
                await tables.turns.take_back(number, asking, turns[-1], table.version)
        case "give way":  # to a newcomer, in the seat that one has left
            if (left := table.person(who)) is not None:
                await tables.seats.take_over(number, left.seat, DENIZ, "Deniz")
        case _:
            later = _turn(table) + rng.randrange(1, 4)
            await play_to(tables, clock, number, rng, lambda table: _turn(table) >= later)


async def be_late(tables: Tables, clock: Clock, number: int, who: int, rng: Random) -> None:
    """Let one's time run out, warning and all, so that what was agreed happens."""
    await play_to(tables, clock, number, rng, lambda table: _has_turn(table, who))
    for _ in range(3):
        table = await tables.get(number)
        timing = tables.clock.turn_time(table)
        step = timing.next_step(table.row) if timing else None
        if step is None or not _has_turn(table, who):
            return
        clock.now = max(clock.now, step[1])
        await tables.clock.tick(number)
        await tables.display.note_shown(number, (await tables.get(number)).row.news)


def _has_turn(table: Table, who: int) -> bool:
    return table.active is not None and table.active.user_id == who


def _turn(table: Table) -> int:
    return table.running_game().position.turn


def _stood(table: Table) -> tuple[int, ...]:
    return worth(table.running_game().before_turn)


async def play_to(
    tables: Tables, clock: Clock, number: int, rng: Random, enough: Callable[[Table], bool]
) -> None:
    """Play by chance for people and computers, until it is enough or nobody plays on."""
    for _ in range(MOST_TURNS):
        table = await tables.get(number)
        seat = table.active
        if seat is None or enough(table) or (seat.level is not None and not table.computer_due):
            return
        await take_turn(tables, clock, number, rng)


def rating(standings: dict[int, Standing], who: int) -> float:
    """What a person's rating is made of: as strong as they almost surely are at least."""
    strength = standings.get(who, Standing(who)).strength
    return strength.mu - 3 * strength.sigma


async def acted(
    store: Store, clock: Clock, seed: int, late: str
) -> tuple[int, tuple[int, ...], int, list[tuple[int, tuple[int, ...]]]] | None:
    """Play such a game to its end.

    Returns:
        Its number, its people in turn order, who was behind, and how it stood wherever that seat
        was left, with the length of the log; None if nobody was behind before its end.
    """
    rng, tables = Random(f"{seed} {late}"), tables_on(store, clock, Random(seed))
    others = (BELA, CHIARA)[: 1 + seed % 2]
    number = await begun(tables, *others, late=late, absence=rng.choice(["stop", "computer"]))
    turns = rng.randrange(len(others) + 1, 40)

    def differs(table: Table) -> bool:
        return _turn(table) > turns and len({*_stood(table)}) == len(table.seats)

    await play_to(tables, clock, number, rng, differs)
    table = await tables.get(number)
    if table.row.state != "running":
        return None
    people = tuple(seat.user_id or 0 for seat in table.seats)
    seat = min(table.seats, key=lambda one: _stood(table)[one.seat]).seat
    loser, left = people[seat], list[tuple[int, tuple[int, ...]]]()
    for other in people:  # while some of the others are away
        if other != loser and rng.random() < 1 / 4:
            await act("leave the seat", tables, clock, number, other, rng)
    for what in rng.choices(ACTS, k=rng.randrange(1, 6)):
        clock.now += 1 + rng.randrange(HOUR)
        before = await tables.get(number)
        stood, length, status = _stood(before), before.version, before.seats[seat].status
        try:
            await act(what, tables, clock, number, loser, rng)
        except EngineError:  # it is not allowed now
            tables.cache.forget(number)
        table = await tables.get(number)
        if table.row.state != "running":
            break
        # Whoever is late has played on before, so it is asked how it stands there.
        if status == "playing" and table.seats[seat].status != "playing":
            left.append((length, stood) if what != "be late" else (table.version, _stood(table)))
    # It comes to its end: the others are there, and play on.
    await play_to(tables, clock, number, rng, lambda table: False)
    for one in (await tables.get(number)).people:
        running = (await tables.get(number)).row.state == "running"
        if running and one.status == "away" and one.user_id not in (None, loser):
            await tables.seats.come_back(number, one.user_id or 0)
            await play_to(tables, clock, number, rng, lambda table: False)
    return number, people, loser, left


@pytest.mark.slow
@pytest.mark.parametrize("late", ["ask", "turn", "seat"])
@pytest.mark.parametrize("seed", nightly_except(range(16), *range(8)))
async def test_no_act_saves_a_seat_behind(store: Store, clock: Clock, seed: int, late: str) -> None:
    found = await acted(store, clock, seed, late)
    if found is None:
        return
    number, people, loser, left = found
    stored = await store.games.load(number)
    assert stored is not None
    assert stored.state == "finished", stored.reason
    results, seat = results_of(stored), people.index(loser)
    # Whose a result is, as the store has it: that of the one who left.
    owners = [replace(one, user_id=one.left_id) if one.left_name else one for one in stored.seats]
    pairs = tuple(zip(owners, results, strict=True))
    after = standings_in([FinishedGame(number, 1, stored.leaving_counts, pairs)])
    assert DENIZ not in after, "who plays on for another is not rated"
    log = [entry.entry for entry in stored.log]
    ends = [stored.log[at] for at in kept(log) if log[at] == "end"]
    for length, stood in left:
        turn = sum(log[at] == "end" for at in kept(log[:length]))
        back = [int(entry.split()[1]) for entry in log[length:] if entry.startswith(TAKEBACK)]
        if min(back, default=turn + 1) <= turn:
            continue  # how it stood there was taken back
        # Also by whoever sat down there.
        played = any(
            entry.author != loser and (turn + place) % len(people) == seat
            for place, entry in enumerate(ends[turn:])
        )
        if min(stood) != stood[seat] or not played:
            continue
        before = standings_in([match(number, *zip(people, stood, strict=True))])
        if owners[seat].user_id is not None:  # the bot has no rating of who is forgotten
            assert rating(after, loser) <= rating(before, loser) + 1e-9
        [other, *more] = {*people} - {loser}
        # One who was away may have been set back for that, and of several the end decides.
        if not more and not any(pause.seat != seat for pause in stored.pauses):
            assert rating(after, other) >= rating(before, other) - 1e-9
