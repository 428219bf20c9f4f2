"""Sentences read back from the bot's own messages, whose text is the only memory of them."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=64)
def pattern_of(sentence: str) -> re.Pattern[str]:
    """Return the pattern of a translated sentence with its names filled in."""
    return re.compile(re.sub(r"\\\{([a-z]+)\\\}", r"(?P<\1>.+)", re.escape(sentence)))
