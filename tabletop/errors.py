"""The errors of tables: each has a code and parameters, and is put into words elsewhere."""

from db.games.rows import GameSummary
from engine.errors import EngineError


class TableError(EngineError):
    """A table refuses a person's request; the game is unchanged.

    Each service of tables refuses by it what the person may not do, and what a game that has not
    begun, is over or has moved on does not allow. The codes, which a log gets, are all the reasons;
    their sentences for people are in ``ui.texts.refusals``.
    """


class UnreadableTableError(Exception):
    """The log of a table cannot be replayed."""

    def __init__(self, row: GameSummary, reason: str) -> None:
        super().__init__(f"game {row.game_id}: {reason}")
        self.row = row
        self.number = row.game_id
        self.reason = reason
