"""The people of a soak: those of each table, and a hostile visitor.

People open a game, play it by commands and panels, and open the next. Their next step follows from
the database alone, as with people who look again after a mishap. The visitor presses and fills in
what nobody was shown: each must be answered privately and in time; that games are not changed,
their verdict says.
"""

import asyncio
import contextlib
import itertools
import re
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final, TypeVar

from simcord.backend.models import EPHEMERAL_FLAG
from simcord.backend.models import Message as Posted

from engine.random_play import random_action
from lab.discord.history import Interaction, Message, Person, Place, controls
from lab.discord.model import new_id
from lab.discord.people import Hands
from lab.discord.sockets import Servers
from lab.discord.strict import BUTTON, MENU, Json
from lab.soak.ledger import Ledger, Saved
from lab.tables import command_of
from tabletop.table import Table

Shown = TypeVar("Shown", Message, Posted)

OPENED: Final = re.compile(r"[Gg]ame ([0-9]+) is open")
STUCK: Final = 60  # the steps in a row without effect after which people say that they are stuck

MOST_PRESSES: Final = 40
"""Presses after which a person closes the panel and plays the turn by commands."""

EAGER: Final = {"do": 8, "drawa": 8, "end": 8, "pass": 8, "site": 2, "fill": 2, "undo": 0.2}
"""The weights by which panel buttons are chosen, by their verb; 1 for all others."""

ROUND: Final = ("games", "rules", "help", "preferences")
LOOKS: Final = ("screen", "board", "log", "hint", "record", "lobby", *ROUND)
"""Commands that show something; those that go round name no game."""

MOST_LOOKED: Final = 4  # the buttons in a row that a person presses on what such a command shows

NOT_PRESSED: Final = ("practice", "forget-me-sure")
"""The buttons that would have a person play elsewhere, or be none any more, by their word."""

SEATS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("seat away", {"level": "apprentice"}),
    ("seat back", {}),
    ("seat resign", {"sure": "yes"}),
    ("seat resign", {"sure": "no"}),
)
"""Commands about seats, with their options."""

_people: Final = itertools.count(200_000_000_000_000_001)


class EnoughError(Exception):
    """Raised to stop the simulated people when the soak is over."""


