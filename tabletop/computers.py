"""Computer players: their turns, one task for each table, and the advice of the strongest.

A computer's turn is played like a person's: each action is saved before the next decision, and a
turn that a stop or a crash interrupts goes on at the next start.
"""

import asyncio
import logging
from random import Random
from typing import Final

from db.errors import StoreError
from delivery.causes import until_answered
from players.judge import JUDGING, Hint, hints
from players.thinking import Kind, Question, StillThinkingError, ThinkingError, ThinkingPool
from runtime.newest import Newest
from tabletop.errors import TableError, UnreadableTableError
from tabletop.personal import Personal
from tabletop.publishing import Publisher
from tabletop.table import Table, help_at
from tabletop.tables import Tables

log = logging.getLogger("arkadia.computers")

PAUSE_S: Final = 2.0
"""Seconds before a computer player acts after a person, so that people can follow."""

RETRY_AFTER_S: Final = 60.0  # seconds until the next attempt after a failure


class Computers:
    """A service that runs the tasks in which computer players take their turns."""

    def __init__(
        self, tables: Tables, publisher: Publisher, workers: ThinkingPool, rng: Random
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._workers = workers
        self._rng = rng
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._closed = False

    def wake(self, number: int) -> None:
        """Start the task of a table's computer players, unless it is running."""
        if not self._closed and number not in self._playing:
            self._playing[number] = asyncio.create_task(self._play(number))

    async def wake_all(self) -> None:
        """Start the tasks of all tables that wait for a computer player, when the bot starts."""
        waiting = self._tables.store.games.with_computers
        for number in await until_answered(waiting, "Computer players wait"):
            self.wake(number)

    async def close(self) -> None:
        """Stop all tasks; a save under way is finished."""
        self._closed = True
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, number: int) -> None:
        try:
            await self._play_turns(number)
        except UnreadableTableError:
            await self._publisher.publish(number)
        except StoreError as error:
            log.error("Computer player waits", extra={"table": number, "why": str(error)})
            self._try_later(number)
        except Exception:  # one table's trouble must not stop the others, nor this one for ever
            log.exception("Computer player waits", extra={"table": number})
            self._try_later(number)
        finally:
            del self._playing[number]

    def _try_later(self, number: int) -> None:
        asyncio.get_running_loop().call_later(RETRY_AFTER_S, self.wake, number)

    async def _play_turns(self, number: int) -> None:
        tables = self._tables
        table = await tables.get(number)
        while table.computer_due:
            await asyncio.sleep(PAUSE_S)
            table = await tables.get(number)
            while table.computer_due:
                active = table.active
                assert active is not None
                assert active.level is not None
                observation = table.running_game().position.observe(active.seat)
                seed = self._rng.getrandbits(32)
                # Optimistic concurrency: the table is not locked while the computer thinks.
                version = table.version
                action = await self._workers.decide(active.level, observation, seed)
                try:
                    table = await tables.turns.act_for_computer(number, version, action)
                # A person came back meanwhile: the decision is dropped.
                except TableError:
                    table = await tables.get(number)
            await asyncio.shield(self._publisher.publish(number))  # even if the thinking stops
            tables.computers_done.send(number)
            table = await tables.get(number)


MOST_KEPT: Final = 200  # games whose last answer is kept, for a person who asks for the reasons


class Advice:
    """A service that asks for advice where the table and the person allow it."""

    def __init__(self, tables: Tables, personal: Personal, thinking: ThinkingPool) -> None:
        self._tables = tables
        self._personal = personal
        self._thinking = thinking
        self._kept: Newest[int, tuple[tuple[int, int], list[Hint]]] = Newest(MOST_KEPT)

    async def found(self, table: Table, user: int) -> list[Hint]:
        """Return the best actions for a person in turn, and remember that they were advised.

        Asked again at the same version of the game, it answers the same without thinking.
        """
        position, version = table.game_in_turn(user).position, table.version
        self._must_have_hints(table, user)
        # The person in turn is the only one who may ask, so the game's number will do.
        kept_at, kept = self._kept.get(table.number, (None, []))
        if kept_at == (table.epoch, version):
            return kept
        try:
            seen, question = position.observe(position.active), Question(Kind.HINT, user)
            found = await self._thinking.ask(question, JUDGING, hints, seen)
        except StillThinkingError as error:
            raise TableError("still-thinking") from error
        except ThinkingError as error:
            raise TableError("no-advice") from error
        self._tables.turns.advise(table.number, version, [hint.action for hint in found])
        self._kept[table.number] = (table.epoch, version), found
        return found

    def _must_have_hints(self, table: Table, user: int) -> None:
        wished = self._personal.preferences(user).help
        if help_at(table, table.playing_seat(user).seat, wished).hints:
            return
        code = "no-hints-wished" if table.row.help == "all" else "no-hints"
        raise TableError(code, number=table.number)
