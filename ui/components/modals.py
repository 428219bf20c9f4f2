"""Modals: opened by a press, and carried out by a cog when submitted, after restarts too."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from ui.interactions import Interaction
from ui.limits import OPTION_LIMIT


def modal_of(title: str, custom_id: str, *fields: discord.ui.Item[Any]) -> discord.ui.Modal:
    """Return a modal to be opened.

    The modal is stopped, so that discord.py does not keep it: submissions are found by custom id.
    """
    modal = discord.ui.Modal(title=title, custom_id=custom_id, timeout=None)
    modal.stop()
    for field in fields:
        modal.add_item(field)
    return modal


def menu_field(
    text: str, custom_id: str, options: Iterable[tuple[str, str]], chosen: str
) -> discord.ui.Label[Any]:
    """Return a menu in a modal, from which one entry is chosen.

    Args:
        text: the question.
        custom_id: the key of the answer in ``Submitted.texts``.
        options: the values to choose from, each with its caption.
        chosen: the value that is chosen at first.
    """
    shown = [
        discord.SelectOption(label=label[:OPTION_LIMIT], value=value, default=value == chosen)
        for value, label in options
    ]
    menu: discord.ui.Select[Any] = discord.ui.Select(custom_id=custom_id, options=shown)
    return discord.ui.Label(text=text, component=menu)


@dataclass(frozen=True, slots=True)
class Submitted:
    """A submitted modal.

    Attributes:
        match: the match of the custom id with the pattern of its handler.
        texts: the texts filled in and the values chosen, by the custom id of the field.
    """

    match: re.Match[str]
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ModalHandler:
    """Carries out a submitted modal; a cog lists its handlers in ``modals``.

    Attributes:
        pattern: the regular expression of the modal's custom ids.
        act: handles the submitted texts and values.
    """

    pattern: re.Pattern[str]
    act: Callable[[Interaction, Submitted], Awaitable[None]]


def on_form(
    template: str, act: Callable[[Interaction, Submitted], Awaitable[None]]
) -> ModalHandler:
    """Return the handler of a modal whose custom ids match a regular expression."""
    return ModalHandler(re.compile(template), act)


def texts_of(components: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the texts and values of a modal's fields by their custom ids; several with spaces."""
    return dict(_texts(components))


def _texts(components: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for component in components:
        if "value" in component:
            yield str(component.get("custom_id", "")), str(component["value"])
        if "values" in component:
            chosen = " ".join(str(value) for value in component["values"])
            yield str(component.get("custom_id", "")), chosen
        # Fields stand in rows or in labels, which nest them under different keys.
        yield from _texts(component.get("components", ()))
        if "component" in component:
            yield from _texts((component["component"],))
