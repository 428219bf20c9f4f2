"""Games that are over, put into the bot's store as if they had been played there before."""

from __future__ import annotations

from functools import cache

from db.games.rows import NewGame, StoredEntry, StoredSeat, StoredStart
from engine import RULES_VERSION, Game
from engine.edition_writing import compact
from tests.db.real_games import played
from tests.e2e.people import Person
from tests.e2e.world import World

DAY = 86_400_000
NOVEMBER = 1_793_491_200_000  # the first day of a month, in milliseconds UTC: 1 November 2026


@cache
def a_game(seed: int, seats: int) -> Game:
    return played(seed, people=seats)


async def finished(
    world: World,
    *people: Person | None,
    seed: int = 1,
    at: int = NOVEMBER,
    channel: int | None = None,
    thread: int | None = None,
    resigned: int | None = None,
    leaving_counts: bool = True,
) -> int:
    """The number of a finished game of these people; nobody is a computer player.

    Args:
        seed: which of the games of random play it was.
        at: when it began; each action took a minute.
        channel, thread: where it was played; in the world's channel if not said.
        resigned: the seat of one who left it.
        leaving_counts: whether it counts in the ranking.
    """
    game, store = a_game(seed, len(people)), world.bot.services.tables.store
    start = game.start
    seats = [
        StoredSeat(seat, person.id, person.name.capitalize(), colour)
        if person
        else StoredSeat(seat, None, "Aldo the journeyman", colour, level="journeyman")
        for seat, (person, colour) in enumerate(zip(people, start.colours, strict=True))
    ]
    new = NewGame(
        guild_id=world.guild.id,
        channel_id=channel or world.channel.id,
        thread_id=thread,
        host_id=next(seat.user_id for seat in seats if seat.user_id),
        edition=start.edition.id,
        setup=start.setup,
        mirror=start.mirror,
        seat_limit=4,
        language="en",
        created_at=at,
        leaving_counts=leaving_counts,
    )
    number = await store.games.open(new, seats)
    deal = StoredStart(
        lot=str(start.lot),
        deck=" ".join(str(card) for card in start.deck),
        rules_version=RULES_VERSION,
        fingerprint=start.edition.fingerprint,
        edition_text=compact(start.edition),
    )
    await store.games.begin(number, seats, deal, at=at)
    log, turn = [], 0
    for place, action in enumerate(game.actions, start=1):
        log.append(StoredEntry(str(action), seats[turn % len(seats)].user_id, at + place * 60_000))
        turn += str(action) == "end"
    if resigned is not None:
        await store.games.hand_over(number, resigned, "resigned", "caretaker", at=at, left_turn=9)
    news = await store.games.append(number, 0, log, news=True, ended="finished")
    await store.waiting.mark_shown(number, news)
    return number
