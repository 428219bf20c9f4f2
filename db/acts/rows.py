"""The row class of acts."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class StoredAct:
    """A row with an act that was carried out.

    Attributes:
        key: the key under which it was asked for.
        user_id: the person.
        game_id: the game that it is about; 0 for none.
        at: when it was asked for, in milliseconds UTC.
        outcome: what the person was answered, in a form that the store does not read; ``None`` if
            they may not have been answered. Hidden from all others.
    """

    key: str
    user_id: int
    game_id: int
    at: int
    outcome: str | None = field(repr=False)
