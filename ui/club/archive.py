"""Lines and menu entries for a server's list of finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from db.club.rows import StoredResult
from db.games.rows import GameSummary
from engine.start import FREE
from i18n.translation import Words
from tabletop.club.counted_games import places_in
from ui.texts.escaping import plain, short
from ui.texts.times import moment
from words.sentences import counted


def archive_line(row: GameSummary, results: Sequence[StoredResult], words: Words) -> str:
    """Return the line for a finished game: its number, its date, and its players by place.

    Args:
        row: the game.
        results: the result of each seat; none if they are not known.
        words: the reader's language.
    """
    seats, names = list(row.seats), [plain(seat.name, 24) for seat in row.seats]
    if results:
        places = places_in(zip(seats, results, strict=True))
        order = sorted(seats, key=lambda one: (places.get(one.seat, len(seats)), one.seat))
        names = [counted(names[one.seat], results[one.seat].gold, words) for one in order]
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
