"""Records of a server: the figures of a finished game that are compared with them."""

from __future__ import annotations

from db.club.rows import FinishedGame, RecordKind, StoredRecord
from tabletop.club.counted_games import among_people


def reached_by(guild: int, game: FinishedGame) -> tuple[StoredRecord, ...]:
    """Return the most gold, the smallest lead and the number of turns of a game.

    Only games that count among people have records, and only the gold of those who stayed.
    """
    found = list[tuple[RecordKind, int]]()
    for counted in among_people([game]):
        stayed = [player.result for player in counted.players if not player.result.gone]
        gold = sorted((result.gold for result in stayed), reverse=True)
        turns = sum(len(player.result.turns.split()) for player in counted.players)
        if gold:
            found.append(("highest", gold[0]))
        # A shared victory is told as such; as a record it could never be broken.
        if len(gold) > 1 and gold[0] > gold[1]:
            found.append(("closest", gold[0] - gold[1]))
        found.append(("longest", turns))
    return tuple(
        StoredRecord(guild, kind, value, None, game.game_id, game.ended_at) for kind, value in found
    )
