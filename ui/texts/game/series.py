"""Games that repeat each other, in words: which one it is, and how many everybody has won."""

from __future__ import annotations

from render import counted
from tabletop.series import score
from tabletop.table import Table
from translation import Words
from ui.texts.escaping import plain


def series_line(table: Table, words: Words) -> str:
    """Which game of a series it is, and how many each has won up to now."""
    pairs = [counted(plain(table.names[seat], 32), won, words) for seat, won in score(table)]
    return words(
        "Game {number} of the series. Won so far: {score}.",
        number=table.row.series,
        score=words.listing(pairs),
    )
