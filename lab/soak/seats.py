"""The people of one table: they open a game, play it by commands and panels, and open the next.

Their next step follows from the database alone, so that they go on after any kill or mishap, as
people do who look again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from simcord.backend.models import Message as Posted

from engine.random_play import random_action
from lab.commands import command_of
from lab.discord.history import Message, Place, controls
from lab.discord.interactions import Interaction, Person
from lab.discord.people import Hands
from lab.discord.rules import MENU, Json
from lab.discord.sockets import Servers
from lab.soak.ledger import Ledger
from lab.soak.prepared import Prepared
from lab.soak.saved import Saved
from tabletop.table import Table

OPENED: Final = re.compile(r"[Gg]ame ([0-9]+) is open")
STUCK: Final = 60
"""The steps in a row without effect after which people say that they are stuck."""

MOST_PRESSES: Final = 40
"""Presses after which a person closes the panel and plays the turn by commands."""

EAGER: Final = {"do": 8, "drawa": 8, "end": 8, "pass": 8, "site": 2, "fill": 2, "undo": 0.2}
"""The weights by which panel buttons are chosen, by their verb; 1 for all others."""

LOOKS: Final = (
    "screen",
    "board",
    "log",
    "games",
    "games everybody",
    "board text",
    "rules",
    "help",
    "about",
    "record export",
    "preferences",
    "note",
    "hint",
)
AFTERWARDS: Final = ("record", "record", "record", "review", "replay", "rematch")

_people: Final = itertools.count(200_000_000_000_000_001)


class EnoughError(Exception):
    """Raised to stop the simulated people when the soak is over."""


class Party:
    """Simulated people who play one game after another at a table.

    Attributes:
        finished: the number of their games that have ended.
        stuck: the games that they could not go on with, in words.
        enough: True if they are to stop after the next answer.
    """

    def __init__(
        self,
        servers: Servers,
        saved: Saved,
        ledger: Ledger,
        rng: Random,
        waiting: list[Prepared] | None = None,
    ) -> None:
        """Seat people who continue the waiting games first, then play games of their own."""
        self.finished = 0
        self.stuck: list[str] = []
        self.enough = False
        self._servers, self._saved, self._ledger, self._rng = servers, saved, ledger, rng
        self._discord = servers.discord
        self._waiting = [] if waiting is None else waiting
        self._people: list[Hands] = []
        self._by_panel = False
        self._last = ""
        self._cut = False

    async def play(self) -> None:
        """Play one game after another, until the soak is over."""
        with contextlib.suppress(EnoughError):
            while True:
                self._sit_down()
                number = await self._begin()
                if number is None or not await self._play_on(number):
                    return
                self.finished += 1

    def _sit_down(self) -> None:
        """Seat other people for each game, since the bot bounds the games of one host."""
        if self._waiting:
            game = self._waiting.pop()
            self._people = [Hands(self._discord, person) for person in game.people]
            return
        self._people = []
        for _ in range(self._rng.choice((1, 2, 2, 2, 2, 3, 3, 4, 4, 4))):
            user = next(_people)
            self._people.append(Hands(self._discord, Person(user, f"player{user % 100_000}")))

    # Before the game

    async def _begin(self) -> int | None:
        """Open a table and bring it to its first turn; return None if that does not work."""
        vain = 0
        while vain < STUCK:
            table = self._own_table()
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

    def _own_table(self) -> Table | None:
        numbers = self._saved.numbers(self._people[0].person.id)
        return self._saved.table(numbers[-1]) if numbers else None

    async def _open(self) -> None:
        place = self._discord.channel
        if len(self._people) == 1:
            answer = await self._people[0].run("arkadia practice", place)
            await self._note(answer)
            return
        options: dict[str, Any] = {
            "seats": len(self._people),
            "setup": self._rng.choice(("first-game", "free")),
            "mirror": self._rng.random() < 0.3,
        }
        if len(self._people) < 4 and self._rng.random() < 0.2:
            options |= {"seats": len(self._people) + 1, "computers": 1, "level": "apprentice"}
        answer = await self._people[0].run("arkadia start", place, **options)
        await self._note(answer)
        if answer.has_answer and (said := OPENED.search(answer.text)):
            self._ledger.opened(int(said[1]))

    async def _fill_lobby(self, table: Table) -> None:
        place = self._discord.channel
        if table.row.channel_id not in self._discord.history.places:  # no one can find it there
            await self._move(table, self._people[0])
            return
        for hands in self._people:
            if table.person(hands.person.id) is None:
                lobby = self._newest(table, "join")
                if lobby and self._rng.random() < 0.7:
                    answer = await hands.press(lobby, f"arkadia:join:{table.number}")
                else:
                    answer = await hands.run("arkadia lobby join", place, game=table.number)
                await self._note(answer, table.number)
                if answer.cut:
                    return
        lobby = self._newest(table, "begin")
        if lobby and self._rng.random() < 0.7:
            answer = await self._people[0].press(lobby, f"arkadia:begin:{table.number}")
        else:
            answer = await self._people[0].run("arkadia lobby begin", place, game=table.number)
        await self._note(answer, table.number)

    # The game

    async def _play_on(self, number: int) -> bool:
        """Play a game to its end; return False if the people are stuck."""
        vain, before = 0, (-1, "")
        while vain < STUCK:
            table = self._saved.table(number)
            if table.row.state != "running":
                await self._look_back(table)
                return True
            now = (table.version, table.row.state)
            vain, before = (vain + 1 if now == before and not self._cut else 0), now
            if vain > STUCK // 2:  # a computer player's process may have to start first
                await asyncio.sleep(4.0 if self._waits_for_computer(table) else 0.2)
            await self._take_part(table)
        self.stuck.append(f"game {number} at entry {table.version}: {self._last}")
        return False

    async def _take_part(self, table: Table) -> None:
        """Take a step at the table, most often the one that is due."""
        active = table.active
        assert active is not None
        chance = self._rng.random()
        if table.row.channel_id not in self._discord.history.places and chance < 0.5:
            await self._move(table, self._rng.choice(self._people))
        elif chance < 0.05:
            await self._look(table, self._rng.choice(self._people))
        elif chance < 0.058:
            await self._change_seats(table)
        elif active.user_id is None or active.level is not None:
            await self._let_computer_play(table, active.user_id)
        else:
            hands = self._hands(active.user_id)
            game = table.running_game()
            if not game.turn.plies:
                self._by_panel = self._rng.random() < 0.4
            if self._by_panel:
                await self._take_turn_by_panel(table, hands)
            else:
                await self._act_by_command(table, hands)

    def _waits_for_computer(self, table: Table) -> bool:
        return table.active is not None and table.active.level is not None

    def _hands(self, user: int) -> Hands:
        return next(hands for hands in self._people if hands.person.id == user)

    def _place(self, table: Table) -> Place:
        return self._discord.history.places.get(table.place, self._discord.channel)

    async def _let_computer_play(self, table: Table, user: int | None) -> None:
        """Wait for a computer player; the owner of the seat may come back meanwhile."""
        await asyncio.sleep(0.05)
        if user is None and not table.computer_due:  # all are away, and the game waits for them
            user = next((seat.user_id for seat in table.seats if seat.status == "away"), None)
        if user is not None and self._rng.random() < 0.3:
            hands = self._hands(user)
            answer = await hands.run("arkadia seat back", self._place(table), game=table.number)
            await self._note(answer, table.number)

    async def _move(self, table: Table, hands: Hands) -> None:
        """Move a game whose channel was deleted to the current channel."""
        answer = await hands.run("arkadia lobby move", self._discord.channel, game=table.number)
        await self._note(answer, table.number)

    async def _change_seats(self, table: Table) -> None:
        hands = self._rng.choice(self._people)
        command, options = self._rng.choice(
            (
                ("arkadia seat away", {"level": "apprentice"}),
                ("arkadia seat back", {}),
                ("arkadia lobby cancel", {"agree": self._rng.random() < 0.2}),
                ("arkadia lobby move", {}),
                ("arkadia seat resign", {"sure": self._rng.choice(("yes", "no", "no"))}),
                ("arkadia lobby theme", {"theme": self._rng.choice(("dark", "light"))}),
            )
        )
        answer = await hands.run(command, self._place(table), game=table.number, **options)
        await self._note(answer, table.number)

    async def _act_by_command(self, table: Table, hands: Hands) -> None:
        game = table.running_game()
        if self._rng.random() < 0.06 and game.undo_refusal() is None:
            answer = await hands.run(
                "arkadia undo", self._place(table), game=table.number, confirm=False
            )
            await self._note(answer, table.number, done="undo", version=table.version)
            return
        action = random_action(game.position, self._rng)
        command, options = command_of(action)
        answer = await hands.run(
            command, self._place(table), game=table.number, confirm=False, **options
        )
        await self._note(answer, table.number, done=str(action), version=table.version)

    async def _take_turn_by_panel(self, table: Table, hands: Hands) -> None:
        """Press buttons of the panel until the turn has ended."""
        turn = self._newest(table, "take")
        ids = [part["custom_id"] for part in controls(turn.components)] if turn else []
        take = next((one for one in ids if one.startswith("arkadia:take:")), None)
        if turn is None or take is None:
            place = self._place(table)
            answer = await hands.run("arkadia turn", place, game=table.number)
        else:
            answer = await hands.press(turn, take)
        for _ in range(MOST_PRESSES):
            await self._note(answer, table.number)
            panel = answer.messages[-1] if answer.messages and answer.has_answer else None
            parts = list(panels(panel.components)) if panel else []
            if panel is None or not parts:
                return
            answer = await self._press_something(hands, panel, parts)
        self._by_panel = False

    async def _press_something(self, hands: Hands, panel: Posted, parts: list[Json]) -> Interaction:
        part = self._rng.choices(parts, [eagerness(one) for one in parts])[0]
        if part["type"] == MENU:
            least, most = int(part.get("min_values", 1)), int(part.get("max_values", 1))
            values = [str(option["value"]) for option in part["options"]]
            count = self._rng.randint(min(least, len(values)), min(most, len(values)))
            return await hands.press(panel, part["custom_id"], self._rng.sample(values, count))
        answer = await hands.press(panel, part["custom_id"])
        if answer.form is None:
            return answer
        # Any square of the largest board: most have no legal place, which must be answered too.
        square = f"{self._rng.choice('ABCDEFGHIJKLMNOP')}{self._rng.randint(1, 12)}"
        return await hands.fill(answer.form, panel, square)

    async def _look(self, table: Table, hands: Hands) -> None:
        what = self._rng.choice(LOOKS)
        options: dict[str, Any] = {}
        if what in ("screen", "board", "log", "record export", "note", "hint"):
            options["game"] = table.number
        if what.endswith(" everybody"):
            what, options = "games", {"everybody": True}
        if what.endswith(" text"):
            what, options = "board", {"text": True, "game": table.number}
        place = self._place(table)
        answer = await hands.run(f"arkadia {what}", place, **options)
        await self._note(answer, table.number)
        if self._rng.random() < 0.5:
            asked = await hands.suggestions("arkadia build", "card", "h", place, place="F7")
            await self._note(asked, table.number)

    async def _look_back(self, table: Table) -> None:
        """Ask for the record or the replay of a finished game, as one of its players."""
        final = self._newest(table, "record")
        if final is not None and self._rng.random() < 0.5:
            hands = self._rng.choice(self._people)
            what = self._rng.choice(AFTERWARDS)
            answer = await hands.press(final, f"arkadia:{what}:{table.number}")
            await self._note(answer, table.number)

    def _newest(self, table: Table, what: str) -> Message | None:
        """Return the newest message of a table with a button of a kind."""
        wanted = f"arkadia:{what}:{table.number}"
        for message in reversed(self._place(table).visible()):
            ids = [part["custom_id"] for part in controls(message.components)]
            if any(one == wanted or one.startswith(f"{wanted}:") for one in ids):
                return message
        return None

    async def _note(
        self, answer: Interaction, number: int | None = None, *, done: str = "", version: int = 0
    ) -> None:
        """Enter an answer into the ledger, and go home if it is enough."""
        self._last = f"{answer.what}: {answer.text[:150]}"
        self._cut = answer.cut
        self._ledger.answered(answer, number, done=done, version=version)
        if answer.cut:  # nothing can be asked until the next bot has logged in
            await self._servers.gateway.ready.wait()
        if self.enough:
            raise EnoughError


def panels(components: object) -> Iterator[Json]:
    """Yield the buttons and menus of a panel that are not disabled."""
    for part in controls(components):
        usable = part["custom_id"].startswith(("arkadia:turn:", "arkadia:pick:"))
        if usable and not part.get("disabled"):
            yield part


def eagerness(part: Json) -> float:
    """Return the weight of a button or menu in people's random choice from a panel."""
    return float(EAGER.get(part["custom_id"].split(":")[6], 1))
