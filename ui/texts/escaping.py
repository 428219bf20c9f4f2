"""Text that people chose, such as names and reasons, made fit for messages."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import discord

from ui.texts.icons import without_marks

NAME: Final = 32
"""Characters of a person's name that are shown; a nickname on Discord has no more."""

TYPED: Final = 40
"""Characters that are shown of what a person typed."""


def short(text: str, limit: int = 80) -> str:
    """Text from people on one line and cut, for where Discord reads no markup."""
    flat = " ".join(without_marks(text).translate(_TURNING).split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"


_TURNING: Final = dict.fromkeys(
    (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
)
"""Controls of the direction of writing, left out: one in a name would turn the rest of a line."""


@lru_cache(maxsize=1024)
def plain(text: str, limit: int = 80) -> str:
    """Text from people, cut, and without anything Discord would read as markup."""
    unmarked = discord.utils.escape_markdown(short(text, limit), ignore_links=False)
    unmentioned = discord.utils.escape_mentions(unmarked).replace("<", "\\<")
    return unmentioned.replace("://", ":\u200b//")


def plain_name(name: str) -> str:
    """A person's name as it is shown in a message."""
    return plain(name, NAME)
