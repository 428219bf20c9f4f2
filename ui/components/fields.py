"""Fields of modals with a few values to choose from, and the values that were chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

import discord

from i18n.translation import Words
from ui.answers import RefusalError
from ui.components.modals import menu_field

T = TypeVar("T", bound=str)

YES: Final = "yes"
NO: Final = "no"


def yes_or_no(
    text: str, custom_id: str, chosen: bool, words: Words
) -> discord.ui.Label[discord.ui.View]:
    """Return a menu in a modal with *yes* and *no*."""
    options = [(YES, words("yes")), (NO, words("no"))]
    return menu_field(text, custom_id, options, YES if chosen else NO)


def answered(texts: Mapping[str, str], name: str, words: Words) -> bool:
    """Return whether *yes* was chosen.

    Raises:
        RefusalError: if something else than the two was sent.
    """
    return one_of(texts, name, (YES, NO), words) == YES


def one_of(texts: Mapping[str, str], name: str, allowed: Iterable[T], words: Words) -> T:
    """Return the option chosen in a modal's menu.

    Raises:
        RefusalError: if it was not offered.
    """
    # Checked again, although a menu offers nothing else: a forged form may say anything.
    for value in allowed:
        if value == texts.get(name):
            return value
    raise RefusalError(words("Choose one of what the form offers."))
