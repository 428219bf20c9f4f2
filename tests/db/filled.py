"""A store in which everything is kept that can be."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from db import acting
from db.acting import Act
from db.club.rows import StoredResult, StoredStanding
from db.daily.rows import StoredAnswer, StoredRating
from db.games.rows import ClockChange, StoredPause
from db.leagues.rows import StoredEntrant
from db.ledger.rows import Charge, Limits, StoredAct
from db.outbox.rows import NewWaiting, StoredWaiting
from db.people.rows import Preferences, StoredPlan, StoredVisit
from db.store import Store
from db.timers.rows import StoredDue
from tests.db.real_games import PEOPLE, played, stored
from tests.db.samples import GUILD, LEAGUE, NEW

ADA, BELA = PEOPLE[:2]
NAMES = {ADA: "Ada", BELA: "Bela"}
STANDINGS = (
    StoredStanding(GUILD, ADA, "Player 0", "{}", "[1]"),
    StoredStanding(GUILD, BELA, "Player 1", "{}", "[2]"),
)
RESULTS = (StoredResult(0, 40, 12, "500 700", "farm mill"), StoredResult(1, 31, 0, "", ""))


async def asked(store: Store, person: int, game: int) -> None:
    """Somebody writes a note, as it is asked for by an interaction."""

    async def act() -> None:
        key = f"asked by {NAMES[person]}"
        acting.begin(Act(key, person, 6_000, asyncio.current_task(), game_id=game))
        await store.people.set_note(game, person, "keep the red mill")

    await asyncio.create_task(act())
    await store.acts.note({f"asked by {NAMES[person]}": "It is noted."})


async def answered(store: Store, person: int) -> None:
    """Somebody answers the position of a day."""
    given = StoredAnswer(20_000, person, "end", True, True, True, 7_000)
    rating = StoredRating(25_000, 8_000, 1)
    await store.daily.answer(given, lambda _person, _day: (rating, rating))


async def full(store: Store) -> tuple[int, int, int]:
    """A finished, a resigned and a closed game of Ada with everything that a person can leave."""
    finished = await stored(store, played(1))
    resigned = await stored(store, played(2, 20))
    closed = await stored(store, played(3, 10))
    for game in (finished, resigned, closed):
        await store.people.set_note(game, ADA, "keep the red mill")
        await store.people.set_note(game, BELA, "sell silver")
        await store.people.set_plan(game, ADA, StoredPlan(3, "pass"))
    for person in (ADA, BELA):
        link = StoredVisit(f"link of {NAMES[person]}", "used", person, closed, "en", 9_000)
        begun = StoredVisit(f"session of {NAMES[person]}", "session", person, closed, "en", 9_000)
        assert await store.people.enter(link, begun, 5_000, 20)
    pauses = StoredPause(0, 4_000, 9_000, "stop"), StoredPause(1, 4_000, 9_500, "away")
    await store.games.set_clock(closed, ClockChange(pauses=pauses), news=False)
    await store.games.set_votes(closed, "cancel", {ADA, BELA}, at=5_000, ended="closed")
    await store.games.hand_over(resigned, 0, "resigned", "caretaker", at=5_000)
    await store.timers.put(
        StoredDue("remind", 9_000, game_id=closed, user_id=ADA),
        StoredDue("remind", 9_000, game_id=closed, user_id=BELA),
    )
    waiting = StoredWaiting(
        game_id=closed, guild_id=GUILD, user_id=ADA, turn=11, since=9_000, called=True
    )
    await store.outbox.mark_shown(closed, 1, waiting=NewWaiting(waiting))
    nudged = replace(waiting, game_id=resigned, user_id=BELA, nudged_by=ADA)
    await store.outbox.mark_shown(resigned, 1, waiting=NewWaiting(nudged))
    league = await store.leagues.open(replace(LEAGUE, host_id=ADA), most=9)
    await store.leagues.set_entrants(league, [StoredEntrant(1, ADA, "Player 0")])
    await store.people.set_preferences(ADA, Preferences(theme="light"))
    await store.people.set_preferences(BELA, Preferences(language="fr"))
    await store.club.set_ranked(GUILD, ADA, True)
    await store.club.set_ranked(GUILD, BELA, True)
    await store.club.count_game(finished, RESULTS, STANDINGS)
    await answered(store, ADA)
    await answered(store, BELA)
    await asked(store, ADA, closed)
    await asked(store, BELA, closed)
    return finished, resigned, closed


async def everywhere(store: Store) -> None:
    """Ada stands wherever a person can."""
    await full(store)
    await store.games.open(replace(NEW, host_id=BELA), limits=Limits(), invited=[ADA])
    act = StoredAct(kind="post", guild_id=GUILD, user_id=ADA, at=1_000)
    await store.ledger.pay(Charge(Limits(), (act,)))
    await store.games.set_blocked(GUILD, ADA, True)
