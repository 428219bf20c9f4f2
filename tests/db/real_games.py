"""Real games for a store: dealt and played at random by the engine."""

from dataclasses import replace
from random import Random

from db.games.rows import NewGame, State, StoredEntry, StoredSeat, StoredStart
from db.store import Store
from engine import RULES_VERSION, Edition, Game, Start, load_edition
from engine.edition_writing import compact
from engine.random_play import random_action, random_start
from tests.db.samples import NEW

PEOPLE = (300_000_001, 300_000_002, 300_000_003, 300_000_004)
"""Ids that no other number in a database is by chance."""


def dealt(seed: int, people: int = 2, edition: Edition | None = None) -> Game:
    """A game in which nothing was done yet."""
    rng = Random(seed)
    return Game(random_start(edition or load_edition(), "free", people, rng, mirror=seed % 2 == 0))


def played(seed: int, actions: int = 10_000, people: int = 2) -> Game:
    """A game after so many random actions, or its end."""
    rng, game = Random(seed), dealt(seed, people)
    while not game.position.over and len(game.actions) < actions:
        game.apply(random_action(game.position, rng))
    return game


def new_game(start: Start, guild: int = 10) -> NewGame:
    """What a lobby for that start is opened with."""
    edition, host = start.edition.id, PEOPLE[0]
    agreed = replace(NEW, edition=edition, setup=start.setup, mirror=start.mirror)
    return replace(agreed, guild_id=guild, host_id=host)


async def stored(store: Store, game: Game, guild: int = 10) -> int:
    """The number of a game that was begun and played in a store."""
    start = game.start
    seats = [
        StoredSeat(seat, PEOPLE[seat], f"Player {seat}", colour)
        for seat, colour in enumerate(start.colours)
    ]
    number = await store.games.open(new_game(start, guild), seats)
    deal = StoredStart(
        lot=str(start.lot),
        deck=" ".join(str(card) for card in start.deck),
        rules_version=RULES_VERSION,
        fingerprint=start.edition.fingerprint,
        edition_text=compact(start.edition),
    )
    await store.games.begin(number, seats, deal, at=2_000)
    log = [
        StoredEntry(str(action), PEOPLE[place % len(seats)], 3_000 + place)
        for place, action in enumerate(game.actions)
    ]
    if log:
        ended: State | None = "finished" if game.position.over else None
        await store.games.append(number, 0, log, news=True, ended=ended)
    return number
