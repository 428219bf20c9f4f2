"""The outcome of a game: whose win it is, what leaving costs, how an early end and a series count.

A game counts in the ranking from its second round on. A person who then leaves it for good is last,
and so is one who was replaced for lateness and did not come back. Who left before is left out. The
others are ranked by the end that follows, or as they stand if the game ends early; an end on which
all agreed counts for nobody else. A computer that stood in for a person plays for that person, and
never betters how the seat stood before.

Its host or all its people cancel a game, or a moderator closes it. Who played a turn,
``Table.by_computer`` says.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from db.games.rows import GameSummary, StoredPause, StoredSeat
from engine import End, Game, Position
from engine.view import View, proceeds
from tabletop.errors import TableError
from tabletop.table import Table
from tabletop.time_control import DAY
from tabletop.turns import TableWriter

AGREED: Final = "everybody agreed to cancel it"  # the reason stored with a game cancelled by votes

ALL_LEFT: Final = "everybody resigned"  # the reason stored with a game that its last person left


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game that is over."""

    # the gold of each seat at the end, or what it stood at where the game ended early
    gold: tuple[int, ...]
    # the place of each seat that is ranked, 1 for the best; equal gold shares a place
    places: Mapping[int, int]
    gone: frozenset[int]  # the seats whose people abandoned the game once it counted
    # the worst rank of each seat before a computer took turns for its person, 0 for none
    stood: tuple[int, ...]

    def is_own(self, seat: int) -> bool:
        """Return whether nobody but its owner played a seat, and did so until the end."""
        return not self.stood[seat] and seat not in self.gone

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the people, or computer players, who have won."""
        return tuple(sorted(seat for seat, place in self.places.items() if place == 1))


def outcome_of(table: Table, *, if_ended: bool = False) -> Outcome | None:
    """Return what a game that is over came to; None if it came to nothing.

    Args:
        if_ended: what it comes to if its people end it now.
    """
    game, row = table.running_game(), table.row
    turn, result = game.position.turn, game.position.result
    lost = gone(row, table.pauses, turn)
    counts = bool(lost) if if_ended else counts_as_it_stands(row, table.pauses, turn)
    if result is None and not counts:
        return None
    gold = worth(game.before_turn) if result is None else result.gold
    seats = [seat.seat for seat in row.seats if seat.seat not in lost and seat.left_turn is None]
    stood = _stood(table, seats)
    places = ranked({seat: (gold[seat], stood[seat]) for seat in seats}, lost)
    return Outcome(gold, places, lost, stood)


def as_counted(table: Table, view: View) -> View:
    """Return a view of a game whose result, if it is over, has the winners and places that count.

    The engine's own go by gold alone: it knows nothing of people.
    """
    outcome = None if view.result is None else outcome_of(table)
    if view.result is None or outcome is None:
        return view
    last = 1 + len(outcome.places)
    places = tuple(outcome.places.get(seat, last) for seat in range(len(table.seats)))
    return replace(view, result=replace(view.result, winners=outcome.winners, places=places))


def ranked(seats: Mapping[int, tuple[int, int]], gone: Collection[int]) -> dict[int, int]:
    """Return the place of each seat, 1 for the best; those that are gone are behind all others.

    Args:
        seats: of each seat that is compared, its gold and the best place that it may have.
    """
    found = {}
    for seat, (own, stood) in seats.items():
        place = 1 + sum(gold > own for gold, _ in seats.values())
        # A seat that is set back stands behind the one that has that place by its own play.
        found[seat] = max(place, stood), stood > place
    places = {seat: 1 + sum(one < own for one in found.values()) for seat, own in found.items()}
    return places | dict.fromkeys(gone, len(seats) + 1)


def _stood(table: Table, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the worst rank of each seat before a computer took turns for its person, or 0."""
    found = [0 for _ in table.seats]
    taken = [
        turn
        for turn in range(1, len(table.by_people) + 1)
        if table.by_computer(turn) and not table.by_computer(turn - len(found))
    ]
    if taken:
        worths = _worths(table.running_game())
        for turn in taken:
            seat, stood = (turn - 1) % len(found), worths[turn - 1]
            rank = 1 + sum(stood[other] > stood[seat] for other in seats)
            found[seat] = max(found[seat], rank)
    return tuple(found)


def _worths(game: Game) -> Sequence[tuple[int, ...]]:
    position = Position(game.start)
    found = [worth(position)]
    for action in game.actions:
        position.push(action)
        if isinstance(action, End):
            found.append(worth(position))
    return found


def is_at_stake(row: GameSummary, turn: int) -> bool:
    """Return whether a game counts in the ranking from this turn on."""
    people = not any(seat.is_computer for seat in row.seats)
    second_round = turn > len(row.seats) > 1
    return row.leaving_counts and people and second_round and row.begun_in is None


def replaced_at(seat: StoredSeat, pauses: Sequence[StoredPause]) -> int | None:
    """Return since when a computer has a seat because its owner was late; None if it has not."""
    last = next((pause for pause in reversed(pauses) if pause.seat == seat.seat), None)
    if seat.status != "away" or last is None or last.kind != "seat":
        return None
    return last.began_at


def gone(row: GameSummary, pauses: Sequence[StoredPause], turn: int) -> frozenset[int]:
    """Return the seats whose people have abandoned a game that counts."""
    if not is_at_stake(row, turn):
        return frozenset()
    return frozenset(
        seat.seat
        for seat in row.seats
        if replaced_at(seat, pauses) is not None
        or (seat.left_turn is not None and seat.left_turn > len(row.seats))
    )


def counts_as_it_stands(row: GameSummary, pauses: Sequence[StoredPause], turn: int) -> bool:
    """Return whether a game that ended early counts: its people ended it after one had left."""
    return row.reason in (AGREED, ALL_LEFT) and bool(gone(row, pauses, turn))


