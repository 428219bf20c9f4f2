"""Tables in memory, for what is made of them without Discord or a database."""

from db.games.rows import GameSummary, HelpLevel, StoredSeat
from engine.game import Game
from tabletop.table import Table
from tests.engine.scenes import EDITION


def table_of(game: Game, helped: HelpLevel = "all") -> Table:
    """A running table in memory, where the person of seat 0 has the id 100, and so on."""
    seats = tuple(
        StoredSeat(seat, 100 + seat, f"Player {seat}", colour)
        for seat, colour in enumerate(game.start.colours)
    )
    row = GameSummary(
        guild_id=1,
        channel_id=2,
        host_id=100,
        edition=EDITION.id,
        setup=game.start.setup,
        mirror=game.start.mirror,
        seat_limit=4,
        language="en",
        created_at=0,
        game_id=7,
        state="running",
        reason=None,
        begun_at=0,
        ended_at=None,
        news=1,
        help=helped,
        shown=1,
        seats=seats,
    )
    return Table(row, game, frozenset(), {})
