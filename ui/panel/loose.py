"""Desks of games that are in memory alone: no table that is kept, and no other person."""

from __future__ import annotations

from collections.abc import Sequence

from db.games.rows import GameSummary, StoredSeat
from engine.game import Game
from i18n.translation import Words
from tabletop.table import Table
from ui.panel.desk import Desk


def loose_desk(
    game: Game, number: int, seat: int, names: Sequence[str], user: int, words: Words
) -> Desk:
    """Return a person's desk of a game that is in memory alone; the person has the turn.

    Args:
        number: stands in the name of the picture's file.
        seat: the person's seat; the others are computer players'.
        names: the names of the seats.
    """
    start = game.start
    seats = [
        StoredSeat(at, user, name, colour)
        if at == seat
        else StoredSeat(at, None, name, colour, level="pupil")
        for at, (name, colour) in enumerate(zip(names, start.colours, strict=True))
    ]
    row = GameSummary(
        guild_id=0,
        channel_id=0,
        host_id=user,
        edition=start.edition.id,
        setup=start.setup,
        mirror=False,
        seat_limit=start.seats,
        language="en",
        created_at=0,
        game_id=number,
        state="running",
        reason=None,
        begun_at=0,
        ended_at=None,
        news=1,
        shown=1,
        help="none",
        seats=tuple(seats),
    )
    return Desk.of(Table(row, game, frozenset(), {}), user, words)
