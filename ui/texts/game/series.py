"""Rematches, and games that go on from another one, in words: number and score."""

from __future__ import annotations

from i18n.translation import Words
from tabletop.series import score
from tabletop.table import Table
from ui.texts.escaping import plain_name
from words.sentences import counted


def series_line(table: Table, words: Words) -> str:
    """Return a line with the game's number in its series, and the games each person has won."""
    pairs = [counted(plain_name(table.names[seat]), won, words) for seat, won in score(table)]
    return words(
        "Game {number} of the series. Won so far: {score}.",
        number=table.row.series,
        score=words.listing(pairs),
    )


def begun_in_line(table: Table, words: Words) -> str:
    """Return the line that names the game and the turn from which this game goes on."""
    return words(
        "It goes on from turn {turn} of game {number}: unseen cards are shuffled, ratings stay.",
        turn=table.row.begun_turn,
        number=table.row.begun_in,
    )
