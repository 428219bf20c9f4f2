"""Advice for a person in turn: the best actions that the strongest computer player sees."""

from __future__ import annotations

from typing import Final

from players.hints import Hint, hints
from players.judge import JUDGING
from players.thinking import Kind, Question, StillThinkingError, ThinkingError, ThinkingPool
from runtime.newest import Newest
from tabletop.errors import TableError
from tabletop.help import help_at
from tabletop.personal import Personal
from tabletop.table import Table
from tabletop.tables import Tables

MOST_KEPT: Final = 200
"""Games whose last answer is kept, for a person who asks for the reasons."""


class Advice:
    """A service that asks for advice where the table and the person allow it."""

    def __init__(self, tables: Tables, personal: Personal, thinking: ThinkingPool) -> None:
        self._tables = tables
        self._personal = personal
        self._thinking = thinking
        self._kept: Newest[int, tuple[tuple[int, int], list[Hint]]] = Newest(MOST_KEPT)

    async def found(self, table: Table, user: int) -> list[Hint]:
        """Return the best actions for a person in turn, and remember that they were advised.

        Asked again at the same version of the game, it answers the same without thinking.

        Raises:
            TableError: if it is not this person's turn, they have no hints, or no worker is free.
        """
        position, version = table.game_in_turn(user).position, table.version
        self._must_have_hints(table, user)
        # The person in turn is the only one who may ask, so the game's number will do.
        kept_at, kept = self._kept.get(table.number, (None, []))
        if kept_at == (table.epoch, version):
            return kept
        try:
            found = await self._thinking.ask(
                Question(Kind.HINT, user),
                JUDGING,
                hints,
                position.observe(position.active),
            )
        except StillThinkingError as error:
            raise TableError("still-thinking") from error
        except ThinkingError as error:
            raise TableError("no-advice") from error
        self._tables.turns.advise(table.number, version, [hint.action for hint in found])
        self._kept[table.number] = (table.epoch, version), found
        return found

    def _must_have_hints(self, table: Table, user: int) -> None:
        wished = self._personal.preferences(user).help
        if help_at(table, table.playing_seat(user).seat, wished).hints:
            return
        code = "no-hints-wished" if table.row.help == "all" else "no-hints"
        raise TableError(code, number=table.number)
