"""The rules of each story: everything is told, once, in order, and soon after it could be."""

import logging
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from db.outbox import Topic
from delivery.causes import Cause, NotShownError, retry_after_s
from lab.discord.history import controls
from lab.discord.model import Discord
from lab.soak.verdict import old_buttons, told_in

SLACK_S: Final = 45.0
"""Seconds by which an attempt may be later than its backoff: others go before, at a pace."""

DATABASE_S: Final = 200.0
"""The same where the database fails as well: after a failure it is left alone for a minute."""

LONGEST_S: Final = 240.0
"""Seconds that an attempt may take; each of its requests may be slow, limited or silent."""

MARK: Final = re.compile(r"arkadia:(take|simulated):(\d+):(\d+)")
"""The custom id of a button that tells which news its message is."""


@dataclass(slots=True)
class Attempt:
    """One attempt to tell the news of a topic."""

    begun: float
    ended: float | None = None
    why: Cause | None = None


class Judge(logging.Handler):
    """Hears of each attempt and each line of the log, and judges a story by its end."""

    def __init__(self, served: Discord) -> None:
        super().__init__()
        self.life: Any = None
        self._served = served
        self._attempts: dict[Topic, list[Attempt]] = defaultdict(list)
        self._kills: list[float] = []
        self._lines: set[tuple[float, Topic]] = set()
        self._caught_up: list[float] = []
        self._failing = 0
        self._wrong: list[str] = []
        self._now: Callable[[], float] = lambda: 0.0

    @contextmanager
    def listening(self, now: Callable[[], float]) -> Iterator[None]:
        """Hear what the bot's log says."""
        self._now = now
        bot = logging.getLogger("arkadia")
        before = bot.level, bot.propagate, logging.root.manager.disable
        bot.setLevel(logging.INFO)
        bot.propagate = False
        bot.addHandler(self)
        others = logging.getLogger("discord")
        quiet, others.disabled = others.disabled, True
        try:
            yield
        finally:
            bot.removeHandler(self)
            bot.level, bot.propagate = before[0], before[1]
            others.disabled = quiet

    @contextmanager
    def deaf(self) -> Iterator[None]:
        """Hear nothing of what is only said because a killed process is cleared away."""
        level = self.level
        self.setLevel(logging.CRITICAL + 1)
        hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
        try:
            yield
        finally:
            sys.unraisablehook = hook
            self.setLevel(level)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line that says that news were not shown; a traceback is a fault."""
        if record.exc_info:
            self.fault(f"{record.getMessage()}: {record.exc_info[1]!r}")
        said: Any = record
        match record.getMessage():
            case "News not shown":
                self._lines.add((self._now(), Topic(said.kind, said.server, said.number)))
            case "Caught up":
                self._caught_up.append(self._now())
            case "Nothing is done" | "Not noted as done" | "Not noted when it is due":
                self._failing += 1

    def begun(self, topic: Topic, at: float) -> None:
        """Hear that an attempt begins."""
        self._attempts[topic].append(Attempt(at))

    def ended(self, topic: Topic, begun: float, at: float, trouble: NotShownError | None) -> None:
        """Hear that an attempt has ended."""
        attempt = next(one for one in self._attempts[topic] if one.begun == begun and not one.ended)
        attempt.ended, attempt.why = at, trouble.code if trouble else None

    def killed(self, at: float) -> None:
        """Hear that the process was killed."""
        self._kills.append(at)

    def fault(self, text: str) -> None:
        """Note a fault."""
        self._wrong.append(f"{self._now():.1f} s: {text}")

    async def settle(self, bot: Any) -> None:
        """Look whether all is told and no old button stays, once nothing has failed for long."""
        for topic in await bot.store.outbox.unsaid(2**62):
            self.fault(f"never told: {tuple(topic)}")
        for number, told in told_in(self._served.history).items():
            for wrong in old_buttons(await bot.services.tables.get(number), told):
                self.fault(f"game {number}: {wrong}")

    def wrong(self) -> list[str]:
        """Return what was wrong."""
        self._judge_messages()
        for topic, attempts in self._attempts.items():
            self._judge_attempts(topic, attempts)
        return self._wrong

    def _judge_messages(self) -> None:
        """Each turn and each notice is told by one message, in order."""
        places = [*self._served.history.places.values(), *self._served.history.gone]
        told: dict[tuple[str, str], list[int]] = defaultdict(list)
        messages = [one for place in places for one in place.messages.values()]
        for message in sorted(messages, key=lambda one: one.id):
            for part in controls(message.first["components"]):
                if found := MARK.fullmatch(part["custom_id"]):
                    told[found[1], found[2]].append(int(found[3]))
        for subject, news in told.items():
            if news != sorted(set(news)):
                self.fault(f"told twice or in another order: {subject}: {news}")

    def _judge_attempts(self, topic: Topic, attempts: Sequence[Attempt]) -> None:
        """Each attempt that failed says so in the log, and another one follows in time."""
        failed, last = 0, None
        for place, attempt in enumerate(attempts):
            if attempt.ended is None:
                failed = 0  # a kill; the next process has its own look
                if not any(attempt.begun <= kill for kill in self._kills):
                    self.fault(f"{tuple(topic)}: an attempt of {attempt.begun:.1f} s has no end")
                continue
            if attempt.ended - attempt.begun > LONGEST_S:
                self.fault(f"{tuple(topic)}: an attempt took {attempt.ended - attempt.begun:.0f} s")
            if attempt.why is None:
                failed = 0
                continue
            failed = failed + 1 if attempt.why == last else 1
            last = attempt.why
            if (attempt.ended, topic) not in self._lines:
                self.fault(f"{tuple(topic)}: no line of the failure at {attempt.ended:.1f} s")
            wait = retry_after_s(attempt.why, failed)
            if wait is not None:
                self._judge_retry(topic, attempt.ended, wait, attempts[place + 1 :])

    def _judge_retry(
        self, topic: Topic, failed: float, wait: float, following: Sequence[Attempt]
    ) -> None:
        """After a failure another attempt is made when its wait is over, unless a kill came first.

        A process that has just begun first tells what was left by the one before.
        """
        slack = DATABASE_S if self._failing else SLACK_S
        until = max([failed + wait, *(at for at in self._caught_up if at > failed)]) + slack
        if any(failed <= kill <= until for kill in self._kills):
            return
        if not following or following[0].begun > until:
            when = f"at {following[0].begun:.1f} s" if following else "never"
            why = f"failed at {failed:.1f} s, tried again {when} and not by {until:.1f} s"
            self.fault(f"{tuple(topic)}: {why}")
