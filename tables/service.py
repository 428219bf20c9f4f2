"""Everything people can do to tables: each thing is checked, then saved, then news to show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from db.errors import StaleLogError
from db.rows import NewTable, State, StoredEntry, StoredMessage, StoredSeat
from db.store import Store
from engine.actions import Action, End
from engine.edition import DEFAULT_EDITION, load_edition
from engine.events import Event
from engine.game import UNDO, Game
from engine.start import FIRST_GAME, Start
from tables.cache import TableCache
from tables.caretaking import play_caretakers
from tables.errors import TableError
from tables.table import Table

MOST_TABLES_OF_A_HOST: Final = 20

Clock = Callable[[], int]
"""The time in milliseconds since 1970, UTC."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a table is opened with; ids are Discord's.

    Attributes:
        seats: how many people may play.
        language: the language of its public messages.
    """

    guild: int
    channel: int
    host: int
    name: str
    setup: str = FIRST_GAME
    mirror: bool = False
    seats: int = 4
    language: str = "en"


class Tables:
    """All tables of the bot.

    What is refused raises ``TableError`` or one of the engine's errors and changes nothing. When a
    call returns, what it did is durable; showing it is the publisher's, which is told by the count
    of news in the table's row.
    """

    def __init__(self, store: Store, clock: Clock, rng: Random, *, cached: int = 200) -> None:
        self.store = store
        self.cache = TableCache(store, cached)
        self._clock = clock
        self._rng = rng

    async def get(self, number: int, guild: int) -> Table:
        """A table of a server.

        Raises:
            TableError: if the server has no such table.
            UnreadableTableError: if its log does not replay.
        """
        table = await self.cache.get(number)
        if table.row.guild_id != guild:
            raise TableError("unknown-table", number=number)
        return table

    async def drain(self) -> None:
        """Wait until nothing is being done to any table."""
        await self.cache.drain()

    # Lobby

    async def open(self, opening: Opening) -> Table:
        """Open a lobby with the host in its first seat.

        Raises:
            TableError: if the number of seats is wrong, or the host has too many games.
        """
        edition = load_edition(DEFAULT_EDITION)
        least, most = min(edition.extra_neutral), max(edition.extra_neutral)
        if not least <= opening.seats <= most:
            raise TableError("bad-seats", least=least, most=most)
        unfinished: tuple[State, ...] = ("lobby", "running")
        theirs = await self.store.tables_in(opening.guild, states=unfinished, user=opening.host)
        hosted = sum(row.host_id == opening.host for row in theirs)
        if hosted >= MOST_TABLES_OF_A_HOST:
            raise TableError("too-many", count=hosted)
        new = NewTable(
            guild_id=opening.guild,
            channel_id=opening.channel,
            host_id=opening.host,
            edition=edition.id,
            setup=opening.setup,
            mirror=opening.mirror,
            seat_limit=opening.seats,
            language=opening.language,
            created_at=self._clock(),
        )
        number = await self.store.create_table(new, [StoredSeat(0, opening.host, opening.name)])
        return await self.cache.get(number)

    async def join(self, number: int, user: int, name: str) -> Table:
        """Take a free seat in a lobby."""
        async with self.cache.locked(number) as table:
            _must_be_lobby(table)
            if table.person(user):
                raise TableError("already-seated", number=number)
            if len(table.seats) >= table.row.seat_limit:
                raise TableError("full", number=number, count=table.row.seat_limit)
            seats = (*table.seats, StoredSeat(len(table.seats), user, name))
            news = await self.store.set_lobby(number, seats)
            table.row = replace(table.row, seats=seats, news=news)
            return table

    async def leave(self, number: int, user: int) -> Table:
        """Give up one's seat in a lobby; the next person becomes host, the last one cancels."""
        async with self.cache.locked(number) as table:
            _must_be_lobby(table)
            table.playing_seat(user)
            others = [seat for seat in table.seats if seat.user_id != user]
            seats = tuple(replace(seat, seat=place) for place, seat in enumerate(others))
            if not seats:
                await self._set_state(table, "cancelled", "everybody left")
                return table
            host = table.row.host_id if table.row.host_id != user else seats[0].user_id
            news = await self.store.set_lobby(number, seats, host_id=host)
            table.row = replace(table.row, seats=seats, host_id=host, news=news)
            return table

    async def begin(self, number: int, user: int, lot: str | None = None) -> Table:
        """Shuffle seats, colours and deck, and start the game.

        Args:
            lot: where the host wants the castle in the free set-up; drawn at random if None.

        Raises:
            NotationError: if the lot cannot lie there.
        """
        async with self.cache.locked(number) as table:
            _must_be_lobby(table)
            _must_host(table, user)
            edition = load_edition(table.row.edition)
            least = min(edition.extra_neutral)
            if len(table.seats) < least:
                raise TableError("too-few", number=number, count=least)
            first_game = table.row.setup == FIRST_GAME
            if first_game and lot is not None and edition.lot(lot) != edition.first_lot:
                raise TableError("lot-preset")
            chosen = edition.lot(lot) if lot else self._rng.choice(edition.lots)
            people = self._rng.sample(table.seats, len(table.seats))
            colours = self._rng.sample(edition.colours, len(people))
            deck = list(edition.deck(first_game=first_game))
            self._rng.shuffle(deck)
            start = Start.create(
                edition,
                table.row.setup,
                colours,
                deck,
                edition.first_lot if first_game else chosen,
                mirror=table.row.mirror,
            )
            seats = tuple(
                replace(person, seat=seat, colour=colours[seat])
                for seat, person in enumerate(people)
            )
            now = self._clock()
            names = " ".join(str(card) for card in deck)
            news = await self.store.begin(number, seats, lot=str(start.lot), deck=names, at=now)
            table.row = replace(table.row, seats=seats, state="running", begun_at=now, news=news)
            table.game = Game(start)
            return table

    # Game

    async def act(
        self, number: int, user: int, action: Action, version: int | None = None
    ) -> tuple[Table, list[Event]]:
        """Carry out an action of the person whose turn it is.

        Args:
            version: the length of the log the person saw, if that is known.

        Raises:
            TableError: if it is not this person's turn, or the game has gone on.
            IllegalActionError: if the rules forbid it.
        """
        async with self.cache.locked(number) as table:
            game = self._game_in_turn(table, user, version)
            events = game.apply(action)
            entries = [StoredEntry(str(action), user, self._clock())]
            await self._save(table, game, entries, news=isinstance(action, End))
            return table, events

    async def undo(
        self, number: int, user: int, version: int | None = None
    ) -> tuple[Table, Action]:
        """Take back the last action of one's turn, and give it.

        Raises:
            TableError: if it is not this person's turn, or the game has gone on.
            UndoError: if the action drew from the stack or there is none in this turn.
        """
        async with self.cache.locked(number) as table:
            game = self._game_in_turn(table, user, version)
            action = game.undo()
            entries = [StoredEntry(UNDO, user, self._clock())]
            await self._save(table, game, entries, news=False)
            return table, action

    async def resign(self, number: int, user: int) -> Table:
        """Leave a running game; the caretaker plays the seat on, or the game ends without people.

        Raises:
            TableError: if the game does not run, or this person does not play in it.
        """
        async with self.cache.locked(number) as table:
            table.must_run()
            seat = table.playing_seat(user)
            deserted = len(table.playing) == 1
            now = self._clock()
            news = await self.store.resign(
                number,
                seat.seat,
                at=now,
                ended="closed" if deserted else None,
                reason="everybody resigned" if deserted else None,
            )
            seats = tuple(
                replace(other, status="resigned") if other == seat else other
                for other in table.seats
            )
            table.row = replace(table.row, seats=seats, news=news)
            if deserted:
                table.row = replace(
                    table.row, state="closed", reason="everybody resigned", ended_at=now
                )
            else:
                await self._let_caretakers_play(table)
            return table

    async def cancel(self, number: int, user: int, *, agree: bool = True) -> Table:
        """Cancel a game, or agree to it, or take one's agreement back.

        The host cancels alone before the first turn has ended; later everybody who still plays must
        agree.

        Raises:
            TableError: if the game is over, or this person may not.
        """
        async with self.cache.locked(number) as table:
            if table.row.state == "lobby":
                _must_host(table, user)
                await self._set_state(table, "cancelled", "the host cancelled it")
                return table
            table.must_run()
            if user == table.row.host_id and agree and table.running_game().position.turn == 1:
                await self._set_state(table, "cancelled", "the host cancelled it")
                return table
            table.playing_seat(user)
            votes = table.votes | {user} if agree else table.votes - {user}
            if votes == table.votes:
                return table
            agreed = all(seat.user_id in votes for seat in table.playing)
            now = self._clock()
            reason = "everybody agreed to cancel it"
            news = await self.store.set_votes(
                number,
                votes,
                at=now,
                ended="cancelled" if agreed else None,
                reason=reason if agreed else None,
            )
            table.votes = votes
            table.row = replace(table.row, news=news)
            if agreed:
                table.row = replace(table.row, state="cancelled", reason=reason, ended_at=now)
            return table

    async def close(self, number: int, guild: int, reason: str) -> Table:
        """Close a table for a moderator, in whatever state it is.

        Raises:
            TableError: if the server has no such table, or it is over.
        """
        async with self.cache.locked(number) as table:
            if table.row.guild_id != guild:
                raise TableError("unknown-table", number=number)
            if table.row.state not in ("lobby", "running", "aside"):
                raise TableError("not-running", number=number)
            await self._set_state(table, "closed", reason)
            return table

    async def set_thread(self, number: int, thread: int | None) -> None:
        """Note the thread in which a game is played; None for its channel."""
        async with self.cache.locked(number) as table:
            await self.store.set_thread(number, thread)
            table.row = replace(table.row, thread_id=thread)

    async def note_shown(self, number: int, news: int, messages: Sequence[StoredMessage]) -> Table:
        """Note that so much of a table's news was shown, and by which messages."""
        async with self.cache.locked(number) as table:
            await self.store.mark_shown(number, news, messages)
            table.messages = {**table.messages, **{entry.kind: entry for entry in messages}}
            table.row = replace(table.row, shown=max(table.row.shown, news))
            return table

    async def move(self, number: int, user: int, channel: int) -> Table:
        """Go on with a game in another channel of its server, for one of its people.

        Raises:
            TableError: if the game is over, or this person does not play in it.
        """
        async with self.cache.locked(number) as table:
            if table.row.state != "lobby":
                table.must_run()
            table.playing_seat(user)
            news = await self.store.move(number, channel)
            table.row = replace(table.row, channel_id=channel, thread_id=None, news=news)
            table.messages = {}
            return table

    async def log_entries(self, number: int) -> list[str]:
        """The entries of a table's log as they are stored, readable or not.

        Raises:
            TableError: if there is no such table.
        """
        stored = await self.store.load(number)
        if stored is None:
            raise TableError("unknown-table", number=number)
        return [entry.entry for entry in stored.log]

    async def set_aside(self, number: int, reason: str) -> None:
        """Put a table aside whose log does not replay."""
        await self.store.set_state(number, "aside", at=self._clock(), reason=reason)
        self.cache.forget(number)

    async def catch_up(self, number: int) -> Table:
        """Let the caretaker play if it is its turn, which a crash may have prevented."""
        async with self.cache.locked(number) as table:
            if table.row.state == "running":
                await self._let_caretakers_play(table)
            return table

    def _game_in_turn(self, table: Table, user: int, version: int | None) -> Game:
        """A copy of the game for the person whose turn it is to change."""
        game = table.game_in_turn(user)
        if version is not None and version != game.version:
            raise TableError("outdated", number=table.number)
        return game.copy()

    async def _let_caretakers_play(self, table: Table) -> None:
        game = table.running_game().copy()
        await self._save(table, game, [], news=True)

    async def _save(
        self, table: Table, game: Game, entries: list[StoredEntry], *, news: bool
    ) -> None:
        """Save what was done, with what the caretaker does then, and only then believe it."""
        length = table.version
        resigned = [seat.seat for seat in table.seats if seat.status == "resigned"]
        played = play_caretakers(game, resigned)
        entries += [StoredEntry(str(action), None, self._clock()) for action in played]
        if not entries:
            return
        ended: State | None = "finished" if game.position.over else None
        try:
            count = await self.store.append(
                table.number, length, entries, news=news or bool(played), ended=ended
            )
        except StaleLogError as error:
            self.cache.forget(table.number)
            raise TableError("outdated", number=table.number) from error
        table.game = game
        table.row = replace(table.row, news=count)
        if ended:
            table.row = replace(table.row, state=ended, ended_at=entries[-1].at)

    async def _set_state(self, table: Table, state: State, reason: str) -> None:
        now = self._clock()
        news = await self.store.set_state(table.number, state, at=now, reason=reason)
        table.row = replace(table.row, state=state, reason=reason, ended_at=now, news=news)


def _must_be_lobby(table: Table) -> None:
    if table.row.state == "running":
        raise TableError("not-open", number=table.number)
    if table.row.state != "lobby":
        raise TableError("not-running", number=table.number)


def _must_host(table: Table, user: int) -> None:
    if user != table.row.host_id:
        name = table.host.name if table.host else "?"
        raise TableError("not-host", number=table.number, name=name)
