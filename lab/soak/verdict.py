"""The verdict on the public messages: each turn is told once, in order, with one ping."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lab.discord.history import History, Message, Place, controls
from tabletop.table import Table

TOLD_TURN: Final = re.compile(r"^Turn ([0-9]+): ", re.MULTILINE)
BUTTON: Final = re.compile(r"arkadia:([a-z-]+):([0-9]+)(?::([0-9]+))?")
CUT: Final = "shows the earlier turns"

LOBBY: Final = "join"
TURN: Final = "take"
FINAL: Final = "record"
BOARD: Final = "board"


@dataclass(slots=True)
class Told:
    """A public message of the bot about a table, with the facts that the verdict needs."""

    message: Message
    place: Place
    kind: str  # a word in its button's custom id: of a sign-up, a turn or a final message
    news: int  # the number in that custom id, which differs between messages of a kind; or 0
    here: bool  # True while it and its channel or thread exist

    @property
    def turns(self) -> list[int]:
        """The numbers of the turns that its text reports."""
        return [int(turn) for turn in TOLD_TURN.findall(self.message.first["content"])]

    @property
    def now(self) -> int | None:
        """The number of the turn of which its board is; None in a lobby."""
        found = buttons(self.message.first["components"])
        return next((turn for kind, _, turn in found if kind == BOARD), None)


def told_in(history: History) -> dict[int, list[Told]]:
    """Return the bot's messages about each table, the oldest first; deleted ones are included."""
    found: dict[int, list[Told]] = defaultdict(list)
    places = [*history.places.values(), *history.gone]
    messages = [(message, place) for place in places for message in place.messages.values()]
    # By id, which is by time: a table's messages may stand in several places.
    for message, place in sorted(messages, key=lambda entry: entry[0].id):
        here = place.id in history.places and not message.deleted
        for kind, number, news in buttons(message.first["components"]):
            if kind in (LOBBY, TURN, FINAL):
                found[number].append(Told(message, place, kind, news, here))
                break
    return found


def buttons(components: object) -> Iterator[tuple[str, int, int]]:
    """Yield for each game button in some components its word, game, and last number or 0."""
    for part in controls(components):
        if match := BUTTON.fullmatch(part["custom_id"]):
            yield match[1], int(match[2]), int(match[3] or 0)


def judge(table: Table, told: list[Told]) -> Iterator[str]:
    """Yield the faults of a table's messages, in words."""
    yield from twice(told)
    yield from left_out(table, told)
    yield from old_buttons(table, told)
    yield from pinged(told)


def twice(told: list[Told]) -> Iterator[str]:
    """Yield the news, turns and sign-up messages that one channel or thread shows twice.

    A table that moves tells its last turn again in its new place. A deleted message may be posted
    again, since the bot's look-back cannot find it.
    """
    told = [one for one in told if not one.message.deleted]
    posts = Counter((one.kind, one.news, one.place.id) for one in told)
    for (kind, news, _), count in posts.items():
        if count > 1:
            yield f"news told twice: {kind} {news} stands there {count} times"
    turns = Counter((turn, one.place.id) for one in told for turn in one.turns)
    if again := sorted(turn for (turn, _), count in turns.items() if count > 1):
        yield f"turns told twice: {again}"


def left_out(table: Table, told: list[Told]) -> Iterator[str]:
    """Yield the turns, and the end, that no message reports."""
    if table.row.shown < table.row.news:
        yield f"behind: {table.row.shown} of {table.row.news} news are shown"
    moved = len({one.place.id for one in told if one.kind != LOBBY}) > 1
    cut = any(CUT in one.message.first["content"] for one in told)
    if table.game is None or moved or cut or table.row.state not in ("running", "finished"):
        return
    position = table.game.position
    completed = position.turn - (0 if position.over else 1)
    if missing := set(range(1, completed + 1)) - {turn for one in told for turn in one.turns}:
        yield f"turns never told: {sorted(missing)} of {completed}"
    last = told[-1] if told else None
    if table.row.state == "finished" and (last is None or last.kind != FINAL):
        yield "the end was not told"
    # A computer player's turn needs no call: its message comes when it has played.
    called = table.row.state == "running" and table.active is not None and not table.active.level
    if called and (last is None or last.now != position.turn):
        yield f"the newest message is not of turn {position.turn}"


def old_buttons(table: Table, told: list[Told]) -> Iterator[str]:
    """Yield the messages that keep buttons which should have been removed."""
    for one in told:
        if not one.here or one.place.locked:  # out of the bot's reach
            continue
        kinds = {kind for kind, _, _ in buttons(one.message.components)}
        if LOBBY in kinds and table.row.state != "lobby":
            yield f"a {table.row.state} table's lobby keeps its buttons"
        elif TURN in kinds and (one is not told[-1] or table.row.state != "running"):
            yield f"an old turn message ({one.now}) keeps its buttons"


def pinged(told: list[Told]) -> Iterator[str]:
    """Yield turn messages that ping several people, and turns with several pings."""
    for one in told:
        if len(one.message.pings) > 1 and one.kind == TURN:
            yield f"a message pings {len(one.message.pings)} people"
    calls = Counter(one.now for one in told if one.message.pings and one.here)
    for turn, count in calls.items():
        if turn is not None and count > 1:
            yield f"more than one ping: turn {turn}"
