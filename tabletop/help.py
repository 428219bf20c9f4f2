"""The help that a person has with a turn: agreed at the table, limited by the person.

In practice it fades: the first turns show all, later ones less, and in the end *Hint* is left.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from db.games.rows import HelpLevel
from tabletop.table import Table

SHOWN_TURNS: Final = 2
"""The turns of practice in which everything is shown."""
NAMED_TURNS: Final = 2
"""The turns after those in which buildings are named, but not their squares."""


class Help(NamedTuple):
    """The help in one turn.

    Attributes:
        completions: how buildings that can be completed are told: with their squares, by their
            names alone, or not at all.
        hints: whether the person may ask for advice.
    """

    completions: Literal["squares", "names", "none"]
    hints: bool


LEVELS: Final = MappingProxyType(
    {
        "all": Help("squares", hints=True),
        "completions": Help("names", hints=False),
        "none": Help("none", hints=False),
    }
)
"""The help of each level, the most first."""


def help_at(table: Table, seat: int, wished: HelpLevel | None, *, ahead: bool = False) -> Help:
    """Return the help that a seat's owner has in a turn.

    Args:
        wished: the most help that the person wants; None for what the table offers.
        ahead: True if the turn is one to come, which is prepared.

    Raises:
        TableError: if the game has not begun.
    """
    if fades(table) and wished is None:
        return _faded(len(table.own_turns(seat)) + ahead)
    # The levels stand in the order of their help, so the later one is the lesser.
    agreed = table.row.help
    order = [*LEVELS]
    return LEVELS[max(agreed, wished or agreed, key=order.index)]


def fades(table: Table) -> bool:
    """Return whether help becomes less from turn to turn: in practice with all of it."""
    return table.is_practice and table.row.help == "all"


def _faded(turn: int) -> Help:
    """Return the help in a seat's turn of practice, counted from 1."""
    if turn <= SHOWN_TURNS:
        return LEVELS["all"]
    named = turn <= SHOWN_TURNS + NAMED_TURNS
    return Help("names" if named else "none", hints=True)
