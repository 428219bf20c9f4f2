"""The story of a game in a few sentences: what everybody saw, for players and spectators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.events import BannerUsed, BuildingCompleted
from engine.moments import Moment, ValueChanged, greatest, moments_of
from i18n.translation import Words
from tabletop.outcome import Outcome, outcome_of
from tabletop.table import Table
from ui.texts.game.events import Teller
from words.sentences import counted, gold_text

MOST: Final = 3
"""The moments that a story tells at most."""


@dataclass(frozen=True, slots=True)
class Told:
    """A story, and the turns that its pictures show.

    Attributes:
        lines: its sentences.
        pictured: the numbers of the turns of its moments, the weightiest alone while the game
            goes on.
    """

    lines: tuple[str, ...]
    pictured: tuple[int, ...]


def first_turn_for(table: Table, user: int) -> int:
    """Return the first turn that a story tells a person of.

    A player is told of the turns since the own last one, a spectator of the whole game; so is
    everybody once the game is over, or where nothing has happened since.
    """
    seat = table.person(user)
    if seat is None or table.row.state != "running":
        return 1
    turns = table.turns_since_own(seat.seat)
    return turns[0].number if turns else 1


def story_of_game(table: Table, first: int, words: Words) -> Told:
    """Return the story of a game from a turn on, made of public facts alone.

    Args:
        table: a game that has begun.
        first: the number of the first turn to be told.
        words: the reader's language.

    Raises:
        TableError: if the game has not begun.
    """
    game, teller = table.running_game(), Teller.of(table, words)
    turns = table.turns_since(first)
    found = greatest(moments_of(game.start, game.actions, first), MOST)
    outcome = outcome_of(table) if game.position.over else None
    lines = [
        _ended(outcome, len(turns), teller)
        if outcome and outcome.winners
        else _span(first, len(turns), words),
        *(moment_line(moment, teller) for moment in found),
        *_leaders(table, teller),
    ]
    pictured = found if game.position.over else _weightiest(found)
    return Told(tuple(lines), tuple(moment.turn for moment in pictured))


def moment_line(moment: Moment, teller: Teller) -> str:
    """Return a moment as a sentence that begins with its turn."""
    words, what = teller.words, moment.what
    name = teller.player(moment.turn, f"**{teller.names[what.seat]}**")
    match what:
        case BannerUsed():
            gold = gold_text(what.gold, words)
            # Translators: {n} counts seals.
            return words.plural(
                "Turn {turn}: {name} sold {n} seal for **{gold}**.",
                "Turn {turn}: {name} sold {n} seals for **{gold}**.",
                sum(what.sold),
                turn=moment.turn,
                name=name,
                gold=gold,
            )
        case BuildingCompleted():
            own = what.gains[what.seat]
            more = [(seat, count) for seat, count in enumerate(what.gains) if count > own]
            return words.plural(
                "Turn {turn}: {name} completed the {building}, and another gained more: {gains}.",
                "Turn {turn}: {name} completed the {building}, and others gained more: {gains}.",
                len(more),
                turn=moment.turn,
                name=name,
                building=teller.building(what.card),
                gains=words.listing(counted(teller.names[seat], n, words) for seat, n in more),
            )
        case ValueChanged():
            return _value_line(moment.turn, name, what, teller)


def _value_line(turn: int, name: str, what: ValueChanged, teller: Teller) -> str:
    words = teller.words
    given = {
        "turn": turn,
        "name": name,
        "family": teller.seals(what.family),
        "before": what.before,
        "after": what.after,
    }
    if what.after > what.before:
        return words(
            "Turn {turn}: {name} built at the castle; {family} seals rose from {before} to "
            "**{after}**.",
            **given,
        )
    return words(
        "Turn {turn}: {name} built at the castle; {family} seals fell from {before} to "
        "**{after}**.",
        **given,
    )


def _ended(outcome: Outcome, count: int, teller: Teller) -> str:
    """Return how long the game was and who won it, with everybody's gold, the winners' first."""
    words, gold = teller.words, outcome.gold
    people = [f"**{teller.names[seat]}**" for seat in outcome.winners]
    order = sorted(range(len(gold)), key=lambda seat: (seat not in outcome.winners, -gold[seat]))
    scores = " : ".join(str(gold[seat]) for seat in order)
    given = {"people": words.all_of(people), "scores": scores}
    if len(people) > 1:
        # Translators: {scores} is “91 : 91 : 70”, in gold.
        return words.plural(
            "{n} turn, and {people} share the victory, {scores}.",
            "{n} turns, and {people} share the victory, {scores}.",
            count,
            **given,
        )
    return words.plural(
        # Translators: {scores} is “118 : 91”, in gold; {people} is one person.
        "{n} turn, and {people} won {scores}.",
        "{n} turns, and {people} won {scores}.",
        count,
        **given,
    )


def _span(first: int, count: int, words: Words) -> str:
    if first == 1:
        return words.plural("So far {n} turn was played.", "So far {n} turns were played.", count)
    return words.plural(
        "Since turn {turn}, {n} turn was played.",
        "Since turn {turn}, {n} turns were played.",
        count,
        turn=first - 1,
    )


def _leaders(table: Table, teller: Teller) -> list[str]:
    """Return a line on who has completed the most buildings, which everybody can count."""
    counts = [0] * len(teller.names)
    for turn in table.turns_since(1):
        if not table.by_computer(turn.number):
            counts[turn.seat] += sum(isinstance(event, BuildingCompleted) for event in turn.events)
    most = max(counts)
    if not most:
        return []
    leading = [teller.names[seat] for seat, count in enumerate(counts) if count == most]
    return [
        # Translators: {count} is how many buildings each of {people} has completed.
        teller.words.plural(
            "{people} completed the most buildings: {count}.",
            "{people} completed the most buildings: {count} each.",
            len(leading),
            people=teller.words.all_of(leading),
            count=most,
        )
    ]


def _weightiest(found: Sequence[Moment]) -> list[Moment]:
    return [max(found, key=lambda moment: moment.weight)] if found else []
