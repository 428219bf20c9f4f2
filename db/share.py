"""The Discord servers that a process serves, where several processes share a database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Share:
    """The Discord servers that a process serves: those of some of Discord's shards.

    >>> half = Share(count=2, ids=(1,))
    >>> half.owns(1 << 22), half.owns(2 << 22)
    (True, False)
    >>> half.condition("guild_id")
    '(guild_id >> 22) % 2 IN (1)'

    Attributes:
        count: the number of shards; 1 for a process that serves everything, alone.
        ids: the shards of this process, in ascending order.
    """

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def alone(self) -> bool:
        """True if no other process may write the database."""
        return self.count == 1

    @property
    def leads(self) -> bool:
        """True if work for the bot as a whole belongs to this process."""
        return 0 in self.ids

    def owns(self, guild_id: int) -> bool:
        """Return whether a server is in the share."""
        # Discord's own formula: it sends a server's events to this shard.
        return (guild_id >> 22) % self.count in self.ids

    def condition(self, column: str) -> str:
        """Return the SQL condition that a column has the id of a server in the share."""
        if len(self.ids) == self.count:
            return "TRUE"
        return f"({column} >> 22) % {self.count} IN ({', '.join(map(str, self.ids))})"

    def condition_of_game(self, table: str) -> str:
        """Return the SQL condition that the game of a table's row is on a server in the share."""
        if len(self.ids) == self.count:
            return "TRUE"
        guild = f"(SELECT guild_id FROM games WHERE games.game_id = {table}.game_id)"
        return self.condition(guild)


ALONE: Final = Share()
"""The share of a process that serves everything."""
