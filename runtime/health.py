"""The health check, ``python -m runtime.health``, and the process's version and memory.

It looks at the heartbeat: a running bot touches the file of the setting ``ARKADIA_HEARTBEAT`` every
few seconds, as long as it is connected to Discord and its database answers.
"""

from __future__ import annotations

import os
import resource
import sys
import time
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from runtime.settings import SettingsError, read_settings

_PROJECT: Final = Path(__file__).parents[1] / "pyproject.toml"


@cache
def version() -> str:
    """Return the bot's version, from ``pyproject.toml``."""
    project = tomllib.loads(_PROJECT.read_text("utf-8"))["project"]
    return str(project["version"])


def memory_in_use() -> int:
    """Return the resident memory in bytes, or its peak where only that is available."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:  # not Linux
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * os.sysconf("SC_PAGE_SIZE")


OLDEST_BEAT_S: Final = 90.0
"""The age in seconds at which a heartbeat counts as lost."""


def is_alive(file: Path, now: float) -> bool:
    """Return whether the bot has touched its heartbeat file recently."""
    try:
        return now - file.stat().st_mtime <= OLDEST_BEAT_S
    except OSError:
        return False


def main() -> int:
    """Return the exit status: 0 if the bot is alive, 1 if not, 78 if settings are unusable."""
    try:
        file = read_settings(os.environ, Path(".env")).heartbeat
    except SettingsError as error:
        return _say(str(error), os.EX_CONFIG)
    if file is None:
        return _say(
            "ARKADIA_HEARTBEAT is not set, so nobody can tell whether the bot runs.",
            os.EX_CONFIG,
        )
    if not is_alive(file, time.time()):
        return _say(f"{file} was not touched in the last {OLDEST_BEAT_S:.0f} seconds.", 1)
    return 0


def _say(sentence: str, status: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
