"""A table as the owner of a panel may see it: all that the panel's steps know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from db.games.rows import HelpLevel
from engine.actions import Action, Banner, Build, Castle, Pass, Workers
from engine.cards import Card
from engine.events import CardDrawn, Event, PiecePlaced, TileLaid, WorkersPlaced
from engine.position import Position
from engine.preview import in_turn, placements
from engine.squares import SquareSet, first_square
from i18n.naming import capital
from i18n.translation import Words
from tabletop.help import Help, help_at
from tabletop.prepared import Prepared
from tabletop.table import Table
from ui.texts.game.events import Teller, names_of
from ui.texts.refusals import refusal_text
from words.sentences import gold_text


@dataclass(frozen=True)
class Desk:
    """A table as one of its players may see it: the data behind the steps of the panel.

    Attributes:
        table: the table.
        user: the person's id in Discord.
        seat: the person's seat.
        ahead: True while another person has the turn, and this one prepares a later one.
        position: the position to decide in; when preparing, as if it were the person's turn.
        words: the person's language.
        help: the help that the person has in this turn.
        planned: the turn that the person has prepared, possible or not, or None.
    """

    table: Table
    user: int
    seat: int
    ahead: bool
    position: Position
    words: Words
    help: Help
    planned: Prepared | None = None

    @classmethod
    def of(cls, table: Table, user: int, words: Words, wished: HelpLevel | None = None) -> Desk:
        """Return the desk for a player of a table.

        Args:
            wished: the most help that the person wants; None for what the table offers.

        Raises:
            TableError: if the game does not run, or the person does not play in it.
        """
        table.must_run()
        seat = table.playing_seat(user).seat
        position = table.position_for(user)
        ahead = table.active is None or table.active.seat != seat
        if ahead:
            position = in_turn(position, seat)
        helped = help_at(table, seat, wished, ahead=ahead)
        return cls(table, user, seat, ahead, position, words, helped)

    def with_plan(self, planned: Prepared | None) -> Desk:
        """Return the same desk with the turn that the person has prepared."""
        return replace(self, planned=planned)

    @property
    def has_a_turn_ahead(self) -> bool:
        """True if another turn of this person comes after the one that is being played."""
        left = self.position.turns_left
        active = self.table.active
        if left is None or active is None:
            return True
        return (self.seat - active.seat) % len(self.table.seats) < left

    @property
    def version(self) -> int:
        """The version of the position, for optimistic concurrency.

        A press that carries another version only redraws the panel.
        """
        # While the others play, the log grows with every action of theirs, but the public position
        # changes once a turn: a person who prepares is not thrown back by each entry.
        return self.position.ply if self.ahead else self.table.version

    @cached_property
    def teller(self) -> Teller:
        """The narrator of this game's events, in the person's language."""
        start = self.position.start
        return Teller(start.edition, self.table.names, start.colours, self.words)

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """The different cards in the person's hand, in canonical order."""
        order = self.position.start.edition.card_order
        return tuple(sorted(set(self.position.hands[self.seat]), key=order.__getitem__))

    @cached_property
    def _choices(self) -> dict[str, list[tuple[int, SquareSet]]]:
        return {}

    def choices(self, form: str) -> list[tuple[int, SquareSet]]:
        """Return every legal place of a tile form with its orientation's number, the best first."""
        # A press asks for the same places when it is read, carried out and drawn.
        if form not in self._choices:
            ways = self.position.start.orientations[form]
            number_of = {way.squares: number for number, way in enumerate(ways)}
            self._choices[form] = [
                (number_of[squares >> first_square(squares)], squares)
                for squares, _, _ in placements(self.position, form)
            ]
        return self._choices[form]

    def capital(self, card: Card) -> str:
        """Return the name of a card as it stands on a button, such as "Red house"."""
        return capital(self.teller.building(card))

    def in_short(self, action: Action) -> str:
        """Return an action in a few words, for no other reader than the person."""
        match action:
            case Build(card, squares, _):
                return self.words(
                    "the {building} on {squares}",
                    building=self.teller.building(card),
                    squares=names_of(squares),
                )
            case Workers(own, neutral):
                squares = own | neutral
                return self.words.plural(
                    "a worker on {squares}",
                    "workers on {squares}",
                    squares.bit_count(),
                    squares=names_of(squares),
                )
            case Castle(family, ring):
                return self.words(
                    "the {family} castle piece on ring square {ring}",
                    family=self.words.name(family),
                    ring=ring,
                )
            case Banner(sale) if sale:
                sold = dict(sale)
                families = self.position.start.edition.families
                gold = sum(self.position.value(family) * count for family, count in sale)
                return self.words(
                    "the banner ({sold} for **{gold}**)",
                    sold=self.teller.counts([sold.get(family, 0) for family in families]),
                    gold=gold_text(gold, self.words),
                )
            case Banner():
                return self.words("the banner")
            case Pass():
                return self.words("pass")
        return str(action)

    @property
    def seals(self) -> tuple[int, ...]:
        """The person's seals by family."""
        return tuple(self.position.seals[self.seat])

    def worth(self, values: tuple[int, ...] | None = None) -> int:
        """Return the gold that the person's seals would bring, at these or the present values."""
        prices = self.position.values if values is None else values
        return sum(count * price for count, price in zip(self.seals, prices, strict=True))

    def outlook(self, action: Action) -> tuple[Position, list[Event]]:
        """Return the position and the events after a legal action, without carrying it out.

        The position and events reveal cards drawn or turned up, which the person must not see
        before acting.

        Raises:
            IllegalActionError: if it is not legal.
        """
        after = self.position.copy()
        return after, after.apply(action)

    def effects(self, events: Iterable[Event]) -> list[str]:
        """Return lines on the consequences of an action, apart from the choices in it.

        A card that would be drawn or turned up is left out: it is hidden until it is drawn.
        """
        # That a castle piece follows each completed building is the rule, and the next page's.
        known = (CardDrawn, TileLaid, WorkersPlaced, PiecePlaced)
        lines = self.teller.lines(event for event in events if not isinstance(event, known))
        return [f"- {line}" for line in lines]

    def why_no_undo(self) -> str:
        """Return why nothing can be undone now; empty when something can."""
        reason = self.table.running_game().undo_refusal()
        return "" if reason is None else refusal_text(reason, self.words)
