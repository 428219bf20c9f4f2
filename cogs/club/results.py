"""Finished games as the club counts them: each seat's result, records, and feats of play.

A game counts among people if no seat was a computer player's own, its lobby did not call it
friendly, and at least two people have a place in it; ``tabletop.outcome`` says which. A feat is a
rare thing: how often computer players of five levels have each was measured in 150 games between
them, and stands beside it in per cent of seats. One above one in five would be noise.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.club.store import FinishedGame, RecordKind, StoredRecord
from db.games.replaying import replay
from db.games.rows import StoredGame, StoredResult, StoredSeat
from db.store import Store
from engine.events import BannerUsed, BuildingCompleted, PiecePlaced, TileLaid
from engine.game import Game, Turn, kept, played_turns
from engine.story import Story, furthest_behind, story_of, worths
from i18n.translation import NC_, Words
from tabletop.cache import END, table_of
from tabletop.outcome import outcome_of, ranked
from tabletop.table import Table

FEATS: Final = (
    "five-at-five",  # 17
    "at-six",  # 9
    "great-sale",  # 4
    "all-families",  # 1
    "paid-three",  # 1
    "three-at-once",  # 2
    "rich-turn",  # 1
    "raised-two",  # 11
    "no-banner",  # 0
    "by-one",  # 1
    "by-forty",  # 2
    "comeback",  # 8
    "always-ahead",  # 3
    "fewest-buildings",  # 11
    "gold-120",  # 2
)
"""All feats, in the order in which they are listed."""

FIVE: Final = 5
SIX: Final = 6
GREAT_SALE: Final = 35
OTHERS: Final = 3
AT_ONCE: Final = 3
RICH: Final = 8
RAISED: Final = 2
CLOSE: Final = 1
FAR: Final = 40
BEHIND: Final = 20
MOST_GOLD: Final = 120


def feats_of(game: Game, own: Collection[int], whole: Collection[int]) -> tuple[str, ...]:
    """Return the feats of each seat of a game, in the order of ``FEATS``, separated by spaces.

    Args:
        game: a game; only one that is over has feats of its end.
        own: the numbers of the turns that people took themselves.
        whole: the seats all of whose turns their people took themselves.
    """
    found = [set[str]() for _ in game.start.colours]
    turns = played_turns(game.start, game.actions)
    values = list(game.position.values)
    # Backwards, since each castle piece says what the values were before it.
    for turn in reversed(turns):
        if turn.number in own:
            found[turn.seat].update(_in_turn(turn, values))
        before = [event.before for event in turn.events if isinstance(event, PiecePlaced)]
        values = list(before[0]) if before else values
    result = game.position.result
    if result is not None:
        for seat in whole:
            if result.gold[seat] >= MOST_GOLD:
                found[seat].add("gold-120")
        if len(result.winners) == 1 and result.winners[0] in whole:
            [winner] = result.winners
            found[winner].update(_of_winner(winner, result.gold, turns, story_of(game)))
    return tuple(" ".join(feat for feat in FEATS if feat in feats) for feats in found)


def _in_turn(turn: Turn, values: Sequence[int]) -> Iterator[str]:
    """Yield the feats of one turn, after which the seals have these values."""
    built = [event for event in turn.events if isinstance(event, BuildingCompleted)]
    if len(built) >= AT_ONCE:
        yield "three-at-once"
    if sum(event.gains[turn.seat] for event in built) >= RICH:
        yield "rich-turn"
    if any(sum(map(bool, event.gains)) > OTHERS for event in built):
        yield "paid-three"
    pieces = [event for event in turn.events if isinstance(event, PiecePlaced)]
    if pieces:
        rises = (now - then for then, now in zip(pieces[0].before, pieces[-1].after, strict=True))
        if max(rises) >= RAISED:
            yield "raised-two"
    for event in turn.events:
        if isinstance(event, BannerUsed):
            yield from _in_sale(event, values)


def _in_sale(sale: BannerUsed, values: Sequence[int]) -> Iterator[str]:
    pairs = [(count, value) for count, value in zip(sale.sold, values, strict=True) if count]
    if any(count >= FIVE and value >= FIVE for count, value in pairs):
        yield "five-at-five"
    if any(value >= SIX for _, value in pairs):
        yield "at-six"
    if sale.gold >= GREAT_SALE:
        yield "great-sale"
    if all(sale.sold):
        yield "all-families"


def _of_winner(
    winner: int, gold: Sequence[int], turns: Sequence[Turn], story: Story
) -> Iterator[str]:
    """Yield the feats of the only winner of a finished game."""
    mine = [event for turn in turns if turn.seat == winner for event in turn.events]
    if not any(isinstance(event, BannerUsed) for event in mine):
        yield "no-banner"
    ahead = gold[winner] - max(amount for seat, amount in enumerate(gold) if seat != winner)
    if ahead == CLOSE:
        yield "by-one"
    if ahead >= FAR:
        yield "by-forty"
    if furthest_behind(winner, story) >= BEHIND:
        yield "comeback"
    if all(one[winner] == max(one) for one in worths(story)[len(gold) :]):
        yield "always-ahead"
    built = [0] * len(gold)
    for turn in turns:
        built[turn.seat] += sum(isinstance(event, TileLaid) for event in turn.events)
    if all(count > built[winner] for seat, count in enumerate(built) if seat != winner):
        yield "fewest-buildings"


# Translators: feats of play, in a list behind “Feats of Ada:”; no full stop.
TOLD: Final[Mapping[str, str]] = {
    "five-at-five": NC_("feat", "five seals sold at five"),
    "at-six": NC_("feat", "a seal sold at six"),
    "great-sale": NC_("feat", "a sale of 35 gold"),
    "all-families": NC_("feat", "all families in one sale"),
    "paid-three": NC_("feat", "a building that paid three others"),
    "three-at-once": NC_("feat", "three buildings in one turn"),
    "rich-turn": NC_("feat", "eight seals in one turn"),
    "raised-two": NC_("feat", "a value raised by two in one turn"),
    "no-banner": NC_("feat", "won without a banner"),
    "by-one": NC_("feat", "won by one gold"),
    "by-forty": NC_("feat", "won by 40 gold"),
    "comeback": NC_("feat", "won from 20 gold behind"),
    "always-ahead": NC_("feat", "ahead from the second round to the end"),
    "fewest-buildings": NC_("feat", "won with the fewest buildings"),
    "gold-120": NC_("feat", "120 gold at the end"),
}
"""Each feat's text in English, by its name."""


