"""The others' turns since the reader's own last one, and actions in sentences to their reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.events import (
    BannerUsed,
    BuildingCompleted,
    EndBegun,
    Event,
    Passed,
    TileLaid,
    WorkersPlaced,
)
from engine.game import Turn
from i18n.translation import Words
from tabletop.table import Table
from ui.texts.game.events import Teller, names_of
from ui.texts.game.in_brief import values_in_brief
from words.sentences import gold_text


def since_own_turn(table: Table, user: int, words: Words) -> list[str]:
    """Return lines on the turns that a person has missed, for the top of an answer.

    There are none for a person who has just had a turn, has begun one or does not play, and none
    for a single turn: the message that calls them tells it.
    """
    seat = _missed(table, user)
    return [] if seat is None else changes_since(table, seat, words)


def gained_since(table: Table, user: int, words: Words) -> list[str]:
    """Return a line on the seals that a person gained in turns that they have missed, if any."""
    seat = _missed(table, user)
    if seat is None:
        return []
    return _gained(table.turns_since_own(seat), seat, Teller.of(table, words))


def _missed(table: Table, user: int) -> int | None:
    """Return the seat of a person who has missed turns; None for any other."""
    game, seat = table.running_game(), table.person(user)
    in_turn = table.active is not None and table.active == seat
    if seat is None or (in_turn and game.turn.plies):
        return None
    return seat.seat if len(table.turns_since_own(seat.seat)) > 1 else None


def changes_since(table: Table, seat: int, words: Words) -> list[str]:
    """Return lines on the turns since a seat's own last one; none before the first of them ends."""
    turns = table.turns_since_own(seat)
    if not turns:
        return []
    teller = Teller.of(table, words)
    return [
        words("Since your last turn:") if turns[0].number > 1 else words("So far:"),
        *(f"- {teller.headline(turn)}" for turn in turns),
        *_gained(turns, seat, teller),
        *values_in_brief(turns, teller),
    ]


def _gained(turns: Sequence[Turn], seat: int, teller: Teller) -> list[str]:
    words, gained = teller.words, Counter[str]()
    for event in (event for turn in turns for event in turn.events):
        if isinstance(event, BuildingCompleted):
            gained[event.card.family] += event.gains[seat]
    seals = [teller.gained(family, count) for family, count in gained.items() if count]
    return [words("Meanwhile you gained **{seals}**.", seals=words.all_of(seals))] if seals else []


def in_sentences(events: Iterable[Event], teller: Teller, reader: int) -> list[str]:
    """Return a short sentence for each event that needs one, with the reader's gains."""
    return [line for event in events if (line := _sentence(event, teller, reader))]


def _sentence(event: Event, teller: Teller, reader: int) -> str:
    words = teller.words
    match event:
        case TileLaid(seat, card, _):
            return words(
                "{person} built the {building}.",
                person=teller.person(seat),
                building=teller.building(card),
            )
        case WorkersPlaced(seat, own, neutral):
            return words.plural(
                "{person} placed a worker on {squares}.",
                "{person} placed workers on {squares}.",
                (own | neutral).bit_count(),
                person=teller.person(seat),
                squares=names_of(own | neutral),
            )
        case Passed(seat):
            return words("{person} passed.", person=teller.person(seat))
        case BuildingCompleted():
            return _completed(event, teller, reader)
        case BannerUsed(_, _, sold, brought) if any(sold):
            gold = gold_text(brought, words)
            return words.plural(
                "{n} seal was sold for {gold}.",
                "{n} seals were sold for {gold}.",
                sum(sold),
                gold=gold,
            )
        case BannerUsed():
            return words("A banner was handed in.")
        case EndBegun():
            return words("The end has begun.")
    return ""


def _completed(event: BuildingCompleted, teller: Teller, reader: int) -> str:
    words, building = teller.words, teller.building(event.card)
    gained = event.gains[reader]
    if not gained:
        return words("The {building} was completed.", building=building)
    return words.plural(
        "The {building} was completed, and you gained **{n} {family} seal**.",
        "The {building} was completed, and you gained **{n} {family} seals**.",
        gained,
        building=building,
        family=teller.seals(event.card.family),
    )
