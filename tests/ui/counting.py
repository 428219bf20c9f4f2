"""How much a person reads at a time: the words of a text, and the most that a kind of text has."""

import re
from collections.abc import Sequence
from statistics import median
from typing import Final

LANGUAGES: Final = ("en", "de", "fr", "nl")

MOST_WORDS: Final = {"panel": 60, "hint": 60, "turn": 45, "lobby": 45, "sign-up": 45, "help": 120}
"""The words that a text of each kind is meant to have at most."""

MOMENT: Final = re.compile(r"<t:[0-9]+(:\w)?>")


def words_in(text: str) -> int:
    """The words of a text; bullets and arrows are none, and a moment reads as *in 3 hours*."""
    read = MOMENT.sub("in 3 hours", text)
    return sum(any(map(str.isalnum, word)) for word in read.split())


def told(counts: Sequence[int], most: int) -> str:
    """How many words texts have, and how many texts have too many."""
    over = sum(count > most for count in counts)
    return f"n {len(counts)}, median {median(counts)}, most {max(counts)}, over {most}: {over}"
