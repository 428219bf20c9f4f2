"""The games of a server that are not over, a line each, for its moderators."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from db.games.rows import GameSummary
from i18n.translation import N_, Words
from tabletop.club.early_ends import SINCE_MS, EarlyPair
from tabletop.errors import UnreadableTableError
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY
from ui.texts.causes import reason
from ui.texts.escaping import plain_name
from ui.texts.times import moment

LOOKING: Final = N_("- Game {number} in {place}, opened {when}, looks for players: {names}")
ASIDE: Final = N_("- Game {number} in {place}, begun {when}, was set aside: {names}")


async def unfinished_lines(
    tables: Tables, guild: int, rows: Iterable[GameSummary], words: Words
) -> list[str]:
    """Return a line for each unfinished game: the longest-waiting first, then those not running."""
    running, others = [], []
    untold = await tables.store.outbox.untold(guild)
    for row in rows:
        try:
            table = await tables.get(row.game_id) if row.state == "running" else None
        # A game that cannot be replayed is still listed: moderators are the ones to ask about it.
        except UnreadableTableError:
            table = None
        if table is None:
            others.append(row)
        else:
            running.append(table)
    running.sort(key=lambda table: table.turn_began_at)
    lines = {table.number: _waiting(table, words) for table in running}
    lines |= {row.game_id: _other(row, words) for row in others}
    for number in untold.keys() & lines.keys():
        why = reason(untold[number], words)
        lines[number] += "\n  - " + words("What is new there cannot be shown: {why}.", why=why)
    return [*lines.values()]


def early_lines(pairs: Iterable[EarlyPair], words: Words) -> list[str]:
    """Return a heading and a line for each pair that ends games early again and again."""
    lines = [
        words.plural(
            "- {first} and {second}: {n} game, the last is game {number}",
            "- {first} and {second}: {n} games, the last is game {number}",
            pair.games,
            first=plain_name(pair.names[0]),
            second=plain_name(pair.names[1]),
            number=pair.last,
        )
        for pair in pairs
    ]
    head = words.plural(
        "Together they ended games early, again and again in the last {n} day:",
        "Together they ended games early, again and again in the last {n} days:",
        SINCE_MS // DAY,
    )
    return [head, *lines] if lines else []


def _waiting(table: Table, words: Words) -> str:
    """Return a running game, and for whom it has waited since when."""
    row, active = table.row, table.active
    assert active is not None
    return words(
        "- Game {number} in {place}: {person}'s turn began {when}. At the table: {names}",
        number=row.game_id,
        place=f"<#{row.place}>",
        person=plain_name(active.name),
        when=moment(table.turn_began_at),
        names=_names(row, words),
    )


def _other(row: GameSummary, words: Words) -> str:
    """Return a game that looks for players, or was set aside."""
    sentence = LOOKING if row.state == "lobby" else ASIDE
    return words(
        sentence,
        number=row.game_id,
        place=f"<#{row.place}>",
        when=moment(row.begun_at or row.created_at),
        names=_names(row, words),
    )


def _names(row: GameSummary, words: Words) -> str:
    return words.listing(plain_name(seat.name) for seat in row.seats)
