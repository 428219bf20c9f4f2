"""The player for whom a panel is drawn: what they see and may do, and where the panel shows it.

The numbers of a step stand in custom ids: indices of cards, buildings and squares, never places in
a list that changes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

from db.games.rows import HelpLevel
from engine import Action, Banner, Build, Card, Castle, Draw, Pass, Position, Workers, preview, view
from engine.events import CardDrawn, Event, NeutralTaken, PiecePlaced, TileLaid, WorkersPlaced
from engine.opportunities import Opportunity, opportunities
from engine.squares import SquareSet, column_of, first_square, iter_squares, row_of, square_set
from i18n.formats import capital
from i18n.translation import Words
from tabletop.personal import Prepared
from tabletop.table import Help, Table, help_at
from ui.panel.page import Go, PanelAddress
from ui.texts.events import Teller, names_of
from ui.texts.refusals import refusal_text
from words.places import opportunity_text
from words.sentences import gold_text


@dataclass(frozen=True)
class PanelPlayer:
    """A table as one of its players may see it: the data behind the steps of the panel."""

    table: Table
    user: int  # the person's id in Discord
    seat: int
    ahead: bool  # True while another person has the turn, and this one prepares a later one
    position: Position  # the position to decide in; when preparing, as if it were the person's turn
    words: Words  # the person's language
    help: Help  # the help that the person has in this turn
    # the turn that the person has prepared, possible or not, or None
    planned: Prepared | None = None

    @classmethod
    def of(cls, table: Table, user: int, words: Words, wished: HelpLevel | None = None) -> Self:
        """Return the player of a panel by their id, with no more help than they wish."""
        table.must_run()
        seat = table.playing_seat(user).seat
        position = table.position_for(user)
        ahead = table.active is None or table.active.seat != seat
        if ahead:
            position = preview.in_turn(position, seat)
        helped = help_at(table, seat, wished, ahead=ahead)
        return cls(table, user, seat, ahead, position, words, helped)

    def with_plan(self, planned: Prepared | None) -> Self:
        """Return the same player with the turn that they have prepared."""
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
        """The version of the position: a press that carries another one only redraws the panel."""
        # While the others play, the log grows with every action of theirs, but the public position
        # changes once a turn: a person who prepares is not thrown back by each entry.
        return self.position.ply if self.ahead else self.table.version

    def address(self, go: Go) -> PanelAddress:
        """Return the place of a step in the player's panel, as its buttons have it."""
        version, epoch = self.version, self.table.epoch
        return PanelAddress(
            self.table.number, self.seat, self.ahead, version, go.step, go.numbers, epoch
        )

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
                for squares, _, _ in preview.placements(self.position, form)
            ]
        return self._choices[form]

    def capital(self, card: Card) -> str:
        """Return the name of a card as it stands on a button, such as "Red house"."""
        return capital(self.teller.building(card))

    def in_short(self, action: Action) -> str:
        """Return an action in a few words, for no other reader than the person."""
        match action:
            case Build(card, squares, _):
                building, on = self.teller.building(card), names_of(squares)
                return self.words("the {building} on {squares}", building=building, squares=on)
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
        return view.proceeds(self.seals, self.position.values if values is None else values)

    def outlook(self, action: Action) -> tuple[Position, list[Event]]:
        """Return the position and the events after a legal action, without carrying it out.

        The position and events reveal cards drawn or turned up, which the person must not see
        before acting.
        """
        after = self.position.copy()
        return after, after.apply(action)

    def effects(self, events: Iterable[Event]) -> list[str]:
        """Return lines on the consequences of an action, apart from the choices in it.

        A card that would be drawn or turned up is left out: it is hidden until it is drawn.
        """
        # That a castle piece follows each completed building is the rule, and the next page's.
        known = (CardDrawn, TileLaid, WorkersPlaced, PiecePlaced)
        lines = [self._effect(event) for event in events if not isinstance(event, known)]
        return [f"- {line}" for line in lines if line]

    def _effect(self, event: Event) -> str:
        """Return the sentence for an event; the picture beside it shows which camps are covered."""
        if isinstance(event, NeutralTaken) and event.count == event.camps.bit_count():
            return self.words.plural("+{n} neutral worker", "+{n} neutral workers", event.count)
        return self.teller.line(event)

    def why_no_undo(self) -> str:
        """Return why nothing can be undone now; empty when something can."""
        reason = self.table.running_game().undo_refusal()
        return "" if reason is None else refusal_text(reason, self.words)


