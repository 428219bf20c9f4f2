"""Turns in few words, for a message that has the picture of the board beside them.

It tells what a turn did and what it brought; the picture, *What changed* and the log have the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.events import (
    BannerUsed,
    BuildingCompleted,
    CardDrawn,
    EndBegun,
    Event,
    FloorFinished,
    GameOver,
    NeutralTaken,
    PiecePlaced,
    PiecesForgone,
    TileLaid,
    WorkersPlaced,
)
from engine.game import Turn
from engine.squares import first_square, square_name
from ui.texts.game.events import Teller
from ui.texts.icons import GOLD
from words.sentences import changed, counted, gold_text


def told_in_brief(turns: Sequence[Turn], teller: Teller) -> list[str]:
    """Return a text for each turn: of a single one all that matters, of several the main event."""
    if len(turns) == 1:
        return [_whole(turns[0], teller)]
    words = teller.words
    return [
        # Translators: {event} is what happened: “Ada built the red house”.
        words("Turn {number}: {event}.", number=turn.number, event=teller.headline(turn))
        for turn in turns
    ]


def values_in_brief(turns: Sequence[Turn], teller: Teller) -> list[str]:
    """Return a line on how all castle pieces of the turns changed the values, if they did."""
    words, events = teller.words, [event for turn in turns for event in turn.events]
    pieces = [event for event in events if isinstance(event, PiecePlaced)]
    # Two pieces may cancel each other out; only the sum matters.
    if not pieces or pieces[0].before == pieces[-1].after:
        return []
    changes = words.listing(
        changed(teller.seals(family), before, after, words)
        for family, before, after in zip(
            teller.edition.families, pieces[0].before, pieces[-1].after, strict=True
        )
        if before != after
    )
    return [words("Values: {changes}.", changes=changes)]


def _whole(turn: Turn, teller: Teller) -> str:
    """Return a turn as its player, and a line for each thing that it did or brought."""
    person = teller.player(turn.number, f"**{teller.names[turn.seat]}**")
    head = teller.words("Turn {number}: {person}", number=turn.number, person=person)
    return "\n".join([head, *(f"- {line}" for line in _lines(turn.events, teller) if line)])


def _lines(events: Sequence[Event], teller: Teller) -> Iterator[str]:
    left_out = _left_out(events)
    completed = [event for event in events if isinstance(event, BuildingCompleted)]
    for event in events:
        if event in completed[:1]:
            yield _completed(completed, teller)
        elif isinstance(event, BannerUsed) and any(event.sold):
            yield _sale(event, events, teller)
        elif event not in completed and not isinstance(event, left_out):
            yield _line(event, teller)


def _left_out(events: Sequence[Event]) -> tuple[type[Event], ...]:
    """Return the events that the picture shows well enough, beside those that matter more."""
    completed = sum(isinstance(event, BuildingCompleted) for event in events)
    banner = any(isinstance(event, BannerUsed) for event in events)
    # The first line says that the end began; a line of their own has the values.
    kinds: list[type[Event]] = [NeutralTaken, PiecePlaced, PiecesForgone, FloorFinished, EndBegun]
    kinds += [CardDrawn] if completed or banner else []
    kinds += [WorkersPlaced] if completed else []
    kinds += [TileLaid] if completed + banner > 1 else []
    return tuple(kinds)


def _line(event: Event, teller: Teller) -> str:
    words = teller.words
    match event:
        case TileLaid(_, card, squares):
            return words(
                "builds the {building} on {squares}",
                building=teller.building(card),
                squares=square_name(first_square(squares)),
            )
        case CardDrawn(_, card, _) if card is not None:
            return words("takes the open {card}", card=teller.building(card))
    return teller.line(event)


def _sale(banner: BannerUsed, events: Sequence[Event], teller: Teller) -> str:
    """Return the seals that were sold, with the gold unless the message's first line has it."""
    words, sold = teller.words, teller.counts(banner.sold)
    if not any(isinstance(event, EndBegun | GameOver) for event in events):
        return words("sells {sold}", sold=sold)
    gold = f"{GOLD}{gold_text(banner.gold, words)}"
    return words("sells {sold} for **{gold}**", sold=sold, gold=gold)


def _completed(completed: Sequence[BuildingCompleted], teller: Teller) -> str:
    """Return the buildings that a turn completed, with the seals that each person gained."""
    words = teller.words
    sums = map(sum, zip(*[event.gains for event in completed], strict=True))
    gains = words.listing(
        counted(teller.names[seat], count, words) for seat, count in enumerate(sums) if count
    )
    if len(completed) == 1:
        building = teller.building(completed[0].card)
        return words("**completes the {building}**; seals: {gains}", building=building, gains=gains)
    # The first line of the message names one of them.
    return words.plural(
        "**completes {n} building**; seals: {gains}",
        "**completes {n} buildings**; seals: {gains}",
        len(completed),
        gains=gains,
    )
