"""``python -m db`` killed at its so-manieth step that changes something on the disk."""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from db import __main__ as command
from db.sqlite import opening, upkeep


class Doom:
    """Kills this process before the so-manieth of the calls that it was put in front of."""

    def __init__(self, step: int) -> None:
        self.left = step

    def before(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """The same call, but the process may be killed instead."""

        def doomed(*arguments: Any, **options: Any) -> Any:
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*arguments, **options)

        return doomed


def run(step: int, arguments: Sequence[str]) -> None:
    """Runs the command with a doom in front of every step that changes something."""
    doom = Doom(step)
    replaced: list[tuple[Any, str]] = [
        *((Path, "replace"), (Path, "unlink"), (os, "link"), (os, "fsync")),
        *((opening, "inspect"), (upkeep, "check_file")),
    ]
    for owner, name in replaced:
        setattr(owner, name, doom.before(getattr(owner, name)))
    sys.exit(command.main(arguments))
