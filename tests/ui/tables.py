"""Tables in memory, for what is made of them without Discord or a database."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from db.games.rows import HelpLevel, MessageKind, StoredMessage, StoredSeat
from engine.edition import Edition
from engine.game import Game
from engine.random_play import random_action, random_start
from tabletop.table import Table
from tabletop.tables import table_in_memory


def played(edition: Edition, setup: str, seats: int, seed: int, turns: int | None = None) -> Game:
    """A random game after so many turns, at a turn's beginning, or after all of them."""
    rng = Random(seed)
    game = Game(random_start(edition, setup, seats, rng))
    while not game.position.over and (turns is None or game.position.turn <= turns):
        game.apply(random_action(game.position, rng))
    return game


def table_of(game: Game, helped: HelpLevel = "all") -> Table:
    """A running table of game 7, where the person of seat 0 has the id 100, and so on."""
    people = [f"Player {seat}" for seat in range(game.start.seats)]
    return seated(game, people, first=100, game_id=7, help=helped)


def seated(game: Game, people: Sequence[str], *, first: int = 10, **changed: Any) -> Table:
    """A game at a table of people; its lobby stands."""
    seats = tuple(
        StoredSeat(seat, first + seat, name, game.start.colours[seat])
        for seat, name in enumerate(people)
    )
    row = table_in_memory(game, 123456, 0, people, first, help="completions").row
    row = replace(row, guild_id=1, channel_id=2, mirror=game.start.mirror, seat_limit=4)
    messages: dict[MessageKind, StoredMessage] = {"lobby": StoredMessage("lobby", 2, 3)}
    return Table(replace(row, seats=seats, **changed), game, frozenset(), messages)
