"""Which servers a process takes care of, where several share a database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Share:
    """The servers of some of Discord's shards.

    Attributes:
        count: how many shards there are; 1 for a process that takes care of everything, alone.
        ids: those of this process, in ascending order.
    """

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def alone(self) -> bool:
        """Whether no other process may write the database."""
        return self.count == 1

    @property
    def leads(self) -> bool:
        """Whether what concerns the bot as a whole is this process's to do."""
        return 0 in self.ids

    def owns(self, guild_id: int) -> bool:
        """Whether a server is one of these."""
        return (guild_id >> 22) % self.count in self.ids

    def condition(self, column: str) -> str:
        """The condition that a column has the id of one of these servers."""
        if len(self.ids) == self.count:
            return "TRUE"
        return f"({column} >> 22) % {self.count} IN ({', '.join(map(str, self.ids))})"

    def condition_of_game(self, table: str) -> str:
        """The condition that a row is about a game, or about a server, of one of these."""
        if len(self.ids) == self.count:
            return "TRUE"
        guild = f"(SELECT guild_id FROM games WHERE games.game_id = {table}.game_id)"
        return self.condition(guild)


ALONE: Final = Share()
"""Everything."""