CHOOSE, BUILD, WORKERS = "choose", "build", "workers"
CASTLE, BANNER, END = "castle", "banner", "end"

NO_DRAW: Final = 99  # the number of a draw that is not chosen yet


def current_step(player: PanelPlayer, undone: Action | None = None) -> Go:
    """Return the step that shows the actions possible now; a tile taken back keeps its place."""
    if player.position.phase is view.Phase.CASTLE:
        return Go(CASTLE, castle_numbers(player))
    if player.position.phase is not view.Phase.MUST:
        return Go(END)
    if isinstance(undone, Build):
        return Go(CHOOSE, build_step(player, undone.card, undone.squares).numbers[:3])
    return Go(CHOOSE)


def castle_numbers(player: PanelPlayer) -> tuple[int, int]:
    """Return the numbers of the castle step: the piece's colour and ring square if one alone is."""
    position = player.position
    pieces = [action for action in position.legal_actions() if isinstance(action, Castle)]
    if len(pieces) > 1:
        return 0, 0
    return position.start.edition.family_number[pieces[0].family] + 1, pieces[0].ring


def build_step(
    player: PanelPlayer, card: Card, squares: SquareSet = 0, draw: Card | Draw | None = None
) -> Go:
    """Return the build step for a card, at a place or in the middle; else the current step."""
    position = player.position
    choices = player.choices(card.form)
    if not choices:
        return current_step(player)
    there = next((one for one in choices if one[1] == squares), None)
    way, squares = there or middle_place(choices)
    number = position.start.edition.card_order[card]
    drawn = NO_DRAW if draw is None else draw_number(position, draw)
    if len(position.draws()) < 2:
        drawn = 0
    return Go(BUILD, (number, way, first_square(squares), drawn))


def middle_place(choices: Sequence[tuple[int, SquareSet]]) -> tuple[int, SquareSet]:
    """Return the legal place that is nearest to the middle of all."""
    # Not the best one: finding that is what the game is about.
    spots = [_centre(squares) for _, squares in choices]
    x = sum(spot[0] for spot in spots) / len(spots)
    y = sum(spot[1] for spot in spots) / len(spots)
    places = range(len(choices))
    return choices[min(places, key=lambda at: (spots[at][0] - x) ** 2 + (spots[at][1] - y) ** 2)]


def _centre(squares: SquareSet) -> tuple[float, float]:
    every = list(iter_squares(squares))
    return sum(map(column_of, every)) / len(every), sum(map(row_of, every)) / len(every)


def draw_number(position: Position, draw: Card | Draw) -> int:
    """Return a draw's index in ``position.draws()``; the stack's or 0 if the draw is gone."""
    draws = position.draws()
    return next((draws.index(one) for one in (draw, Draw.STACK) if one in draws), 0)


def draw_at(position: Position, number: int) -> Card | Draw:
    """Return the draw at an index of ``draws()``, or the first."""
    return position.draws()[0 if number == NO_DRAW else number]


def still_possible(player: PanelPlayer, planned: Action) -> bool:
    """Return whether a prepared action is legal still, maybe with another card to draw."""
    if isinstance(planned, Build):
        # Another player may have taken the open card meanwhile; the place still stands, so the plan
        # does.
        draw = draw_at(player.position, draw_number(player.position, planned.draw))
        planned = Build(planned.card, planned.squares, draw)
    return player.position.is_legal(planned)


