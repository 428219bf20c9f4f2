"""Records of a server: the figures of a finished game that are compared with them."""

from __future__ import annotations

from db.club.rows import FinishedGame, RecordKind, StoredRecord
from tabletop.club.counted_games import among_people


def reached_by(guild: int, game: FinishedGame, turns: int) -> tuple[StoredRecord, ...]:
    """Return the most gold, the smallest lead and the number of turns of a game.

    Only games that count among people have records; gold and lead are of seats that nobody but
    their people played.

    Args:
        guild: the server.
        game: the game.
        turns: the number of its turns, whoever took them.
    """
    found = list[tuple[RecordKind, int]]()
    for counted in among_people([game]):
        own = [player.result.gold for player in counted.players if player.result.is_own]
        gold = sorted(own, reverse=True)
        if gold:
            found.append(("highest", gold[0]))
        # A shared victory is told as such; as a record it could never be broken.
        if len(gold) == len(game.seats) and gold[0] > gold[1]:
            found.append(("closest", gold[0] - gold[1]))
        found.append(("longest", turns))
    return tuple(
        StoredRecord(guild, kind, value, None, game.game_id, game.ended_at) for kind, value in found
    )