class Party:
    """Simulated people who play one game after another at a table."""

    def __init__(self, servers: Servers, saved: Saved, ledger: Ledger, rng: Random) -> None:
        self.finished = 0
        self.stuck: list[str] = []
        self.enough = False
        self._servers, self._saved, self._ledger, self._rng = servers, saved, ledger, rng
        self._discord = servers.discord
        self._people: list[Hands] = []
        self._by_panel = False
        self._last = ""
        self._cut = False

    async def play(self) -> None:
        """Play one game after another, until the soak is over."""
        with contextlib.suppress(EnoughError):
            while True:
                # Other people for each game, since the bot bounds the games of one host.
                count = self._rng.choice((1, 2, 2, 2, 2, 3, 3, 4, 4, 4))
                users = itertools.islice(_people, count)
                people = [Person(user, f"player{user % 100_000}") for user in users]
                self._people = [Hands(self._discord, person) for person in people]
                number = await self._begin()
                if number is None or not await self._play_on(number):
                    return
                self.finished += 1

    # Before the game

    async def _begin(self) -> int | None:
        """Open a table and bring it to its first turn; return None if that does not work."""
        vain = 0
        while vain < STUCK:
            numbers = self._saved.numbers(self._people[0].person.id)
            table = self._saved.table(numbers[-1]) if numbers else None
            if table is None:
                await self._open()
            elif table.row.state == "lobby":
                await self._fill_lobby(table)
            else:
                return table.number
            # Steps that a kill cut off are not vain: they say nothing of the game.
            vain += not self._cut
        self.stuck.append("a game that does not begin")
        return None

    async def _open(self) -> None:
        rng, alone = self._rng, len(self._people) == 1
        setup, host = rng.choice(("first-game", "free")), self._people[0]
        if alone:
            await self._run(host, "practice", self._discord.channel, setup=setup)
            return
        computer = len(self._people) < 4 and rng.random() < 0.2
        options = {"computers": 1, "level": "apprentice"} if computer else {}
        answer = await self._run(host, "start", self._discord.channel, **options)
        if not answer.has_answer or not (said := OPENED.search(answer.text)):
            return
        number = int(said[1])
        self._ledger.opened.add(number)
        mirror = "yes" if rng.random() < 0.3 else "no"
        for word in ("settings", "set-game"):
            if (there := with_button(answer.messages, word, number)) is None:
                return
            answer = await self._press(host, there, f"arkadia:{word}:{number}", number)
            if answer.form is not None:
                filled = await host.fill(answer.form, there, setup=setup, mirror=mirror)
                await self._note(filled, number)

    async def _fill_lobby(self, table: Table) -> None:
        if table.row.channel_id not in self._discord.history.places:  # no one can find it there
            await self._decide(table, self._people[0], "move-here")
            return
        for hands in self._people:
            missing = table.person(hands.person.id) is None
            if missing and (await self._decide(table, hands, "join")).cut:
                return
        await self._decide(table, self._people[0], "begin")

    async def _decide(self, table: Table, hands: Hands, word: str) -> Interaction:
        """Press a button of a lobby's message, or of what its command shows."""
        there: Message | Posted | None = self._newest(table, word)
        if there is None or self._rng.random() < 0.3:
            answer = await self._run(hands, "lobby", self._discord.channel, game=table.number)
            there = with_button(answer.messages, word, table.number)
            if there is None:
                return answer
        return await self._press(hands, there, f"arkadia:{word}:{table.number}", table.number)

    # The game

    async def _play_on(self, number: int) -> bool:
        """Play a game to its end; return False if the people are stuck."""
        vain, before = 0, (-1, "")
        while vain < STUCK:
            table = self._saved.table(number)
            if table.row.state != "running":
                await self._look(table, self._rng.choice(self._people), "record")
                return True
            now = (table.version, table.row.state)
            vain, before = (vain + 1 if now == before and not self._cut else 0), now
            if vain > STUCK // 2:  # a computer player's process may have to start first
                await asyncio.sleep(4.0 if table.active and table.active.level else 0.2)
            await self._take_part(table)
        self.stuck.append(f"game {number} at entry {table.version}: {self._last}")
        return False

    async def _take_part(self, table: Table) -> None:
        """Take a step at the table, most often the one that is due."""
        active = table.active
        assert active is not None
        chance = self._rng.random()
        if table.row.channel_id not in self._discord.history.places and chance < 0.5:
            await self._decide(table, self._rng.choice(self._people), "move-here")
        elif chance < 0.05:
            await self._look(table, self._rng.choice(self._people), self._rng.choice(LOOKS))
        elif chance < 0.058:
            command, options = self._rng.choice(SEATS)
            await self._at(table, self._rng.choice(self._people), command, **options)
        elif active.user_id is None or active.level is not None:
            await self._let_computer_play(table, active.user_id)
        else:
            if not table.running_game().turn.plies:
                self._by_panel = self._rng.random() < 0.4
            act = self._take_turn_by_panel if self._by_panel else self._act_by_command
            await act(table, self._hands(active.user_id))

    def _hands(self, user: int) -> Hands:
        return next(hands for hands in self._people if hands.person.id == user)

    async def _let_computer_play(self, table: Table, user: int | None) -> None:
        """Wait for a computer player; the owner of the seat may come back meanwhile."""
        await asyncio.sleep(0.05)
        if user is None and not table.computer_due:  # all are away, and the game waits for them
            user = next((seat.user_id for seat in table.seats if seat.status == "away"), None)
        if user is not None and self._rng.random() < 0.3:
            await self._at(table, self._hands(user), "seat back")

    async def _act_by_command(self, table: Table, hands: Hands) -> None:
        game = table.running_game()
        if self._rng.random() < 0.06 and game.undo_refusal() is None:
            command, done, options = "undo", "undo", dict[str, Any]()
        else:
            action = random_action(game.position, self._rng)
            command, options = command_of(action)
            command, done = command.removeprefix("arkadia "), str(action)
        options |= {"game": table.number, "confirm": False}
        answer = await hands.run(f"arkadia {command}", self._place(table), **options)
        await self._note(answer, table.number, done=done, version=table.version)

    async def _take_turn_by_panel(self, table: Table, hands: Hands) -> None:
        """Press buttons of the panel until the turn has ended."""
        turn = self._newest(table, "take")
        if turn is None:
            answer = await self._at(table, hands, "turn")
        else:
            ids = [part["custom_id"] for part in controls(turn.components)]
            take = next(one for one in ids if one.startswith("arkadia:take:"))
            answer = await self._press(hands, turn, take, table.number)
        for _ in range(MOST_PRESSES):
            panels = answer.messages[-1:] if answer.has_answer else []
            parts = [part for one in panels for part in controls(one.components) if is_usable(part)]
            if not parts:
                return
            answer = await self._press_something(hands, panels[0], parts)
            await self._note(answer, table.number)
        self._by_panel = False

    async def _press_something(
        self, hands: Hands, shown: Message | Posted, parts: list[Json]
    ) -> Interaction:
        """Press a button or choose in a menu, and fill in the form that opens."""
        words = [part["custom_id"].split(":")[-2:-1] for part in parts]
        weights = [EAGER.get(word[0], 1) if word else 1 for word in words]
        [part] = self._rng.choices(parts, weights)
        if "options" in part:
            least, most = int(part.get("min_values", 1)), int(part.get("max_values", 1))
            values = [str(option["value"]) for option in part["options"]]
            count = self._rng.randint(min(least, len(values)), min(most, len(values)))
            return await hands.press(shown, part["custom_id"], self._rng.sample(values, count))
        answer = await hands.press(shown, part["custom_id"])
        if answer.form is None:
            return answer
        # Any square of the largest board: most have no legal place, which must be answered too.
        square = f"{self._rng.choice('ABCDEFGHIJKLMNOP')}{self._rng.randint(1, 12)}"
        return await hands.fill(answer.form, shown, square)

    async def _look(self, table: Table, hands: Hands, what: str) -> None:
        """Run a command that shows something, and press a few buttons there."""
        place = self._place(table)
        which = {} if what in ROUND else {"game": table.number}
        answer = await self._run(hands, what, place, **which)
        for _ in range(self._rng.randrange(MOST_LOOKED)):
            shown = [(one, part) for one in answer.messages for part in controls(one.components)]
            parts = [(one, part) for one, part in shown if can_press(part)]
            if not parts or not answer.has_answer:
                break
            message, part = self._rng.choice(parts)
            answer = await self._press_something(hands, message, [part])
            await self._note(answer, table.number)
        if self._rng.random() < 0.5:
            asked = await hands.suggestions("arkadia build", "card", "h", place, place="F7")
            await self._note(asked, table.number)

    def _newest(self, table: Table, what: str) -> Message | None:
        """Return the newest message of a table with a button of a kind."""
        return with_button(reversed(self._place(table).visible()), what, table.number)

    def _place(self, table: Table) -> Place:
        """Return where a table is played, or where people would look for it."""
        return self._discord.history.places.get(table.place, self._discord.channel)

    # Answers

    async def _at(self, table: Table, hands: Hands, command: str, **options: Any) -> Interaction:
        """Run a command about a table where it is played."""
        return await self._run(hands, command, self._place(table), game=table.number, **options)

    async def _press(
        self, hands: Hands, shown: Message | Posted, custom_id: str, number: int
    ) -> Interaction:
        answer = await hands.press(shown, custom_id)
        await self._note(answer, number)
        return answer

    async def _run(self, hands: Hands, command: str, place: Place, **options: Any) -> Interaction:
        answer = await hands.run(f"arkadia {command}", place, **options)
        await self._note(answer, options.get("game", 0))
        return answer

    async def _note(
        self, answer: Interaction, number: int = 0, *, done: str = "", version: int = 0
    ) -> None:
        """Enter an answer into the ledger, and go home if it is enough."""
        self._last = f"{answer.what}: {answer.text[:150]}"
        self._cut = answer.cut
        self._ledger.answered(answer, number, done=done, version=version)
        if answer.cut:  # nothing can be asked until the next bot has logged in
            await self._servers.gateway.ready.wait()
        if self.enough:
            raise EnoughError