def urgent_sites(position: Position) -> list[tuple[int, SquareSet]]:
    """Return the sites for workers with their vacant squares, those with the fewest first.

    The castle, which is never completed, comes last. Its number is 0; a building's number is its
    index in ``position.buildings`` plus one.
    """
    sites = [(0 if site is None else site + 1, gap) for site, gap in position.worker_sites()]
    # Only the order changes as squares are filled: the numbers stand in custom ids, so they are
    # the buildings' indices and not places in this list.
    return sorted(sites, key=lambda site: (not site[0], site[1].bit_count(), site[0]))


def filling(player: PanelPlayer, site: int) -> tuple[int, int] | None:
    """Return the cheapest way to fill all squares round a building, as bits of these squares.

    Neutral workers go first; own ones stand where they earn most. None if there are too few.
    """
    position, seat = player.position, player.seat
    gap = dict(urgent_sites(position))[site]
    squares = list(iter_squares(gap))
    own_needed = max(0, len(squares) - position.neutral_stock[seat])
    if own_needed > position.own_stock[seat]:
        return None
    border = position.start.edition.border
    own_squares = square_set(squares[:own_needed])
    completed = position.completions(Workers(own_squares, gap & ~own_squares))
    borders = [border(event.squares) for event in completed]
    # A square that touches several completed buildings pays a seal of each to an own worker there.
    earning = [sum(around >> square & 1 for around in borders) for square in squares]
    best = sorted(range(len(squares)), key=lambda number: (-earning[number], number))
    own = sum(1 << number for number in best[:own_needed])
    return own, (1 << len(squares)) - 1 - own


def bits_of(gap: SquareSet, chosen: SquareSet) -> int:
    """Return the chosen squares as bits in the order of a building's vacant squares."""
    return sum(1 << place for place, square in enumerate(iter_squares(gap)) if chosen >> square & 1)


def step_of(player: PanelPlayer, action: Action) -> Go:
    """Return the step that shows an action before it is carried out, else the current step."""
    position = player.position
    match action:
        case Build(card, squares, draw):
            return build_step(player, card, squares, draw)
        case Workers(own, neutral):
            for site, gap in urgent_sites(position):
                # A square may touch several buildings: the first one that has all of the squares
                # shows them.
                if not (own | neutral) & ~gap:
                    return Go(WORKERS, (site, bits_of(gap, own), bits_of(gap, neutral), 0))
        case Castle(family, ring):
            return Go(CASTLE, (position.start.edition.family_number[family] + 1, ring))
        case Banner(sale):
            amounts = dict(sale)
            families = position.start.edition.families
            return Go(BANNER, tuple(amounts.get(family, 0) for family in families))
    return current_step(player)


def only_choice(player: PanelPlayer) -> Go | None:
    """Return the step of the only possible action in this turn; None if there is a choice."""
    cards = [card for card in player.hand if fits(player, card)]
    can_place = player.position.can_place_workers()
    if can_place and not cards:
        sites = urgent_sites(player.position)
        return Go(WORKERS, (sites[0][0], 0, 0, 0)) if sites else current_step(player)
    if len(cards) == 1 and not can_place:
        return build_step(player, cards[0])
    return None


def fits(player: PanelPlayer, card: Card) -> bool:
    """Return whether a card's tile has a legal place."""
    return next(player.position.placements(card), None) is not None


MOST_NAMED: Final = 3  # buildings that can be completed now: more are too much to read


def chances_of(player: PanelPlayer) -> tuple[Opportunity, ...]:
    """Return the buildings that can be completed now, as far as the person is helped."""
    if player.help.completions == "none":
        return ()
    return opportunities(player.position.view(player.seat), MOST_NAMED)


def chances_told(player: PanelPlayer, chances: Sequence[Opportunity]) -> list[str]:
    """Return lines on the buildings that can be completed now, numbered as in the picture."""
    words = player.words
    if not chances:
        return []
    if player.help.completions == "names":
        every = dict.fromkeys(one.card for chance in chances for one in chance.completes)
        buildings = words.listing(player.teller.building(card) for card in every)
        return [words("You can complete now: {buildings}.", buildings=buildings)]
    return [
        words("You can complete:"),
        *(
            f"{number}. {opportunity_text(chance, words)}"
            for number, chance in enumerate(chances, start=1)
        ),
    ]
