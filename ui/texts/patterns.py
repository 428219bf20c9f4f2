"""Sentences read back from the bot's own messages, whose text is the only memory of them."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=64)
def pattern_of(sentence: str) -> re.Pattern[str]:
    """Return the pattern of a translated sentence with its names filled in."""
    named = set[str]()

    def group(found: re.Match[str]) -> str:
        # A name that a language says twice is the same one both times.
        name, again = found[1], found[1] in named
        named.add(name)
        return f"(?P={name})" if again else f"(?P<{name}>.+)"

    return re.compile(re.sub(r"\\\{([a-z]+)\\\}", group, re.escape(sentence)))
