"""A typed command, kept in the text of an answer to be carried out by a later press."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from discord import AppCommandOptionType, app_commands

from ui.interactions import Interaction

AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any]

FENCE: Final = "```"
AFTER: Final = "\u200b"
"""An invisible escape behind characters that end a value, begin another option or a mention."""


def typed_line(interaction: Interaction) -> str:
    """Return the typed command with its options; empty if the interaction has no command."""
    if interaction.command is None:
        return ""
    return _line(interaction.command.qualified_name, interaction.namespace)


def written_line(command: AnyCommand, values: Mapping[str, Any]) -> str:
    """Return a command with the values of its options as it could have been typed."""
    shown = {option.name: option.display_name for option in command.parameters}
    return _line(command.qualified_name, [(shown[name], value) for name, value in values.items()])


def _line(name: str, values: Iterable[tuple[str, Any]]) -> str:
    return " ".join([f"/{name}", *(f"{option}:{_written(value)}" for option, value in values)])


def fenced(line: str) -> str:
    """Return a typed command line between fences, as it is written in an answer."""
    return f"{FENCE}\n{line}\n{FENCE}"


def read_line(text: str, known: Iterable[AnyCommand]) -> tuple[AnyCommand, dict[str, Any]] | None:
    """Return the command quoted in an answer, with its options' values; None if there is none.

    Args:
        known: the commands that are recognized.
    """
    # The message is the memory: the bot keeps nothing of a question that may never be answered.
    found = re.search(rf"^{FENCE}\n/(.*)\n{FENCE}$", text, re.DOTALL | re.MULTILINE)
    if found is None:
        return None
    for command in known:
        name, rest = command.qualified_name, found[1]
        if rest == name or rest.startswith(f"{name} "):
            return command, _values(rest[len(name) :], command)
    return None


def _written(value: object) -> str:
    return re.sub("([`:@])", rf"\1{AFTER}", str(value))


def _values(rest: str, command: AnyCommand) -> dict[str, Any]:
    """Return the typed value of each option of a command."""
    kinds = {option.display_name: option for option in command.parameters}
    names = "|".join(map(re.escape, kinds))
    parts = re.split(rf" ({names}):(?!{AFTER})", rest) if kinds else [rest]
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    return {kinds[name].name: _value(text, kinds[name].type) for name, text in pairs}


def _value(text: str, kind: AppCommandOptionType) -> str | int | bool:
    if kind is AppCommandOptionType.integer:
        return int(text)
    if kind is AppCommandOptionType.boolean:
        return text == str(True)
    return text.replace(AFTER, "")
