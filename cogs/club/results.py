"""Finished games as the club tells of them: each seat's result, feats of play, and highlights.

A feat is a rare thing: how often computer players of five levels have each was measured in 150
games between them, and stands beside it in per cent of seats. One above one in five would be noise.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from db.games.replaying import replay
from db.games.rows import StoredGame, StoredResult
from db.store import Store
from engine.events import BannerUsed, BuildingCompleted, PiecePlaced, TileLaid
from engine.game import Game, Turn, kept, played_turns
from engine.story import Story, furthest_behind, story_of, worths
from i18n.translation import NC_, Words
from tabletop import cache
from tabletop.outcome import outcome_of
from tabletop.table import Table

# Translators: feats of play, in a list behind “Feats of Ada:”; no full stop.
FEATS: Final[Mapping[str, str]] = {
    "five-at-five": NC_("feat", "five seals sold for five gold each"),  # 17
    "at-six": NC_("feat", "a seal sold for six gold"),  # 9
    "great-sale": NC_("feat", "a sale of 35 gold"),  # 4
    "all-families": NC_("feat", "all families in one sale"),  # 1
    "paid-three": NC_("feat", "a building that paid three other players"),  # 1
    "three-at-once": NC_("feat", "three buildings completed in one turn"),  # 2
    "rich-turn": NC_("feat", "eight seals gained in one turn"),  # 1
    "raised-two": NC_("feat", "a seal value raised by two in one turn"),  # 11
    "no-banner": NC_("feat", "a win without handing in a banner"),  # 0
    "by-one": NC_("feat", "a win by one gold"),  # 1
    "by-forty": NC_("feat", "a win by 40 gold"),  # 2
    "comeback": NC_("feat", "a win from 20 gold behind"),  # 8
    "always-ahead": NC_("feat", "a lead from the second round on"),  # 3
    "fewest-buildings": NC_("feat", "a win with the fewest buildings"),  # 11
    "gold-120": NC_("feat", "120 gold at the end"),  # 2
}
"""All feats, in the order in which they are listed."""


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
            if result.gold[seat] >= 120:
                found[seat].add("gold-120")
        if len(result.winners) == 1 and result.winners[0] in whole:
            [winner] = result.winners
            found[winner].update(_of_winner(winner, result.gold, turns, story_of(game)))
    return tuple(" ".join(feat for feat in FEATS if feat in feats) for feats in found)


def _in_turn(turn: Turn, values: Sequence[int]) -> Iterator[str]:
    """Yield the feats of one turn, after which the seals have these values."""
    built = [event for event in turn.events if isinstance(event, BuildingCompleted)]
    if len(built) >= 3:
        yield "three-at-once"
    if sum(event.gains[turn.seat] for event in built) >= 8:
        yield "rich-turn"
    if any(sum(map(bool, event.gains)) > 3 for event in built):
        yield "paid-three"
    pieces = [event for event in turn.events if isinstance(event, PiecePlaced)]
    if pieces:
        rises = (now - then for then, now in zip(pieces[0].before, pieces[-1].after, strict=True))
        if max(rises) >= 2:
            yield "raised-two"
    for event in turn.events:
        if isinstance(event, BannerUsed):
            yield from _in_sale(event, values)


def _in_sale(sale: BannerUsed, values: Sequence[int]) -> Iterator[str]:
    pairs = [(count, value) for count, value in zip(sale.sold, values, strict=True) if count]
    if any(count >= 5 and value >= 5 for count, value in pairs):
        yield "five-at-five"
    if any(value >= 6 for _, value in pairs):
        yield "at-six"
    if sale.gold >= 35:
        yield "great-sale"
    if all(sale.sold):
        yield "all-families"


def _of_winner(
    winner: int, gold: Sequence[int], turns: Sequence[Turn], story: Story
) -> Iterator[str]:
    mine = [event for turn in turns if turn.seat == winner for event in turn.events]
    if not any(isinstance(event, BannerUsed) for event in mine):
        yield "no-banner"
    ahead = gold[winner] - max(amount for seat, amount in enumerate(gold) if seat != winner)
    if ahead == 1:
        yield "by-one"
    if ahead >= 40:
        yield "by-forty"
    if furthest_behind(winner, story) >= 20:
        yield "comeback"
    if all(one[winner] == max(one) for one in worths(story)[len(gold) :]):
        yield "always-ahead"
    built = [0] * len(gold)
    for turn in turns:
        built[turn.seat] += sum(isinstance(event, TileLaid) for event in turn.events)
    if all(count > built[winner] for seat, count in enumerate(built) if seat != winner):
        yield "fewest-buildings"


def feats_lines(names: Sequence[str], feats: Sequence[str], words: Words) -> list[str]:
    """Return a line for each person of a game who did any feat in it."""
    lines = []
    for name, codes in zip(names, feats, strict=True):
        # One of another version is left out.
        done = [words.context("feat", FEATS[feat]) for feat in codes.split() if feat in FEATS]
        if done:
            lines.append(words("{name}'s feats: {feats}", name=name, feats=words.listing(done)))
    return lines


def counted_feats(counts: Mapping[str, int], words: Words) -> str:
    """Return the feats of a person with how often each was done; empty for none."""
    return words.listing(
        _times(words.context("feat", FEATS[feat]), counts[feat], words)
        for feat in FEATS
        if counts.get(feat)
    )


def _times(feat: str, count: int, words: Words) -> str:
    if count == 1:
        return feat
    return words.context("one of a list", "{feat} ({count}×)", feat=feat, count=count)


RICH_TURN: Final = 5  # seals from which on a turn is worth telling of
COMEBACK: Final = 15  # gold from which on a victory after having been behind is worth telling of


@dataclass(frozen=True, slots=True)
class Highlight:
    """The greatest of a kind in some games."""

    game: int
    name: str
    # the gold of the sale, the seals of the turn, or the gold that the winner was behind
    amount: int
    turn: int  # the number of the turn; that of the end for a comeback


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of some finished games; ``None`` where nothing is worth telling of."""

    sale: Highlight | None = None  # the sale with a banner that brought the most gold
    turn: Highlight | None = None  # the turn in which a person gained the most seals
    comeback: Highlight | None = None  # the victory after the greatest distance to the best

    @property
    def pictured(self) -> Highlight | None:
        """The one that a picture shows, which the board after its turn can show best."""
        return self.turn or self.sale or self.comeback


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
        _greatest(sales, 1), _greatest(turns, RICH_TURN), _greatest(comebacks, COMEBACK)
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


def _greatest(found: Iterable[Highlight], least: int) -> Highlight | None:
    return max(
        (one for one in found if one.amount >= least), key=lambda one: one.amount, default=None
    )


def results_of(stored: StoredGame) -> tuple[StoredResult, ...]:
    """Return the results of a game that is over, one for each seat; none if it came to nothing.

    Where the game counts although it ended early, a seat has the gold that it stood at.

    Raises:
        EngineError, UnreadableTableError: if its log does not replay.
    """
    table = cache.table_of(stored)
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
    for number, end in enumerate(entry for entry in played if entry.entry == cache.END):
        # A turn that a computer has ended says nothing about the person.
        if end.author is not None:
            yield number, max(0, end.at - begun)
        begun = end.at
