"""The process's vital figures: its version, and the memory that it uses."""

from __future__ import annotations

import os
import re
import resource
from functools import cache
from pathlib import Path
from typing import Final

_PROJECT: Final = Path(__file__).parents[1] / "pyproject.toml"


@cache
def version() -> str:
    """Return the bot's version, from ``pyproject.toml`` where it is not installed as a package."""
    # Each start asks for it, and to parse the whole file, or load what reads a package's metadata,
    # would take it 10 ms.
    if _PROJECT.exists():
        stated = re.search(r'^version = "(.+)"$', _PROJECT.read_text("utf-8"), re.MULTILINE)
        assert stated is not None
        return stated[1]
    from importlib.metadata import version

    return version("arkadia")


def memory_in_use() -> int:
    """Return the resident memory in bytes, or its peak where only that is available."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:  # not Linux
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * os.sysconf("SC_PAGE_SIZE")
