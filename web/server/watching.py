"""The game as its watchers may see it: as far as the place where it is played was told."""

from __future__ import annotations

from dataclasses import replace

from engine.game import Game
from tabletop.errors import TableError
from tabletop.table import Table


def as_told(table: Table) -> Table:
    """Return a table as the last message about it shows it; a copy if the game has moved on since.

    A turn becomes public with the message that tells it. Watchers see it then, and never before.

    Raises:
        TableError: if the game has not begun, or no message has told of it yet.
    """
    game, told = table.running_game(), table.messages.get("turn")
    all_told = table.row.shown >= table.row.news
    if all_told and (table.row.state != "running" or _is_newest(table)):
        return table
    if told is None or told.turn is None:
        raise TableError("not-begun", number=table.number)
    row = replace(table.row, state="running")
    if told.turn == game.position.turn and not game.position.over:
        return replace(table, row=row)
    return replace(table, row=row, game=_until(game, told.turn), newest_turns=[])


def _is_newest(table: Table) -> bool:
    """Return whether the last message shows the turn that is being played."""
    told = table.messages.get("turn")
    return told is not None and told.turn == table.running_game().position.turn


def _until(game: Game, turn: int) -> Game:
    """Return a game as it was at the start of a turn."""
    earlier = Game(game.start)
    for action in game.actions:
        if earlier.position.turn == turn:
            break
        earlier.apply(action)
    return earlier
