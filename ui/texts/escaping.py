"""Text that people chose, such as names and reasons, made fit for messages."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import discord

from ui.texts.icons import without_marks

NAME: Final = 32
"""Characters of a person's name that are shown; a nickname on Discord has no more."""

TYPED: Final = 40
"""Characters of a person's typed text that are shown."""


def short(text: str, limit: int = 80) -> str:
    """Return people's text on one line and cut, for places where Discord reads no markup."""
    # A name could hold one of the private characters that become emojis when a message is sent.
    flat = " ".join(without_marks(text).translate(_TURNING).split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"


_TURNING: Final = dict.fromkeys(
    (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
)
"""Controls of the direction of writing, left out: one in a name would turn the rest of a line."""


# The same few names are escaped for every line of every message.
@lru_cache(maxsize=1024)
def plain(text: str, limit: int = 80) -> str:
    r"""Return people's text cut and escaped, so that Discord reads none of it as markup.

    >>> print(plain("*Ada*"))
    \*Ada\*
    """
    unmarked = discord.utils.escape_markdown(short(text, limit), ignore_links=False)
    unmentioned = discord.utils.escape_mentions(unmarked).replace("<", "\\<")
    # Discord makes a link of any address: a zero-width space keeps a name from being one.
    return unmentioned.replace("://", ":\u200b//")


def plain_name(name: str) -> str:
    """Return a person's name as it is shown in a message."""
    return plain(name, NAME)
