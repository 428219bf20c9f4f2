"""What texts become when they are sent: commands to be clicked, emojis for marks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ui.limits import MESSAGE_LIMIT
from ui.texts.fitting import size
from ui.texts.icons import MARKS, without_marks

COMMAND: Final = re.compile(r"`/([a-z][a-z -]*[a-z])`")
"""A command in a sentence, without options: those are for typing."""
LINK: Final = re.compile(r"</([a-z][a-z -]*[a-z]):[0-9]+>")
EMOJI: Final = re.compile(r"<:[A-Za-z0-9_]+:[0-9]+> ?")
MARKED: Final = re.compile(f"[{''.join(MARKS.values())}]")
BLOCK: Final = re.compile(r"(```.*?```)", re.DOTALL)


class Markup:
    """What Discord knows of this bot's commands and emojis; until it is told, texts stay plain.

    Attributes:
        commands: the id under which Discord has each command, by the command's full name.
        emojis: the emoji of each mark that has one.
    """

    def __init__(self) -> None:
        self.commands: Mapping[str, int] = {}
        self.emojis: Mapping[str, str] = {}

    def sent(self, text: str) -> str:
        """A text as it is sent: with commands to be clicked and with emojis, if it stays short."""
        linked = "".join(
            part if part.startswith("```") else self._linked(part) for part in BLOCK.split(text)
        )
        rich = MARKED.sub(self._emoji, linked)
        for found in (rich, without_marks(linked)):
            if size(found) <= MESSAGE_LIMIT:
                return found
        return without_marks(text)

    def _linked(self, text: str) -> str:
        return COMMAND.sub(self._link, text)

    def _link(self, found: re.Match[str]) -> str:
        name = found[1]
        return f"</{name}:{self.commands[name]}>" if name in self.commands else found[0]

    def _emoji(self, found: re.Match[str]) -> str:
        emoji = self.emojis.get(found[0])
        return f"{emoji} " if emoji else ""


def as_read(text: str) -> str:
    """A text as it is compared and told: commands in plain form, no emojis and no marks."""
    return EMOJI.sub("", LINK.sub(r"`/\1`", without_marks(text)))
