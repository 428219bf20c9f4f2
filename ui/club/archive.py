"""Lines and menu entries for a server's list of finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from db.games.rows import GameSummary
from engine.start import FREE
from i18n.translation import Words
from ui.texts.escaping import plain, short
from ui.texts.times import moment
from words.sentences import counted


def archive_line(row: GameSummary, gold: Sequence[int] | None, words: Words) -> str:
    """Return the line for a finished game: its number, its date, and its players by gold."""
    seats = list(row.seats)
    if gold is not None:
        seats.sort(key=lambda seat: -gold[seat.seat])
    names = [
        plain(seat.name, 24)
        if gold is None
        else counted(plain(seat.name, 24), gold[seat.seat], words)
        for seat in seats
    ]
    return words(
        "- **{number}**, {when}: {names}",
        number=row.game_id,
        when=moment(row.ended_at or 0, "d"),
        names=words.listing(names),
    )


def archive_labels(rows: Sequence[GameSummary], words: Words) -> Mapping[int, tuple[str, str]]:
    """Return a menu caption and a description for each game, keyed by game number."""
    return {
        row.game_id: (
            short(words.told(row.game_id, words.listing(seat.name for seat in row.seats)), 100),
            setup_text(row.setup, words),
        )
        for row in rows
    }


def setup_text(setup: str, words: Words) -> str:
    """Return the name of a game's set-up, such as "first game"."""
    return words("free, on an empty board") if setup == FREE else words("first game")