def worth(position: Position) -> tuple[int, ...]:
    """Return each seat's gold and the present value of its seals, as a final sale would bring."""
    return tuple(
        gold + proceeds(seals, position.values)
        for gold, seals in zip(position.gold, position.seals, strict=True)
    )


Owner: TypeAlias = int | str  # a person by their id, or a computer player by its name


def owner(seat: StoredSeat) -> Owner:
    """Return a seat's owner as a key that is the same in all games of a series."""
    return seat.name if seat.user_id is None else seat.user_id


def next_order(before: Table, seats: Sequence[StoredSeat]) -> list[int] | None:
    """Return the turn order of a rematch: the same as before, but the second player begins.

    Returns:
        The places in ``seats`` in turn order; None if the people are not the same as before.
    """
    sitting = [owner(seat) for seat in seats]
    order = [owner(seat) for seat in before.seats]
    if Counter(sitting) != Counter(order):
        return None
    return [sitting.index(one) for one in (*order[1:], order[0])]


def kept_colours(before: Table, seats: Sequence[StoredSeat], drawn: Sequence[str]) -> list[str]:
    """Return the colours of a rematch in turn order: people keep theirs, newcomers get others.

    Args:
        drawn: as many colours, drawn at random, for those who had none.
    """
    had = {owner(seat): seat.colour for seat in before.seats}
    kept = [had.get(owner(seat)) for seat in seats]
    free = [colour for colour in drawn if colour not in kept]
    return [colour or free.pop() for colour in kept]


def wins(before: Table) -> dict[Owner, int]:
    """Return the wins of each owner in a series up to a finished game, which is included."""
    outcome = None if before.game is None else outcome_of(before)
    winners = () if outcome is None else outcome.winners
    return {owner(seat): seat.won + (seat.seat in winners) for seat in before.seats}


def score(table: Table) -> list[tuple[int, int]]:
    """Return each seat with its number of wins in the series, the most first."""
    won = wins(table)
    pairs = [(seat.seat, won[owner(seat)]) for seat in table.seats]
    return sorted(pairs, key=lambda pair: -pair[1])


CANCELLED: Final = "the host cancelled it"  # the reason stored with a game that its host ended

PATIENCE_MS: Final = 7 * DAY
"""Milliseconds after which a person replaced for lateness is no longer asked about the end."""


class Closing:
    """A service that cancels and closes games before they are over."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer

    async def cancel(self, number: int, user: int, *, agree: bool = True) -> Table:
        """Cancel a game, vote to cancel it, or withdraw that vote.

        The host cancels alone before the first turn has ended; later every person who still plays
        must agree within a round. Where the game counts in the ranking, people who are away must
        agree as well.
        """
        async with self._writer.locked(number) as table:
            if table.row.state == "lobby":
                table.must_host(user)
                await self._writer.set_state(table, "cancelled", CANCELLED)
                return table
            table.must_run()
            table.own_seat(user)
            if user == table.row.host_id and agree and table.running_game().position.turn == 1:
                await self._writer.set_state(table, "cancelled", CANCELLED)
                return table
            about, before = _about_cancelling(table), voters_to_cancel(table)
            votes = before | {user} if agree else before - {user}
            agreed = _asked(table, self._writer.now()) | {user} <= votes
            # A second press of the same button is no news.
            if votes == before and not agreed:
                return table
            reason = AGREED if agreed else None
            charge = self._writer.charge(table, user, "post")
            await self._writer.set_votes(table, about, votes, cancelled=reason, charge=charge)
            return table

    async def close(self, number: int, guild: int, reason: str) -> Table:
        """Close a lobby or game on behalf of a moderator, in any state."""
        async with self._writer.locked(number) as table:
            if table.row.guild_id != guild:
                raise TableError("unknown-table", number=number)
            if table.row.state not in ("lobby", "running", "aside"):
                raise TableError("not-running", number=number)
            await self._writer.set_state(table, "closed", reason)
            return table


def voters_to_cancel(table: Table) -> frozenset[int]:
    """Return the people who would like to cancel a running game; votes lapse after a round."""
    return table.voters(_about_cancelling(table))


def lapses_at(table: Table) -> int:
    """Return the number of the turn at whose beginning the votes to cancel lapse."""
    return int(_about_cancelling(table).split()[1]) + len(table.seats)


def agree_without(table: Table, leaver: StoredSeat, now: int) -> bool:
    """Return whether all people but the one who leaves have agreed to cancel."""
    others = _asked(table, now) - {leaver.user_id}
    return bool(others) and others <= voters_to_cancel(table)


def counts_in_ranking(table: Table) -> bool:
    """Return whether a running game counts in the ranking by now."""
    return is_at_stake(table.row, table.running_game().position.turn)


def _about_cancelling(table: Table) -> str:
    """Return the subject of votes to cancel now, which has the turn in which the first came."""
    # Else a vote that was forgotten weeks ago would end a game that its person has come to like.
    turn, seats = table.running_game().position.turn, len(table.seats)
    round_ = [f"cancel {since}" for since in range(turn, turn - seats, -1)]
    return next(filter(table.voters, round_), round_[0])


def _asked(table: Table, now: int) -> set[int | None]:
    if not counts_in_ranking(table):
        return {seat.user_id for seat in table.playing}
    # Else who is behind would erase the game as soon as a computer holds the others' seats.
    since = {seat.user_id: replaced_at(seat, table.pauses) for seat in table.people}
    return {user for user, at in since.items() if at is None or now - at < PATIENCE_MS}


TAKEN_BACK: Final = "turns were taken back"
"""The reason of the end of a practice game that goes on in another one."""
