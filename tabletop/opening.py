"""The opening of tables: settings, limits, computer players' names, and what is drawn by lot."""

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from random import Random
from typing import Final, TypeAlias

from db.games.rows import LobbyRules, NewGame, StoredEntry, StoredSeat, StoredStart
from db.sql import columns
from db.store import Store
from db.timers import StoredDue
from db.usage import AskedBy
from engine import FIRST_GAME, RULES_VERSION, Action, Edition, Lot, Start, load_edition
from engine.edition_writing import compact
from engine.imagining import dealt_anew
from players.levels import LEVELS, OPPONENTS
from runtime.limits import Limits
from tabletop.cache import refusing
from tabletop.errors import TableError
from tabletop.rating import rule_of
from tabletop.time_control import USUAL_CLOCK


def stored_start(start: Start) -> StoredStart:
    """Return the row for a game's start, with the current rules and edition."""
    return StoredStart(
        lot=str(start.lot),
        deck=" ".join(str(card) for card in start.deck),
        rules_version=RULES_VERSION,
        fingerprint=start.edition.fingerprint,
        edition_text=compact(start.edition),
    )


class Dealer:
    """Decides turn order, colours, deck and the castle's lot, at random (rules, section 2)."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def order(self, seats: int) -> list[int]:
        """Return the places of the lobby's seats in random order."""
        return self._rng.sample(range(seats), seats)

    def start(
        self, edition: Edition, setup: str, seats: int, lot: Lot | None, *, mirror: bool
    ) -> Start:
        """Return random colours, a shuffled deck, and a random lot in the free set-up."""
        colours = self._rng.sample(edition.colours, seats)
        deck = list(edition.deck(first_game=setup == FIRST_GAME))
        self._rng.shuffle(deck)
        if setup != FIRST_GAME:
            lot = lot or self._rng.choice(edition.lots)
        return Start.create(edition, setup, colours, deck, lot, mirror=mirror)

    def again(self, start: Start, actions: Sequence[Action], seat: int) -> Start:
        """Return a start in which the cards that the seat could not know are dealt anew."""
        return dealt_anew(start, actions, seat, self._rng)


FullName: TypeAlias = Callable[[str, str, str], str]
"""Names a computer player: by its level's pattern, in a language, with its own name."""

CITIZENS: Final = ("Aldo", "Bianca", "Corrado", "Donata", "Ennio", "Fiora", "Guido", "Ilaria")
"""The names of computer players, beside the name of their level."""


@dataclass(frozen=True, slots=True)
class Opening(LobbyRules):
    """A new table: its rules, and those who get a seat; ids are Discord's.

    Attributes:
        computers: the levels of the computer players seated from the start.
        counts: whether it counts in the ranking of the server, and leaving it as a loss; None for
            what the server's moderators chose. It decides ``leaving_counts`` of the game.
    """

    guild: int
    channel: int
    host: int
    name: str
    _: KW_ONLY
    setup: str = FIRST_GAME
    mirror: bool = False
    seat_limit: int = 4
    language: str = "en"
    clock: str = str(USUAL_CLOCK)
    computers: tuple[str, ...] = ()
    leaving_counts: bool = field(default=True, init=False)
    counts: bool | None = None
    edition: str = ""
    others: tuple[StoredSeat, ...] = ()
    invited: tuple[int, ...] = ()
    theme: str = "dark"
    rematch_of: int | None = None
    series: int = 1
    asked: AskedBy | None = None


class Openings:
    """A service that opens tables, within the limits."""

    def __init__(self, store: Store, limits: Limits, full_name: FullName) -> None:
        self.limits = limits
        self._store = store
        self._full_name = full_name

    async def open_lobby(self, opening: Opening, at: int, due: StoredDue) -> int:
        """Open a lobby, and return the number of its game."""
        edition = load_edition(opening.edition or None)
        least, most = edition.seat_counts[0], edition.seat_counts[-1]
        if not least <= opening.seat_limit <= most:
            raise TableError("bad-seats", least=least, most=most)
        rules = {name: getattr(opening, name) for name in columns(LobbyRules)}
        new = NewGame(
            **{**rules, "edition": edition.id, "leaving_counts": await self._counts(opening)},
            guild_id=opening.guild,
            channel_id=opening.channel,
            host_id=opening.host,
            created_at=at,
            theme=opening.theme,
            rematch_of=opening.rematch_of,
            series=opening.series,
        )
        seats = [StoredSeat(0, opening.host, opening.name)]
        seats += [replace(seat, seat=place) for place, seat in enumerate(opening.others, 1)]
        for level in opening.computers:
            seats.append(self.computer_seat(seats, level, opening.language))
        # Kept seats are taken as well: every invited person must find room.
        if len(seats) + len(opening.invited) > opening.seat_limit:
            raise TableError("bad-seats", least=len(seats) + len(opening.invited), most=most)
        with refusing():
            return await self._store.games.open(
                new, seats, self.limits, invited=opening.invited, dues=[due], asked=opening.asked
            )

    async def _counts(self, opening: Opening) -> bool:
        if opening.counts is not None:
            return opening.counts
        return await rule_of(self._store, opening.guild) != "none"

    async def open_begun(
        self,
        new: NewGame,
        seats: Sequence[StoredSeat],
        start: StoredStart,
        entries: Sequence[StoredEntry],
    ) -> int:
        """Open a game that begins in the middle, and return its number."""
        with refusing():
            return await self._store.games.open_begun(new, seats, start, entries, self.limits)

    def computer_seat(self, seats: Sequence[StoredSeat], level: str, language: str) -> StoredSeat:
        """Return a computer player for the next seat, with a name that is still free."""
        known = LEVELS.get(level)
        if known not in OPPONENTS or known is None:
            raise TableError("bad-level", token=level)
        taken = {seat.name.partition(" ")[0] for seat in seats}
        name = next(name for name in CITIZENS if name not in taken)
        full_name = self._full_name(known.full_name, language, name)
        return StoredSeat(len(seats), None, full_name, level=level)