def feats_line(name: str, feats: str, words: Words) -> str:
    """Return the line on the feats of one person in a game.

    Args:
        feats: the feats, separated by spaces; one of another version is left out.
    """
    told = words.listing(
        words.context("feat", TOLD[feat]) for feat in feats.split() if feat in TOLD
    )
    return words("Feats of {name}: {feats}", name=name, feats=told) if told else ""


def feats_lines(names: Sequence[str], feats: Sequence[str], words: Words) -> list[str]:
    """Return a line for each person of a game who did any feat in it."""
    lines = (feats_line(name, some, words) for name, some in zip(names, feats, strict=True))
    return [line for line in lines if line]


def counted_feats(counts: Mapping[str, int], words: Words) -> str:
    """Return the feats of a person with how often each was done; empty for none."""
    return words.listing(
        _times(words.context("feat", TOLD[feat]), counts[feat], words)
        for feat in FEATS
        if counts.get(feat)
    )


def _times(told: str, count: int, words: Words) -> str:
    if count == 1:
        return told
    return words.context("one of a list", "{feat} ({count}×)", feat=told, count=count)


RICH_TURN: Final = 5
"""Seals from which on a turn is worth telling of."""

COMEBACK: Final = 15
"""Gold from which on a victory after having been behind is worth telling of."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """The greatest of a kind in some games.

    Attributes:
        amount: the gold of the sale, the seals of the turn, or the gold that the winner was behind.
        turn: the number of the turn; that of the end for a comeback.
    """

    game: int
    name: str
    amount: int
    turn: int


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of some finished games; ``None`` where nothing is worth telling of.

    Attributes:
        sale: the sale with a banner that brought the most gold.
        turn: the turn in which a person gained the most seals.
        comeback: the victory after the greatest distance to the best.
    """

    sale: Highlight | None = None
    turn: Highlight | None = None
    comeback: Highlight | None = None

    @property
    def pictured(self) -> Highlight | None:
        """The one that a picture shows, which the board after its turn can show best."""
        return self.turn or self.sale or self.comeback


NOTHING: Final = Highlights()


def highlights_of(tables: Iterable[Table]) -> Highlights:
    """Return the highlights of finished games, each of a person and the first of several."""
    sales, turns, comebacks = list[Highlight](), list[Highlight](), list[Highlight]()
    for table in tables:
        people = {seat.seat: seat.name for seat in table.seats if not seat.is_computer}
        for turn in table.turns_since(1):
            if turn.seat not in people or table.by_computer(turn.number):
                continue
            sold = sum(event.gold for event in turn.events if isinstance(event, BannerUsed))
            gained = sum(
                event.gains[turn.seat]
                for event in turn.events
                if isinstance(event, BuildingCompleted)
            )
            name = people[turn.seat]
            sales.append(Highlight(table.number, name, sold, turn.number))
            turns.append(Highlight(table.number, name, gained, turn.number))
        comebacks += _comeback(table, people)
    return Highlights(
        _greatest(sales, lambda one: one.amount > 0),
        _greatest(turns, lambda one: one.amount >= RICH_TURN),
        _greatest(comebacks, lambda one: one.amount >= COMEBACK),
    )


def _comeback(table: Table, people: dict[int, str]) -> list[Highlight]:
    outcome, game = outcome_of(table), table.running_game()
    if outcome is None or len(outcome.winners) != 1 or outcome.winners[0] not in people:
        return []
    [winner] = outcome.winners
    if not outcome.is_own(winner):
        return []
    behind = furthest_behind(winner, story_of(game))
    return [Highlight(table.number, people[winner], behind, game.position.turn)]


