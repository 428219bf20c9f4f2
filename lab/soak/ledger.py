"""A ledger of acknowledgements: each must stay true, and each interaction must have one."""

from __future__ import annotations

from collections import Counter
from typing import Final

from lab.discord.interactions import SUGGESTIONS, Interaction
from lab.soak.saved import Saved

WENT_WRONG: Final = "Something went wrong"
NOTHING_DONE: Final = "That could not be saved"
DONE_WITHOUT_PICTURE: Final = ("Your turn has ended", "Taken back")
ASKED_FIRST: Final = "What you did before is done, but Discord did not take my answer"


class Ledger:
    """A record of everything that the bot has acknowledged.

    Attributes:
        answers: the number of answered interactions.
        cut: the number left open because the bot's process ended, or the channel was deleted.
        excused: the number left open by a running bot after a fault of Discord's.
        unanswered: the interactions left open without an excuse, counted by command.
        lies: answers that contradict the database.
        failed: answers that report an error without a fault of Discord's, counted by command.
        told_of_fault: the number of such answers after a fault.
        logs: the log of each table as it stood after an answer.
        before: the lengths of the logs of games that were begun before.
    """

    def __init__(self, saved: Saved) -> None:
        self.answers = 0
        self.cut = 0
        self.excused = 0
        self.unanswered: Counter[str] = Counter()
        self.lies: list[str] = []
        self.failed: Counter[str] = Counter()
        self.told_of_fault = 0
        self.logs: dict[int, list[str]] = {}
        self.before: dict[int, int] = {}
        self._tables: set[int] = set()
        self._open: Counter[int] = Counter()
        self._saved = saved

    @property
    def entries(self) -> int:
        """The number of log entries that the bot has acknowledged in this run."""
        return sum(len(log) - self.before.get(number, 0) for number, log in self.logs.items())

    def opened(self, number: int) -> None:
        """Note that a person was told that a table is open."""
        self._tables.add(number)

    def answered(
        self, answer: Interaction, number: int | None, *, done: str = "", version: int = 0
    ) -> None:
        """Note the outcome of an interaction.

        Args:
            number: the number of the interaction's table, if any.
            done: the log entry of the action, which stands there if it was carried out.
            version: the length of the log before the interaction.
        """
        if not answer.answered.is_set():
            if number is not None:
                self._open[number] += 1
            if answer.troubled:
                self.excused += 1
            else:
                self.unanswered[answer.what] += 1
        elif answer.cut:
            self.cut += 1
            # Where only the channel went, the bot may have carried it out, and could not say so.
            if answer.gone and number is not None:
                self._open[number] += 1
        else:
            self.answers += 1
            if WENT_WRONG in answer.text and answer.troubled:
                self.told_of_fault += 1
            elif WENT_WRONG in answer.text:
                self.failed[answer.what] += 1
            # Suggestions acknowledge nothing: they are computed before anything is saved.
            if number is not None and answer.kind != SUGGESTIONS:
                self._learn(number)
                if done:
                    self._compare(answer, number, done, version)

    def _learn(self, number: int) -> None:
        known = self.logs.setdefault(number, [])
        # The log is append-only, so only its new end is read.
        known += self._saved.log(number, len(known))

    def _compare(self, answer: Interaction, number: int, done: str, version: int) -> None:
        """Compare the answer to an action with the log.

        An earlier interaction that was never answered may have been saved just before this one:
        as many entries may stand between as there were such interactions, and no more.
        """
        said = answer.pictures > 0 or answer.text.startswith(DONE_WITHOUT_PICTURE)
        since = self.logs[number][version:]
        before = since.index(done) if done in since else len(since)
        if said and ASKED_FIRST not in answer.text:
            told = f"game {number}: “{done}” was answered “{answer.text[:80]}”, and"
            if done not in since:
                self.lies.append(f"{told} is lost")
            elif before > self._open[number]:
                self.lies.append(f"{told} came after {', '.join(since[:before])}")
            self._open[number] -= min(before, self._open[number])
        if since and before == 0 and NOTHING_DONE in answer.text:
            self.lies.append(
                f"game {number}: “{done}” is done, and was answered “{answer.text[:80]}”"
            )

    def check(self) -> list[str]:
        """Describe the acknowledged entries that the database has lost; each table is replayed."""
        gone = self._tables - set(self._saved.numbers())
        missing = [f"game {number} was opened and is gone" for number in gone]
        for number, known in self.logs.items():
            if self._saved.log(number)[: len(known)] != known:
                missing.append(f"game {number}: what was acknowledged is not there")
        for number in self._saved.numbers():
            # Raises if a log does not replay: an entry that is there must be legal, too.
            self._saved.table(number)
        return missing