def is_usable(part: Json) -> bool:
    """Return whether a button or menu is the panel's, and not disabled."""
    ours = part["custom_id"].startswith(("arkadia:turn:", "arkadia:pick:"))
    return ours and not part.get("disabled")


def can_press(part: Json) -> bool:
    """Return whether a person who looks round may press a button or choose in a menu."""
    word = part["custom_id"].split(":")[1]
    chosen = part["type"] == BUTTON or "options" in part
    return chosen and word not in NOT_PRESSED and not part.get("disabled")


def with_button(messages: Iterable[Shown], word: str, number: int) -> Shown | None:
    """Return the first of some messages with a game's button of a kind, or None."""
    for message in messages:
        ids = [part["custom_id"] for part in controls(message.components)]
        if any(f"{one}:".startswith(f"arkadia:{word}:{number}:") for one in ids):
            return message
    return None


WORDS: Final = re.findall(
    r"\S+",
    """
    leave remove-computer settings set-game set-clock set-people set-display move-here keep-open
    take prepare screen rescreen board reboard text newest changes earlier later turn-by-turn
    go-to-turn record replay review hint why note story back turn pick form nothing gone Join
    """,
)
"""The words that follow the bot's name in a custom id, without those by which anybody may open,
join or cancel games."""

SCREENS: Final = ("choose", "build", "workers", "castle", "banner", "end", "nowhere", "BUILD", "")
VERBS: Final = re.findall(
    r"\S+",
    """
    do end pass undo back up down left right turn next goto jump drawa drawb placea placeb site who
    own neutral fill clear all familya familyb leave planned forget banner c0 c12
    """,
)
JUNK: Final[list[str]] = [
    "x" * 100,
    "🏰" * 25,
    *re.findall(
        "[^|]+",
        " |:|arkadia|arkadia:|arkadia:join:|arkadia:join:-1|arkadia:join:1:1|arkadia:join:١|%s|"
        "arkadia:screen:1\n|arkadia:turn:1:0:p0|arkadia:join:1; DROP TABLE log|\x00|{0}|"
        "arkadia:join:99999999999999999999",
    ),
]
VALUES: Final = ("0", "1", "2", "7", "999", "-1", "x", "", "½", "9" * 50, "apprentice", "red")

