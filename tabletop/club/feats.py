"""Feats of play: rare things that a person did in a finished game, derived from its log.

How often computer players of five levels have each was measured in 150 games between them, and
stands beside it in per cent of seats. A feat above one in five would be noise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from engine.events import BannerUsed, BuildingCompleted, PiecePlaced, TileLaid
from engine.game import Game, Turn, played_turns
from engine.story import Story, story_of

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


def furthest_behind(winner: int, story: Story) -> int:
    """Return how much gold a seat was behind at most, in the second half of a finished game."""
    worths = _worths(story)
    return max((max(one) - one[winner] for one in worths[len(worths) // 2 :]), default=0)


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
    if all(one[winner] == max(one) for one in _worths(story)[len(gold) :]):
        yield "always-ahead"
    built = [0] * len(gold)
    for turn in turns:
        built[turn.seat] += sum(isinstance(event, TileLaid) for event in turn.events)
    if all(count > built[winner] for seat, count in enumerate(built) if seat != winner):
        yield "fewest-buildings"


def _worths(story: Story) -> list[tuple[int, ...]]:
    """Return what each seat's gold and seals were worth after each turn."""
    return [
        tuple(map(sum, zip(*both, strict=True)))
        for both in zip(story.sold, story.unsold, strict=True)
    ]
