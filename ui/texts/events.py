"""The events of a game as sentences that are safe for the public."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Self

from engine import Card, Edition, events, game, view
from engine.squares import SquareSet, first_square, square_name, square_names
from i18n.formats import Name, capital
from i18n.translation import N_, Words
from tabletop.table import Table
from ui.texts.markup import GOLD, plain, plain_name, seal_mark, short, worker_mark
from words.sentences import card_name, changed, counted, gold_text

LITTLE_ROOM: Final = 24  # characters of a name in the first line of a message


class Teller:
    """A narrator of one game's events, in one language."""

    def __init__(
        self,
        edition: Edition,
        names: Sequence[str],
        colours: Sequence[str],
        words: Words,
        by_computer: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self.edition = edition
        self._by_computer = by_computer
        # The names unescaped, too: the headline cuts them shorter before it escapes them.
        self._called = names
        self.names = [plain_name(name) for name in names]
        self.colours = colours
        self.words = words

    @classmethod
    def of(cls, table: Table, words: Words) -> Self:
        """Return a teller for the game of a table."""
        start = table.running_game().start
        return cls(start.edition, table.names, start.colours, words, table.by_computer)

    def person(self, seat: int) -> str:
        """Return a person's name with the colour they play."""
        name, colour = self.names[seat], self.words.name(self.colours[seat])
        if name == capital(colour):
            return f"**{name}**"
        return self.words("**{name}** ({colour})", name=name, colour=colour)

    def player(self, turn: int, name: str) -> str:
        """Return the name of a seat's person, marked if a computer played that turn for them."""
        return self.words("{name} (computer)", name=name) if self._by_computer(turn) else name

    def turn(self, turn: game.Turn) -> str:
        """Return the text of a whole turn: its player, and a line for each event."""
        person = self.player(turn.number, self.person(turn.seat))
        head = self.words("Turn {number}: {person}", number=turn.number, person=person)
        return "\n".join([head, *(f"- {line}" for line in self.lines(turn.events))])

    def headline(self, turn: game.Turn) -> str:
        """Return the main event of a turn in a few words, for the first line of a message."""
        name = self.player(turn.number, self.short_name(turn.seat))
        found = [news for event in turn.events for news in self._news(name, event)]
        if not found:
            return self.words("{name} ended their turn", name=name)
        return min(found, key=lambda news: news[0])[1]

    def short_name(self, seat: int) -> str:
        """Return a person's name, cut for where there is little room."""
        # Cut before it is escaped: a cut through an escaped name could leave a lone backslash.
        return plain(short(self._called[seat], LITTLE_ROOM))

    def _news(self, name: str, event: events.Event) -> Iterator[tuple[int, str]]:
        """Yield an event as a headline with its rank, 0 for the most important."""
        words = self.words
        match event:
            case events.EndBegun():
                yield 0, words("{name} finished floor 2, so everybody has one more turn", name=name)
            case events.BannerUsed() if event.gold:
                gold = gold_text(event.gold, words)
                yield 1, words("{name} sold seals for {gold}", name=name, gold=gold)
            case events.BuildingCompleted():
                building = self.building(event.card)
                yield 2, words("{name} completed the {building}", name=name, building=building)
            case events.TileLaid(_, card, _):
                building = self.building(card)
                # Translators: what happened, after “Ada, your turn in game 1:” or “Game 1:”; no
                # full stop.
                yield 3, words("{name} built the {building}", name=name, building=building)
            case events.WorkersPlaced():
                count = (event.own | event.neutral).bit_count()
                yield (
                    3,
                    words.plural(
                        "{name} placed {n} worker", "{name} placed {n} workers", count, name=name
                    ),
                )
            case events.Passed():
                yield 3, words("{name} passed", name=name)

    def lines(self, happened: Iterable[events.Event]) -> list[str]:
        """Return a sentence for each event that needs one."""
        return [line for event in happened if (line := self.line(event))]

    def line(self, event: events.Event) -> str:
        """Return the sentence for an event; empty where the other events imply it."""
        words = self.words
        match event:
            case events.TileLaid(_, card, squares):
                # Translators: a line of a list whose heading names the person: “Turn 3: Ada”; so
                # are the ones that follow.
                return words(
                    "builds the {building} on {squares}",
                    building=self.building(card),
                    squares=names_of(squares),
                )
            case events.NeutralTaken():
                return self._neutral_taken(event)
            case events.CardDrawn():
                return self._card_drawn(event)
            case events.WorkersPlaced():
                return self._workers_placed(event)
            case events.Passed():
                return words("can't build or place a worker, and passes")
            case events.BuildingCompleted():
                return self._completed(event)
            case events.PiecePlaced():
                return self._piece_placed(event)
            case events.PiecesForgone(_, count):
                return words.plural(
                    "{n} castle piece isn't placed: none are left",
                    "{n} castle pieces aren't placed: none are left",
                    count,
                )
            case events.FloorFinished(floor, moved):
                return words(
                    "floor {floor} is finished; left over for the top floor: {pieces}",
                    floor=floor,
                    pieces=self._pieces(moved) or words("nothing"),
                )
            case events.EndBegun(seat, _):
                sentence = N_(
                    "**the end begins**: everybody has one more turn, and {name} plays last"
                )
                return words(sentence, name=self.names[seat])
            case events.BannerUsed():
                return self._banner_used(event)
            case events.GameOver(events.EndCause.IDLE, _, _):
                return words("**no moves left: the game is over**")
            case events.GameOver():
                return words("**the game is over**")
        return ""

    def building(self, card: Card) -> Name:
        """Return the name of a card or building, such as "red house"."""
        return card_name(card, self.words)

    def seals(self, family: str) -> Name:
        """Return the name of a family, with the mark of its seals."""
        return self.words.name(family).after(seal_mark(family))

    def _pieces(self, counts: view.Counts) -> str:
        """Return castle pieces by family, without zeros, such as "red 1, silver 2"."""
        return self.words.listing(
            counted(self.seals(family), count, self.words)
            for family, count in zip(self.edition.families, counts, strict=True)
            if count
        )

    def counts(self, counts: Sequence[int]) -> str:
        """Return seals by family, without zeros, such as "7 red and 5 silver seals"."""
        listed = self.words.all_of(
            # Translators: so many seals of a family, in a list before “seals”.
            self.words.plural("{n} {family}", "{n} {family}", count, family=self.seals(family))
            for family, count in zip(self.edition.families, counts, strict=True)
            if count
        )
        # Translators: {seals} is “7 red and 5 silver”.
        return self.words.plural("{seals} seal", "{seals} seals", sum(counts), seals=listed)

    def gained(self, family: str, count: int) -> str:
        """Return a number of seals, such as "3 black seals"."""
        return self.words.plural(
            "{n} {family} seal", "{n} {family} seals", count, family=self.seals(family)
        )

    def _neutral_taken(self, event: events.NeutralTaken) -> str:
        if event.count == event.camps.bit_count():
            return self.words.plural(
                "covers the camp on {camps} and takes {n} neutral worker",
                "covers the camps on {camps} and takes {n} neutral workers",
                event.count,
                camps=names_of(event.camps),
            )
        camps = names_of(event.camps)
        if not event.count:
            return self.words("covers {camps}; the supply has no neutral workers left", camps=camps)
        return self.words.plural(
            "covers {camps} and takes the last neutral worker from the supply",
            "covers {camps} and takes the last {n} neutral workers from the supply",
            event.count,
            camps=camps,
        )

    def _card_drawn(self, event: events.CardDrawn) -> str:
        if event.card is None:
            return self.words("draws from the stack")
        taken = self.building(event.card)
        if event.revealed is None:
            return self.words("takes the open {card}", card=taken)
        new = self.building(event.revealed)
        return self.words(
            "takes the open {card}; the {revealed} replaces it", card=taken, revealed=new
        )

    def workers(self, event: events.WorkersPlaced) -> str:
        """Return the workers that were placed, such as "2 red workers on F7 F8"."""
        own, neutral = self._own_and_neutral(event)
        return self.words.all_of([own] * bool(event.own) + [neutral] * bool(event.neutral))

    def _workers_placed(self, event: events.WorkersPlaced) -> str:
        own, neutral = self._own_and_neutral(event)
        if event.own and event.neutral:
            return self.words("places {own} and {neutral}", own=own, neutral=neutral)
        return self.words("places {workers}", workers=own if event.own else neutral)

    def _own_and_neutral(self, event: events.WorkersPlaced) -> tuple[str, str]:
        own = self.words.plural(
            "{mark}{n} {colour} worker on {squares}",
            "{mark}{n} {colour} workers on {squares}",
            event.own.bit_count(),
            mark=worker_mark(self.colours[event.seat]),
            colour=self.words.name(self.colours[event.seat]),
            squares=names_of(event.own),
        )
        neutral = self.words.plural(
            "{mark}{n} neutral worker on {squares}",
            "{mark}{n} neutral workers on {squares}",
            event.neutral.bit_count(),
            mark=worker_mark(),
            squares=names_of(event.neutral),
        )
        return own, neutral

    def _completed(self, event: events.BuildingCompleted) -> str:
        gains = self.words.listing(
            counted(self.names[seat], count, self.words)
            for seat, count in enumerate(event.gains)
            if count
        )
        square, family = first_square(event.squares), self.seals(event.card.family)
        names = {"building": self.building(event.card), "square": square_name(square)}
        sentence = N_("**completes the {building} at {square}**; {family} seals: {gains}")
        return self.words(sentence, family=family, gains=gains, **names)

    def changes(self, before: view.Counts, after: view.Counts) -> str:
        """Return the values that changed, such as "red 2 → 3"; empty if none did."""
        families = zip(self.edition.families, before, after, strict=True)
        return self.words.listing(
            changed(self.seals(family), old, new, self.words)
            for family, old, new in families
            if old != new
        )

    def _piece_placed(self, event: events.PiecePlaced) -> str:
        changes = self.changes(event.before, event.after)
        return self.words(
            "puts {family} on ring square {ring}: {changes}",
            family=self.seals(event.family),
            ring=event.ring,
            changes=changes or self.words("values don't change"),
        )

    def _banner_used(self, event: events.BannerUsed) -> str:
        if not any(event.sold):
            return self.words.plural(
                "hands in a banner and takes {n} worker",
                "hands in a banner and takes {n} workers",
                event.workers,
            )
        return self.words.plural(
            "hands in a banner: {n} worker, {sold} sold for **{gold}**",
            "hands in a banner: {n} workers, {sold} sold for **{gold}**",
            event.workers,
            sold=self.counts(event.sold),
            gold=f"{GOLD}{gold_text(event.gold, self.words)}",
        )


def names_of(squares: SquareSet) -> str:
    """Return the names of a set of squares, in order."""
    return " ".join(square_names(squares))


def in_sentences(happened: Iterable[events.Event], teller: Teller, reader: int) -> list[str]:
    """Return a short sentence for each event that needs one, with the reader's gains."""
    return [line for event in happened if (line := _sentence(event, teller, reader))]


def _sentence(event: events.Event, teller: Teller, reader: int) -> str:
    words = teller.words
    match event:
        case events.TileLaid(seat, card, _):
            name, building = teller.person(seat), teller.building(card)
            built = words("{name} built the {building}", name=name, building=building)
            return words("{sentence}.", sentence=built)
        case events.WorkersPlaced(seat, own, neutral):
            return words.plural(
                "{person} placed a worker on {squares}.",
                "{person} placed workers on {squares}.",
                (own | neutral).bit_count(),
                person=teller.person(seat),
                squares=names_of(own | neutral),
            )
        case events.Passed(seat):
            return words("{sentence}.", sentence=words("{name} passed", name=teller.person(seat)))
        case events.BuildingCompleted():
            return _completed(event, teller, reader)
        case events.BannerUsed(_, _, sold, brought) if any(sold):
            gold = gold_text(brought, words)
            return words.plural(
                "{n} seal was sold for {gold}.",
                "{n} seals were sold for {gold}.",
                sum(sold),
                gold=gold,
            )
        case events.BannerUsed():
            return words("A banner was handed in.")
        case events.EndBegun():
            return words("The final round begins.")
    return ""


def _completed(event: events.BuildingCompleted, teller: Teller, reader: int) -> str:
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
