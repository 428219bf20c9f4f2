"""A ledger of acknowledgements: each must stay true, and each interaction must have one."""

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg

from db.database import Place
from db.games.questions import load
from db.outbox import unshown
from db.postgres.server import Statements
from db.sql import ALONE, Connection, Shards
from lab.discord.history import SUGGESTIONS, Interaction
from tabletop.cache import table_of
from tabletop.table import Table

T = TypeVar("T")

ATTEMPTS: Final = 200
PAUSE: Final = 0.05
"""The retries of a question to a server that is gone for a moment, and the seconds between."""


class Saved:
    """A reader of the bot's database."""

    def __init__(self, place: Place, shards: Shards = ALONE) -> None:
        self._place, self._shards = place, shards
        self._connection: sqlite3.Connection | psycopg.Connection[Any] | None = None

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def table(self, number: int) -> Table:
        """Return a table, its log replayed."""
        stored = self._ask(lambda connection: load(connection, number))
        if stored is None:
            raise LookupError(number)
        return table_of(stored)

    def log(self, number: int, since: int = 0) -> list[str]:
        """Return the entries of a table's log from one on."""
        asked = "SELECT entry FROM log WHERE game_id = :game AND seq >= :since ORDER BY seq"
        given = {"game": number, "since": since}
        return [entry for [entry] in self._ask(lambda c: c.execute(asked, given).fetchall())]

    def numbers(self, host: int | None = None) -> list[int]:
        """Return the numbers of all tables, or of those of a host, the oldest first."""
        where = self._shards.condition("guild_id")
        asked = f"SELECT game_id, host_id FROM games WHERE {where} ORDER BY game_id"
        rows = self._ask(lambda connection: connection.execute(asked, {}).fetchall())
        return [number for number, other in rows if host in (None, other)]

    def behind(self) -> list[int]:
        """Return the numbers of the tables with unshown news."""
        return list(self._ask(lambda connection: unshown(connection, shards=self._shards)))

    def integrity(self) -> str:
        """Return SQLite's verdict on the file; a server checks its own files."""
        if not isinstance(self._place, Path):
            return "ok"
        with closing(sqlite3.connect(self._place)) as connection:
            [verdict] = connection.execute("PRAGMA integrity_check").fetchone()
        return str(verdict)

    def _ask(self, question: Callable[[Connection], T]) -> T:
        """Ask a question, with retries while the server is gone."""
        for _ in range(ATTEMPTS):
            try:
                return question(self._open())
            except psycopg.OperationalError:
                self.close()
                time.sleep(PAUSE)
        return question(self._open())

    def _open(self) -> Connection:
        if self._connection is None and isinstance(self._place, Path):
            # Read-only, so that a journal is recovered by the bot and not here.
            self._connection = sqlite3.connect(
                f"file:{self._place}?mode=ro", uri=True, timeout=10.0, isolation_level=None
            )
        elif self._connection is None:
            self._connection = psycopg.connect(str(self._place), autocommit=True)
        if isinstance(self._connection, sqlite3.Connection):
            return self._connection
        return Statements(self._connection)


WENT_WRONG: Final = "Something went wrong"
NOTHING_DONE: Final = "Your action couldn't be saved"
DONE_WITHOUT_PICTURE: Final = ("Over to", "That was the last turn", "Taken back")
ASKED_FIRST: Final = "What you did before is done, but Discord did not take my answer"


class Ledger:
    """A record of everything that the bot has acknowledged.

    Attributes:
        answers: the number of answered interactions.
        cut: the number left open because the bot's process ended, or the channel was deleted.
        excused: the number left open by a running bot after a fault of Discord's.
        lies: answers that contradict the database.
        logs: the log of each table as it stood after an answer.
        opened: the tables of which a person was told that they are open.
    """

    def __init__(self, saved: Saved) -> None:
        self.answers = self.cut = self.excused = 0
        self.lies: list[str] = []
        self.logs: dict[int, list[str]] = {}
        self.opened: set[int] = set()
        self._unanswered: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()
        self._open: Counter[int] = Counter()
        self._saved = saved

    @property
    def entries(self) -> int:
        """The number of log entries that the bot has acknowledged."""
        return sum(map(len, self.logs.values()))

    def answered(
        self, answer: Interaction, number: int = 0, *, done: str = "", version: int = 0
    ) -> None:
        """Note the outcome of an interaction.

        Args:
            number: the number of the interaction's table; 0 for none.
            done: the log entry of the action, which stands there if it was carried out.
            version: the length of the log before the interaction.
        """
        if not answer.answered.is_set():
            self._open[number] += 1
            self.excused += answer.troubled
            self._unanswered[answer.what] += not answer.troubled
        elif answer.cut:
            self.cut += 1
            # Where only the channel went, the bot may have carried it out, and could not say so.
            self._open[number] += answer.gone
        else:
            self.answers += 1
            self._failed[answer.what] += WENT_WRONG in answer.text and not answer.troubled
            # Suggestions acknowledge nothing: they are computed before anything is saved.
            if number and answer.kind != SUGGESTIONS:
                known = self.logs.setdefault(number, [])
                known += self._saved.log(number, len(known))
                if done:
                    self._compare(answer, number, done, version)

    def _compare(self, answer: Interaction, number: int, done: str, version: int) -> None:
        """Compare the answer to an action with the log.

        An earlier interaction that was never answered may have been saved just before this one:
        as many entries may stand between as there were such interactions, and no more.
        """
        said = answer.pictures > 0 or answer.text.startswith(DONE_WITHOUT_PICTURE)
        since = self.logs[number][version:]
        before = since.index(done) if done in since else len(since)
        told = f"game {number}: “{done}” was answered “{answer.text[:80]}”, and"
        if said and ASKED_FIRST not in answer.text:
            if done not in since:
                self.lies.append(f"{told} is lost")
            elif before > self._open[number]:
                self.lies.append(f"{told} came after {', '.join(since[:before])}")
            self._open[number] -= min(before, self._open[number])
        if since and before == 0 and NOTHING_DONE in answer.text:
            self.lies.append(f"{told} is done")

    def wrong(self) -> Iterator[tuple[str, str, int]]:
        """Yield what was lost, untrue or not answered: each kind, an example and a count."""
        for number in self.opened - set(self._saved.numbers()):
            yield "acknowledged and lost", f"game {number} was opened and is gone", 1
        for number, known in self.logs.items():
            if self._saved.log(number)[: len(known)] != known:
                yield "acknowledged and lost", f"game {number}: {known[-1]}", 1
        for number in self._saved.numbers():
            # Raises if a log does not replay: an entry that is there must be legal, too.
            self._saved.table(number)
        for lie in self.lies:
            yield "an answer that is not true", lie, 1
        for what, count in (+self._unanswered).items():
            yield "not answered", what, count
        for what, count in (+self._failed).items():
            yield "answered with an error", what, count
