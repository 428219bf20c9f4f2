"""The verdict on the public messages: each turn is told once, and nothing hidden is told."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.actions import End
from engine.cards import Card
from engine.events import BannerUsed
from engine.game import played_turns
from engine.position import Position
from lab.discord.history import History, Message, Place, controls
from lab.discord.model import moment_of
from tabletop.table import Table

TOLD_TURN: Final = re.compile(r"^Turn ([0-9]+): ", re.MULTILINE)
TURN_NOW: Final = re.compile(r"\(\w+, turn ([0-9]+)\)|Arkadia, turn ([0-9]+)\.")
BUTTON: Final = re.compile(r"arkadia:([a-z-]+):([0-9]+)(?::([0-9]+))?")
GOLD: Final = re.compile(r"([0-9]+)\W{0,4}gold|gold\W{0,4}([0-9]+)", re.IGNORECASE)
CUT: Final = "tells everything that happened before"

LOBBY: Final = "join"
TURN: Final = "take"
FINAL: Final = "record"


@dataclass(slots=True)
class Told:
    """A public message of the bot about a table, with the facts that the verdict needs.

    Attributes:
        kind: a word in its button's custom id: of a sign-up, a turn or a final message.
        news: the number in that custom id, which differs between messages of a kind; or 0.
        turns: the numbers of the turns that its text reports.
        now: the number of the turn that it asks a person to play, if any.
        here: True while its channel or thread exists.
    """

    message: Message
    place: Place
    kind: str
    news: int
    turns: list[int]
    now: int | None
    here: bool

    @property
    def at(self) -> int:
        """When it was posted, in milliseconds."""
        return moment_of(self.message.id)

    def __str__(self) -> str:
        """Return the message's ids, its fate and its first line."""
        message, place = self.message, self.place.id
        gone = ", deleted" if message.deleted else "" if self.here else ", its place deleted"
        pings = f", pings {', '.join(map(str, message.pings))}" if message.pings else ""
        said = message.first["content"].split("\n")[0][:100]
        return f"{self.kind} {self.news}, {message.id} in {place}{gone}{pings}: “{said}”"


@dataclass(frozen=True, slots=True)
class Wrong:
    """A fault of the bot's public messages.

    Attributes:
        what: the fault in words.
        messages: the messages at fault, the oldest first.
    """

    what: str
    messages: Sequence[Told] = ()


@dataclass(slots=True)
class Channels:
    """The bot's public messages about tables, by table number, the oldest first."""

    told: dict[int, list[Told]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, history: History) -> Channels:
        """Return the bot's messages in a history, by table; deleted ones are included."""
        found = cls()
        places = [(place, False) for place in history.gone]
        places += [(place, True) for place in history.places.values()]
        messages = [
            (message, place, here) for place, here in places for message in place.messages.values()
        ]
        # By id, which is by time: a table's messages may stand in several places.
        for message, place, here in sorted(messages, key=lambda entry: entry[0].id):
            for kind, number, news in buttons(message.first["components"]):
                if kind in (LOBBY, TURN, FINAL):
                    text = message.first["content"]
                    turns = [int(turn) for turn in TOLD_TURN.findall(text)]
                    now = _turn_now(message)
                    one = Told(message, place, kind, news, turns, now, here)
                    found.told[number].append(one)
                    break
        return found


def _turn_now(message: Message) -> int | None:
    """Return the turn that a message calls for, in its text or its picture's alt text."""
    files = [str(file.get("description")) for file in message.first["attachments"]]
    found = TURN_NOW.search("\n".join([message.first["content"], *files]))
    return int(found[1] or found[2]) if found else None


def buttons(components: object) -> Iterator[tuple[str, int, int]]:
    """Yield for each game button in some components its word, game, and last number or 0."""
    for part in controls(components):
        if match := BUTTON.fullmatch(part["custom_id"]):
            yield match[1], int(match[2]), int(match[3] or 0)


def judge(
    table: Table,
    told: list[Told],
    *,
    begun_before: bool = False,
    unnoted: Collection[int] = (),
) -> Iterator[Wrong]:
    """Yield the faults of a table's messages.

    Args:
        begun_before: True if the game began before the run, so that its first turns are missing.
        unnoted: the ids of messages that were deleted before the bot had noted them.
    """
    yield from twice(table, told)
    yield from left_out(table, told, begun_before=begun_before)
    yield from old_buttons(table, told)
    yield from pinged([one for one in told if one.message.id not in unnoted])
    if table.game is not None:
        yield from leaks(table, told)


def twice(table: Table, told: list[Told]) -> Iterator[Wrong]:
    """Yield the news, turns and sign-up messages that one channel or thread shows twice.

    A table that moves tells its last turn again in its new place. A deleted message may be posted
    again, since the bot's look-back cannot find it.
    """
    told = [one for one in told if not one.message.deleted]
    posts = Counter((one.kind, one.news, one.place.id) for one in told if one.kind != LOBBY)
    for (kind, news, _), count in posts.items():
        if count > 1:
            same = [one for one in told if (one.kind, one.news) == (kind, news)]
            yield Wrong(f"news told twice: {kind} {news} stands there {count} times", same)
    turns = Counter((turn, one.place.id) for one in told for turn in one.turns)
    again = sorted(turn for (turn, _), count in turns.items() if count > 1)
    if again:
        same = [one for one in told if set(one.turns) & set(again)]
        yield Wrong(f"turns told twice: {again}", same)
    lobbies = [one for one in told if one.kind == LOBBY]
    for count in Counter(one.place.id for one in lobbies).values():
        if count > 1:
            yield Wrong(f"a lobby posted twice: {count} messages", lobbies)