def _greatest(found: Iterable[Highlight], told: Callable[[Highlight], bool]) -> Highlight | None:
    return max(filter(told, found), key=lambda one: one.amount, default=None)


def results_of(stored: StoredGame) -> tuple[StoredResult, ...]:
    """Return the results of a game that is over, one for each seat; none if it came to nothing.

    Where the game counts although it ended early, a seat has the gold that it stood at.

    Raises:
        EngineError, UnreadableTableError: if its log does not replay.
    """
    table = table_of(stored)
    if table.game is None:  # of a game that was cancelled, which is shown without its log
        table.game = replay(stored)
    outcome = outcome_of(table)
    if outcome is None:
        return ()
    count = len(table.seats)
    own = {
        turn
        for seat in table.seats
        for turn in table.played_by_person(seat.seat)
        if seat.left_turn is None or turn < seat.left_turn  # later ones are another person's
    }
    sales, buildings = [0] * count, [list[str]() for _ in table.seats]
    for turn in table.turns_since(1):
        for event in turn.events if turn.number in own else ():
            if isinstance(event, BannerUsed):
                sales[event.seat] = max(sales[event.seat], event.gold)
            elif isinstance(event, TileLaid):
                buildings[event.seat].append(event.card.form)
    turns = [list[str]() for _ in table.seats]
    for number, took in _turns(stored):
        if number + 1 in own:
            turns[number % count].append(str(took))
    whole = [seat for seat in range(count) if outcome.is_own(seat)]
    feats = feats_of(table.running_game(), own, whole)
    return tuple(
        StoredResult(
            seat=seat,
            gold=outcome.gold[seat],
            sale=sales[seat],
            turns=" ".join(turns[seat]),
            buildings=" ".join(sorted(buildings[seat])),
            stood=outcome.stood[seat],
            gone=seat in outcome.gone,
            feats="" if table.seats[seat].is_computer else feats[seat],
        )
        for seat in range(count)
    )


async def feats_in(store: Store, number: int) -> tuple[str, ...]:
    """Return the feats of each seat of a game that is over, none for a computer player's own."""
    stored = await store.games.load(number)
    if stored is None:
        return ()
    return tuple(result.feats for result in await asyncio.to_thread(results_of, stored))


def _turns(stored: StoredGame) -> Iterator[tuple[int, int]]:
    """Yield the number, from 0, and the milliseconds of each turn that a person ended."""
    begun = stored.begun_at or 0
    played = (stored.log[place] for place in kept(entry.entry for entry in stored.log))
    for number, end in enumerate(entry for entry in played if entry.entry == END):
        # A turn that a computer has ended says nothing about the person.
        if end.author is not None:
            yield number, max(0, end.at - begun)
        begun = end.at


@dataclass(frozen=True, slots=True)
class CountedSeat:
    """A seat of a finished game, as ranked for figures and ratings.

    Attributes:
        person: the owner of the seat; ``None`` if the person was forgotten.
        rank: the rank in the game, 1 for the best; people with equal gold share a rank.
    """

    person: int | None
    rank: int
    result: StoredResult


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A finished game, as counted for figures and ratings."""

    number: int
    ended_at: int
    players: tuple[CountedSeat, ...]


def among_people(games: Iterable[FinishedGame]) -> list[CountedGame]:
    """Return the games in which people played each other, in the order of their ends."""
    counted = [_counted(game) for game in games if game.leaving_counts and not _has_computer(game)]
    found = [game for game in counted if len(game.players) > 1]
    return sorted(found, key=lambda game: (game.ended_at, game.number))


def with_computers(games: Iterable[FinishedGame]) -> list[CountedGame]:
    """Return the games with computer players' own seats, each with the seats of its people."""
    return [_counted(game) for game in games if _has_computer(game)]


def _has_computer(game: FinishedGame) -> bool:
    return any(seat.is_computer for seat, _ in game.seats)


def places_in(seats: Iterable[tuple[StoredSeat, StoredResult]]) -> dict[int, int]:
    """Return the place of each seat that is ranked in a game that is over, 1 for the best."""
    pairs = list(seats)
    gone = [seat.seat for seat, result in pairs if result.gone]
    stayed = {
        seat.seat: (result.gold, result.stood)
        for seat, result in pairs
        if not result.gone and seat.left_turn is None
    }
    return ranked(stayed, gone)


def _counted(game: FinishedGame) -> CountedGame:
    """Return a game with the people who have a place in it."""
    places = places_in(game.seats)
    players = tuple(
        CountedSeat(seat.user_id, places[seat.seat], result)
        for seat, result in game.seats
        if seat.seat in places and not seat.is_computer
    )
    return CountedGame(game.game_id, game.ended_at, players)


def reached_by(guild: int, game: FinishedGame, turns: int) -> tuple[StoredRecord, ...]:
    """Return the most gold, the smallest lead and the number of turns of a game.

    Only games that count among people have records; gold and lead are of seats that nobody but
    their people played.

    Args:
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
