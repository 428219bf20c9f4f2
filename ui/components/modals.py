"""Modals: opened by a press; a cog carries them out when they are submitted, after restarts too."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import discord

from ui.interactions import Interaction
from ui.limits import OPTION_LIMIT


def modal_of(title: str, custom_id: str, *fields: discord.ui.Item[Any]) -> discord.ui.Modal:
    """A modal to be opened.

    It is stopped, so that discord.py does not keep it: every submit is found by its custom id.
    """
    modal = discord.ui.Modal(title=title, custom_id=custom_id, timeout=None)
    modal.stop()
    for field in fields:
        modal.add_item(field)
    return modal


def menu_field(
    text: str, custom_id: str, options: Iterable[tuple[str, str]], chosen: str
) -> discord.ui.Label[Any]:
    """A menu in a modal, from which one thing is chosen.

    Args:
        text: what is asked.
        custom_id: by which the modal finds what was chosen.
        options: what can be chosen, each with what people read.
        chosen: what is chosen before anybody touches it.
    """
    shown = [
        discord.SelectOption(label=label[:OPTION_LIMIT], value=value, default=value == chosen)
        for value, label in options
    ]
    menu: discord.ui.Select[Any] = discord.ui.Select(custom_id=custom_id, options=shown)
    return discord.ui.Label(text=text, component=menu)


class Submitted(ABC):
    """A modal that was submitted; its cog lists the class in ``modals``.

    Attributes:
        pattern: the regular expression of its custom ids.
        match: the custom id, taken apart.
        texts: what was filled in or chosen, by the custom id of the field.
    """

    pattern: ClassVar[re.Pattern[str]]

    def __init__(self, match: re.Match[str], texts: Mapping[str, str]) -> None:
        self.match = match
        self.texts = texts

    def __init_subclass__(cls, *, template: str) -> None:
        super().__init_subclass__()
        cls.pattern = re.compile(template)

    @abstractmethod
    async def submit(self, interaction: Interaction) -> None:
        """What submitting it does."""


def texts_of(components: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """What was filled in or chosen in a modal, by the custom id of the field."""
    return dict(_texts(components))


def _texts(components: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for component in components:
        if "value" in component:
            yield str(component.get("custom_id", "")), str(component["value"])
        for value in component.get("values", ()):
            yield str(component.get("custom_id", "")), str(value)
        yield from _texts(component.get("components", ()))
        if "component" in component:
            yield from _texts((component["component"],))
