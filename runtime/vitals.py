"""The process's vital figures: its version, and the memory that it uses."""

from __future__ import annotations

import os
import resource
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

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
