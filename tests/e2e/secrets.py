"""What must never be told: looks through everything that the bot sends while a game runs."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.edition import Card
from engine.events import BannerUsed
from engine.position import Position
from tabletop.table import Table
from tests.e2e.playing import Match
from tests.e2e.sent import PUBLIC, Sent

GOLD: Final = re.compile(r"([0-9]+)\W{0,4}gold|gold\W{0,4}([0-9]+)", re.IGNORECASE)

LESSON: Final = re.compile("arkadia:(turn|pick):0:|arkadia:lesson")
"""The buttons of the lesson, whose game has no number."""


@cache
def names(card: Card) -> re.Pattern[str]:
    """Every way in which a card may be named."""
    form, family = card.form.replace("-", ".?"), card.family
    return re.compile(rf"\b({form}/{family}|{family}[ _-]{form})\b", re.IGNORECASE)


class Watch:
    """Looks at what the bot has sent since the last look.

    Whenever it looks, everything that was sent must have been fit for those who saw it: nobody but
    its owner sees a hand, nobody at all the stack, and gold is only told as the price of a sale.
    """

    def __init__(self, match: Match) -> None:
        self._known: set[Card] = set()  # the kinds of cards that everybody has seen so far
        self._match = match
        self._looked = 0

    async def look(self) -> list[str]:
        """The leaks in what was sent since the last look."""
        sent = self._match.world.sent[self._looked :]
        self._looked = len(self._match.world.sent)
        table = await self._match.table()
        game = table.running_game()
        before = game.before_turn
        self._known |= {laid.card for laid in before.buildings} | set(before.face_up)
        if game.position.over:
            return []  # everything is open then
        return [leak for request in sent for leak in leaks(request, table, self._known)]


def leaks(sent: Sent, table: Table, known: Iterable[Card]) -> list[str]:
    """What a request tells that those who see it must not know."""
    if any(LESSON.match(text) for text in sent.strings):
        return []  # a game of its own, with the same cards for everybody
    position = table.running_game().position
    hidden = {card for hand in (*position.hands, position.stack[position.drawn :]) for card in hand}
    hidden -= set(known)
    if sent.owner is not PUBLIC:
        hidden -= set(_cards_of(table, position, sent.owner))
    told = [
        f"{sent.method} {sent.path} names {card}: {text}"
        for text in sent.strings
        for card in hidden
        if names(card).search(text)
    ]
    if sent.owner is PUBLIC:
        told += [
            f"{sent.method} {sent.path} tells of gold: {text}"
            for text in sent.strings
            for before, after in GOLD.findall(text)
            if int(before or after) not in _sales(table)
        ]
    return told


def _cards_of(table: Table, position: Position, user: int) -> Iterable[Card]:
    """The cards a person holds or has held in this turn, and those turned up for that person."""
    seat = table.person(user)
    if seat is None:
        return ()
    before = table.running_game().before_turn
    turned_up = position.face_up if seat == table.active else ()
    return (*position.hands[seat.seat], *before.hands[seat.seat], *turned_up)


def _sales(table: Table) -> set[int]:
    return {
        event.gold
        for turn in table.turns_since(1)
        for event in turn.events
        if isinstance(event, BannerUsed)
    }
