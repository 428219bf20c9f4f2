"""The others' turns since the reader's own last one, a line for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.events import (
    BannerUsed,
    BuildingCompleted,
    EndBegun,
    Event,
    Passed,
    PiecePlaced,
    TileLaid,
    WorkersPlaced,
)
from engine.game import Turn
from i18n.translation import Words
from tabletop.table import Table
from ui.texts.game.events import Teller, names_of
from words.sentences import changed, gold_text


def since_own_turn(table: Table, user: int, words: Words) -> list[str]:
    """Return lines on the turns that a person has missed, for the top of an answer.

    There are none for a person who has just had a turn, has begun one or does not play, and none
    for a single turn: the message that calls them tells it.
    """
    game, seat = table.running_game(), table.person(user)
    in_turn = table.active is not None and table.active == seat
    if seat is None or (in_turn and game.turn.plies):
        return []
    return (
        changes_since(table, seat.seat, words) if len(table.turns_since_own(seat.seat)) > 1 else []
    )


def changes_since(table: Table, seat: int, words: Words) -> list[str]:
    """Return lines on the turns since a seat's own last one; none before the first of them ends."""
    turns = table.turns_since_own(seat)
    if not turns:
        return []
    teller = Teller.of(table, words)
    return [
        words("Since your last turn:") if turns[0].number > 1 else words("So far:"),
        *(turn_in_a_line(turn, teller, seat) for turn in turns),
    ]


def turn_in_a_line(turn: Turn, teller: Teller, reader: int) -> str:
    """Return a turn in short sentences, with the gains of the reader's seat."""
    told = in_sentences(turn.events, teller, reader)
    pieces = [event for event in turn.events if isinstance(event, PiecePlaced)]
    told += change_of_values(pieces, teller)
    return " ".join(told)


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


def change_of_values(pieces: Sequence[PiecePlaced], teller: Teller) -> list[str]:
    """Return a sentence on the change of values by all these castle pieces, if there is any."""
    words = teller.words
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
