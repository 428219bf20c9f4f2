"""What a test without a mark may not do: start Python anew, or wait for seconds.

Waiting is counted by what was asked for: a pause, or the bound of a wait in which nothing happened.
Wall time beyond the processor's would also count how busy the machine is with others' work.
"""

import selectors
import sys
import threading
import time
from collections.abc import Generator
from typing import Any, Final

import pytest

LONG: Final = {"slow", "browser", "kill", "nightly"}  # the marks of tests that take seconds

MOST_S: Final = 2.0  # how long a test without a mark may wait

POLL_S: Final = 0.1
"""Shorter pauses are polls: a busy machine needs more of them until what is polled is done."""


def is_long(item: pytest.Item) -> bool:
    """Whether a test has a mark of those that take seconds, and not by its folder alone."""
    return any(mark.name in LONG and not mark.kwargs for mark in item.iter_markers())


class Unmarked:
    """Fails tests without a mark that start Python, or wait; it hears of both while they run."""

    def __init__(self) -> None:
        self.waited = 0.0
        self._marked = True
        sys.addaudithook(self._heard)
        for place, name in (
            (time, "sleep"),
            (selectors.DefaultSelector, "select"),
            (threading.Condition, "wait"),
        ):
            setattr(place, name, self._counted(getattr(place, name)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        """Looks at a test while it runs, and not at what its fixtures do."""
        self._marked, self.waited = is_long(item), 0.0
        try:
            result = yield
        finally:
            marked, self._marked = self._marked, True
        assert marked or self.waited < MOST_S, (
            f"a test that waits for {self.waited:.1f} s needs a clock of its own, or a mark: slow"
        )
        return result

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "subprocess.Popen" and not self._marked:
            assert arguments[0] != sys.executable, "a test that starts Python needs a mark: slow"

    def _counted(self, wait: Any) -> Any:
        """Return something that waits, whose bound counts if it passed and nothing happened."""

        def waiting(*of: Any, **named: Any) -> Any:
            begin = time.monotonic()
            happened = wait(*of, **named)
            # What other tests left in threads, such as a client's loop, waits by the way.
            here = threading.current_thread() is threading.main_thread()
            bound = named.get("timeout", of[-1] if of else None)
            if here and not happened and isinstance(bound, (int, float)) and bound >= POLL_S:
                self.waited += min(bound, time.monotonic() - begin)
            return happened

        return waiting
