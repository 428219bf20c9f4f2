"""What workers are asked, and what becomes of them then."""

import os
import time
from pathlib import Path

from players.player import Budget
from players.thinking import Kind, Question

ANY = Question(Kind.TURN)
SECOND = Budget(seconds=1.0)


def die_once(marker: Path, _: Budget) -> int:
    """The process that answers; the first one that is asked dies."""
    if not marker.exists():
        marker.touch()
        os._exit(1)
    return os.getpid()


def hang_once(marker: Path, _: Budget) -> int:
    if not marker.exists():
        marker.touch()
        time.sleep(600)
    return os.getpid()


def added(numbers: list[int], _: Budget) -> int:
    return sum(numbers)
