"""Forms: asked for by a press, and carried out by a cog when they are sent, after restarts too."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import discord

from ui.interactions import Interaction


def form_of(title: str, custom_id: str, *fields: discord.ui.Item[Any]) -> discord.ui.Modal:
    """A form to be sent.

    It is stopped, so that discord.py does not keep it: every submit is found by its custom id.
    """
    form = discord.ui.Modal(title=title, custom_id=custom_id, timeout=None)
    form.stop()
    for field in fields:
        form.add_item(field)
    return form


def menu_field(
    text: str, custom_id: str, options: Iterable[tuple[str, str]], chosen: str
) -> discord.ui.Label[Any]:
    """A menu in a form, from which one thing is chosen.

    Args:
        text: what is asked.
        custom_id: by which the form finds what was chosen.
        options: what can be chosen, each with what people read.
        chosen: what is chosen before anybody touches it.
    """
    shown = [
        discord.SelectOption(label=label[:100], value=value, default=value == chosen)
        for value, label in options
    ]
    menu: discord.ui.Select[Any] = discord.ui.Select(custom_id=custom_id, options=shown)
    return discord.ui.Label(text=text, component=menu)


class Submitted(ABC):
    """A modal submit, that is, a form that was sent; its cog lists the class in ``forms``.

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
        """What sending it does."""


def texts_of(components: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """What was filled in or chosen in a form, by the custom id of the field."""
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
