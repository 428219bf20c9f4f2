"""The files of ours that one interaction or one notice passes, in their order."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ROUTING: Final = "cogs/routing.py"
LAST: Final = ("ui/answers.py", "count_answer")
"""The function that is called once the first answer was taken."""

BESIDE: Final = {
    "read": ("ui/input/actions", "ui/input/typed"),
    "said": ("ui/texts", "i18n"),
    "drawn": ("ui/pictures",),
    "stored": ("db",),
    "timed": ("tabletop/quiet", "tabletop/time_control", "tabletop/turn_time", "delivery"),
    "asked": ("ui/services", "tabletop/once", "runtime"),
}
"""Rooms beside the walk: what is typed and said, pictures, store, clock, services on the way."""

OTHERS: Final = (".", "tests/", "lab/", "engine/", "players/", "words/", "render/")
"""What is not listed: the rules, which know no bot, and what is made of a view of them."""


class Walk:
    """A trace of calls, in the order in which files are first entered.

    Threads of the store are traced too; those that draw are left alone, for which it costs much.

    Attributes:
        passed: the files.
        back: of a notice, calls from one file into another that is still at work above it.
    """

    def __init__(self) -> None:
        self.passed: list[str] = []
        self.back: set[str] = set()
        self._rooms: tuple[str, ...] = ()
        self._first = ""
        self._goes_on: bool | None = False

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Note a call of a function of ours; the interpreter calls this."""
        if threading.current_thread().name.startswith("arkadia"):
            sys.setprofile(None)
            return
        if self._goes_on is False or event != "call":
            return
        path = frame.f_code.co_filename
        if not path.startswith(f"{ROOT}/") or frame.f_code.co_name == "<module>":
            return
        name = path.removeprefix(f"{ROOT}/")
        if name.startswith(OTHERS):
            return
        if self._goes_on is None and name != self._first:
            return
        if name == ROUTING != self._first:  # sees each command besides, and leaves it
            return
        self._goes_on = True
        if self._rooms:
            if not name.startswith(self._rooms):
                return
            self._note_back(frame, name)
        if name not in self.passed:
            self.passed.append(name)
        if (name, frame.f_code.co_name) == LAST:
            self._goes_on = False

    @contextmanager
    def noting(self, first: str = ROUTING) -> Iterator[None]:
        """Note the next interaction, from its first call of a file to its answer."""
        self.passed, self._first, self._goes_on = [], first, None
        yield
        assert self._goes_on is False, "no answer"

    @contextmanager
    def telling(self, *rooms: str) -> Iterator[None]:
        """Note what a notice passes meanwhile in some rooms, from the outbox on or the timer."""
        self.passed, self.back, self._rooms = [], set(), rooms
        self._first, self._goes_on = "", True
        yield
        self._goes_on, self._rooms = False, ()

    def _note_back(self, frame: FrameType, name: str) -> None:
        """Note a call of a file that waits for this very call."""
        above: list[str] = []
        caller = frame.f_back
        while caller is not None:
            path = caller.f_code.co_filename.removeprefix(f"{ROOT}/")
            if path.startswith(self._rooms):
                above.append(path)
            caller = caller.f_back
        if name in above and above[0] != name:
            self.back.add(f"{above[0]}>{name}")

    def rooms(self) -> dict[str, list[str]]:
        """The files passed: those of the walk itself, and those of each room beside it."""
        found: dict[str, list[str]] = {"walk": [], **{room: [] for room in BESIDE}}
        for name in self.passed:
            rooms = (room for room, paths in BESIDE.items() if name.startswith(paths))
            found[next(rooms, "walk")].append(name)
        return found


@contextmanager
def tracing() -> Iterator[Walk]:
    """Trace this thread, and all that start from now on."""
    walk = Walk()
    threading.setprofile(walk)
    sys.setprofile(walk)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