PAUSE_S: Final = 0.02  # seconds between two presses


class Forger:
    """A generator of custom ids, choices and typed texts."""

    def __init__(self, rng: Random, versions: Mapping[int, int]) -> None:
        self._rng = rng
        self._versions = versions

    def values(self) -> list[str]:
        """Return the values chosen in a menu."""
        return self._rng.choices(VALUES, k=self._rng.randrange(4))

    def typed(self) -> str:
        """Return a text typed into a form."""
        return self._rng.choice(VALUES)

    def custom_id(self) -> str:
        """Return a custom id that might stand on a button."""
        rng = self._rng
        chance = rng.random()
        if chance < 0.05:
            return rng.choice(JUNK)
        if chance < 0.1:
            return "".join(rng.choices("arkadi:0123456789._-px", k=rng.randint(1, 100)))
        number = rng.choice((*self._versions, 0, 999_999_999, 77))
        # Of what is to come nothing was shown: a button that knew of it would prove a loss.
        version = rng.randrange(self._versions.get(number, 0) + 1)
        if chance < 0.5:
            word = rng.choice(WORDS)
            more = [0 if word == "take" else self._number() for _ in range(rng.randrange(3))]
            return ":".join(["arkadia", word, str(number), *map(str, more)])[:100]
        # Half name the current version: a panel of another one is refused before its step is read.
        if rng.random() < 0.5:
            version = self._versions.get(number, 0)
        numbers = ".".join(str(self._number()) for _ in range(rng.randrange(6)))
        what = rng.choice(("turn", "turn", "pick", "form"))
        path = f"arkadia:{what}:{number}:{rng.randrange(4)}:{rng.choice('appp')}{version}"
        return f"{path}:{rng.choice(SCREENS)}:{rng.choice(VERBS)}:{numbers}"[:100]

    def _number(self) -> int:
        return self._rng.choice((0, 1, 2, self._rng.randrange(200), self._rng.randrange(10**9)))


class Hostile(Party):
    """A person who sits at no table, and presses what they forged."""

    async def play(self) -> None:
        """Press one forged component after the other, until the soak is over."""
        hands = Hands(self._discord, Person(new_id(), "@everyone"))
        with contextlib.suppress(EnoughError):
            while True:
                numbers = self._saved.numbers()[-12:]
                versions = {number: self._saved.table(number).version for number in numbers}
                forger = Forger(self._rng, versions)
                for _ in range(20):
                    answer = await self._forge(hands, forger)
                    await self._note(answer)
                    if not all(message.flags & EPHEMERAL_FLAG for message in answer.messages):
                        self._ledger.lies.append(f"{self._last}: answered for all to see")
                    await asyncio.sleep(PAUSE_S)

    async def _forge(self, hands: Hands, forger: Forger) -> Interaction:
        """Press a forged component of a message that the bot never sent."""
        custom_id, channel = forger.custom_id(), self._discord.channel.id
        message = Posted(new_id(), channel, self._discord.bot_user.id)
        self._discord.messages[channel][message.id] = message
        chance = self._rng.random()
        values = forger.values() if chance < 0.3 else None
        part: Json = {"type": BUTTON, "custom_id": custom_id, "style": 2, "label": "?"}
        if values is not None:
            part |= {"type": MENU, "options": [{"label": "?", "value": "?"}]}
        message.components = [{"type": 1, "components": [part]}]
        try:
            if chance > 0.9:
                field = {"type": 4, "custom_id": "text"}
                form = {"custom_id": custom_id, "components": [{"type": 1, "components": [field]}]}
                return await hands.fill(form, message, forger.typed())
            return await hands.press(message, custom_id, values)
        finally:
            # A mishap may have deleted the channel meanwhile.
            self._discord.messages.get(channel, {}).pop(message.id, None)
