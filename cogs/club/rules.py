"""The club's rules: what counts, what is a record, who is listed, who ends games early.

- A game counts if it came to something, is not friendly, did not begin in the middle of another, no
  seat is a computer player's own, and at least two people have a place in it. ``tabletop.outcome``
  says what a game comes to, who has a place, and what leaving and early ends cost.
- A game with computer players' own seats counts apart: for the strength against computers.
- A record is the most gold of a seat, the smallest lead, or the most turns of a game that counts
  and was finished. Gold and lead are of seats that nobody but their people played. A shared victory
  is told as such; as the smallest lead it could never be broken.
- The ranking lists a person by their own choice, else by the server's rule. Where that lists all
  who play, it lists each from the next game on that counts, of which they are told.
- Two who agree to cancel what one of them loses, or who leave their games to each other in turn,
  move no rating against anybody's will. Moderators see who does so often.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from cogs.club.store import FinishedGame, RecordKind, StoredRecord
from db.games.rows import StoredGame, StoredResult, StoredSeat
from db.store import Store
from engine.game import kept
from i18n.translation import Words
from tabletop import cache, outcome, rating, time_control
from ui.texts.markup import plain_name


@dataclass(frozen=True, slots=True)
class CountedSeat:
    """A seat of a finished game, as ranked for figures and ratings."""

    person: int | None  # the owner of the seat; ``None`` if the person was forgotten
    rank: int  # the rank in the game, 1 for the best; people with equal gold share a rank
    result: StoredResult


def among_people(game: FinishedGame) -> list[CountedSeat]:
    """Return the people with a place in a game that counts; nobody if it does not."""
    people = _with_places(game)
    counts = game.leaving_counts and not _has_computer(game) and len(people) > 1
    return people if counts else []


def against_computers(game: FinishedGame) -> list[CountedSeat]:
    """Return the people with a place in a game that counts for the strength against computers."""
    return _with_places(game) if _has_computer(game) else []


def _has_computer(game: FinishedGame) -> bool:
    return any(seat.is_computer for seat, _ in game.seats)


def _with_places(game: FinishedGame) -> list[CountedSeat]:
    places = places_in(game.seats)
    return [
        CountedSeat(seat.user_id, places[seat.seat], result)
        for seat, result in game.seats
        if seat.seat in places and not seat.is_computer
    ]


def places_in(seats: Iterable[tuple[StoredSeat, StoredResult]]) -> dict[int, int]:
    """Return the place of each seat that is ranked in a game that is over, 1 for the best."""
    pairs = list(seats)
    stayed = {
        seat.seat: (result.gold, result.stood)
        for seat, result in pairs
        if not result.gone and seat.left_turn is None
    }
    return outcome.ranked(stayed, [seat.seat for seat, result in pairs if result.gone])


def reached_by(stored: StoredGame, game: FinishedGame) -> list[StoredRecord]:
    """Return what a game reached that may be a record."""
    people = among_people(game)
    if not people or stored.state != "finished":
        return []
    turns = sum(stored.log[at].entry == cache.END for at in kept(one.entry for one in stored.log))
    reached: dict[RecordKind, int] = {"longest": turns}
    gold = sorted((one.result.gold for one in people if one.result.is_own), reverse=True)
    if gold:
        reached["highest"] = gold[0]
    if len(gold) == len(game.seats) and gold[0] > gold[1]:
        reached["closest"] = gold[0] - gold[1]
    return [
        StoredRecord(stored.guild_id, kind, value, None, game.game_id, game.ended_at)
        for kind, value in reached.items()
    ]


class Listing(NamedTuple):
    """The reasons why a server's ranking lists a person or not."""

    chosen: bool | None  # whether the person wants that; None if they chose nothing
    rule: rating.Rule  # the server's
    games: int = 0  # the person's games that count
    unlisted: int = 0  # the number of those that were over when the ranking began to list all

    @property
    def by_rule(self) -> bool:
        """True if the rule lists the person, without their own choice."""
        return self.chosen is None and self.rule == "everybody"

    @property
    def since(self) -> int:
        """The number of games since the ranking lists all who play."""
        return max(0, self.games - self.unlisted)

    @property
    def begins_later(self) -> bool:
        """True if the rule lists the person from the next game on."""
        return self.by_rule and self.games > 0 and not self.since

    @property
    def is_shown(self) -> bool:
        """True if the person is in the ranking, or will be by their first game that counts."""
        return bool(self.chosen) or (self.by_rule and not self.begins_later)


SINCE_MS: Final = 90 * time_control.DAY
"""Milliseconds back from now in which games that ended early are looked at."""

LEAST: Final = 3  # the number of games with an early end from which on a pair is shown


class EarlyPair(NamedTuple):
    """Two people by their names, the number of common games that ended early, and the last."""

    names: tuple[str, str]
    games: int
    last: int


async def early_pairs(store: Store, guild: int, now: int) -> list[EarlyPair]:
    """Return the pairs of a server with at least ``LEAST`` such games, the most games first."""
    found = defaultdict[tuple[int, int], list[EarlyPair]](list)
    for row in await store.games.ended_early(guild, now - SINCE_MS, cache.END):
        if any(seat.is_computer for seat in row.seats):
            continue
        names = {seat.user_id: seat.name for seat in row.seats if seat.user_id is not None}
        for pair in combinations(sorted(names), 2):
            before, called = found[pair], (names[pair[0]], names[pair[1]])
            before.append(EarlyPair(called, len(before) + 1, row.game_id))
    pairs = [games[-1] for games in found.values() if len(games) >= LEAST]
    return sorted(pairs, key=lambda pair: (-pair.games, -pair.last))


def early_lines(pairs: Iterable[EarlyPair], words: Words) -> list[str]:
    """Return a heading and a line for each pair that ends games early again and again."""
    lines = [
        words.plural(
            "- {first} and {second}: {n} game, most recently game {number}",
            "- {first} and {second}: {n} games, most recently game {number}",
            pair.games,
            first=plain_name(pair.names[0]),
            second=plain_name(pair.names[1]),
            number=pair.last,
        )
        for pair in pairs
    ]
    head = words.plural(
        "These players have repeatedly ended games early together in the last {n} day:",
        "These players have repeatedly ended games early together in the last {n} days:",
        SINCE_MS // time_control.DAY,
    )
    return [head, *lines] if lines else []