def left_out(table: Table, told: list[Told], *, begun_before: bool = False) -> Iterator[Wrong]:
    """Yield the turns, and the end, that no message reports.

    Of a game that began before the run, only turns since the first reported one count.
    """
    if table.row.shown < table.row.news:
        yield Wrong(f"behind: {table.row.shown} of {table.row.news} news are shown")
    if begun_before and not told:
        return
    moved = len({one.place.id for one in told if one.kind != LOBBY}) > 1
    cut = any(CUT in one.message.first["content"] for one in told)
    if table.game is None or moved or cut or table.row.state not in ("running", "finished"):
        return
    position = table.game.position
    completed = position.turn - (0 if position.over else 1)
    turns = {turn for one in told for turn in one.turns}
    missing = set(range(min(turns, default=1) if begun_before else 1, completed + 1)) - turns
    if missing:
        yield Wrong(f"turns never told: {sorted(missing)} of {completed}")
    last = told[-1] if told else None
    if table.row.state == "finished" and (last is None or last.kind != FINAL):
        yield Wrong("the end was not told", told[-1:])
    # A computer player's turn needs no call: its message comes when it has played.
    if table.row.state == "running" and (last is None or last.now != position.turn):
        active = table.active
        if active is not None and active.level is None:
            yield Wrong(f"the newest message is not of turn {position.turn}", told[-1:])


def old_buttons(table: Table, told: list[Told]) -> Iterator[Wrong]:
    """Yield the messages that keep buttons which should have been removed."""
    newest = told[-1].message if told else None
    for one in told:
        if one.message.deleted or not one.here or one.place.locked:  # out of the bot's reach
            continue
        kinds = {kind for kind, _, _ in buttons(one.message.components)}
        if LOBBY in kinds and table.row.state != "lobby":
            yield Wrong(f"a {table.row.state} table's lobby keeps its buttons", [one])
        elif TURN in kinds and (one.message is not newest or table.row.state != "running"):
            yield Wrong(f"an old turn message ({one.now}) keeps its buttons", [one])


def pinged(told: list[Told]) -> Iterator[Wrong]:
    """Yield turn messages that ping several people, and turns with several pings."""
    calls: dict[int, list[Told]] = defaultdict(list)
    for one in told:
        if len(one.message.pings) > 1 and one.kind == TURN:
            yield Wrong(f"a message pings {len(one.message.pings)} people", [one])
        if one.message.pings and one.now is not None:
            calls[one.now].append(one)
    for turn, messages in calls.items():
        if len(messages) > 1:
            yield Wrong(f"more than one ping: turn {turn}", messages)


# What must not be told


def names(card: Card) -> str:
    """Return a pattern for every way in which a card may be named."""
    form, family = card.form.replace("-", ".?"), card.family
    return rf"\b(?:{form}/{family}|{family}[ _-]{form})\b"


class Secrets:
    """The secrets of a game at each turn: the kinds of hidden cards, and the gold."""

    def __init__(self, table: Table) -> None:
        game = table.running_game()
        position = Position(game.start)
        known: set[Card] = set()
        self._hidden = [self._look(position, known)]
        for action in game.actions:
            position.push(action)
            if isinstance(action, End) and not position.over:
                self._hidden.append(self._look(position, known))
        self._sales: list[set[int]] = [set()]
        for turn in played_turns(game.start, game.actions):
            # Gold itself is hidden, but what a banner brought was announced.
            sold = {event.gold for event in turn.events if isinstance(event, BannerUsed)}
            self._sales.append(self._sales[-1] | sold)

    def _look(self, position: Position, known: set[Card]) -> re.Pattern[str] | None:
        known |= {laid.card for laid in position.buildings} | set(position.face_up)
        hidden = {card for hand in position.hands for card in hand}
        hidden |= set(position.stack[position.drawn :])
        patterns = sorted(map(names, hidden - known))
        return re.compile("|".join(patterns), re.IGNORECASE) if patterns else None

    def pattern(self, turn: int) -> re.Pattern[str] | None:
        """Return a pattern of the cards that are hidden before a turn is played."""
        return self._hidden[min(turn, len(self._hidden)) - 1]

    def leaks(self, turn: int, texts: Iterable[str]) -> Iterator[str]:
        """Yield the secrets in some texts that were published before a turn was played."""
        pattern = self.pattern(turn)
        sales = self._sales[min(turn - 1, len(self._sales) - 1)]
        for text in texts:
            if pattern and (found := pattern.search(text)):
                yield f"turn {turn} names the hidden {found[0]}: {text[:100]}"
            for before, after in GOLD.findall(text):
                if int(before or after) not in sales:
                    yield f"turn {turn} tells of gold: {text[:100]}"


def leaks(table: Table, told: list[Told]) -> Iterator[Wrong]:
    """Yield the public messages of a game that tell a secret."""
    secrets = Secrets(table)
    for one in told:
        if one.kind != FINAL:  # at the end everything is open
            for leak in secrets.leaks(one.now or 1, one.message.shown):
                yield Wrong(leak, [one])
