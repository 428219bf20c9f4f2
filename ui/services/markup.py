"""The last step before a text is sent: commands become links, marks become emojis."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ui.limits import MESSAGE_LIMIT
from ui.texts.fitting import size
from ui.texts.icons import MARKS, without_marks

COMMAND: Final = re.compile(r"`/([a-z][a-z -]*[a-z])`")
"""A command in a sentence, without options: one with options is to be typed, not clicked."""
LINK: Final = re.compile(r"</([a-z][a-z -]*[a-z]):[0-9]+>")
EMOJI: Final = re.compile(r"<:[A-Za-z0-9_]+:[0-9]+> ?")
MARKED: Final = re.compile(f"[{''.join(MARKS.values())}]")
BLOCK: Final = re.compile(r"(```.*?```)", re.DOTALL)


class Markup:
    """A formatter that puts command links and emojis into texts, by Discord's ids of them.

    Texts stay plain until the ids are known.

    Attributes:
        commands: Discord's id of each command, by the command's full name.
        emojis: the emoji of each mark that has one.
    """

    def __init__(self) -> None:
        self.commands: Mapping[str, int] = {}
        self.emojis: Mapping[str, str] = {}

    def sent(self, text: str) -> str:
        """Return a text as it is sent: with links and emojis, as far as it stays short enough."""
        # Discord shows a code block as it is: a link would stand there in its raw form.
        linked = "".join(
            part if part.startswith("```") else self._linked(part) for part in BLOCK.split(text)
        )
        rich = MARKED.sub(self._emoji, linked)
        for found in (rich, without_marks(linked)):
            # A link is longer than the command it shows: decoration goes before any of the text
            # does.
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
    """Return a sent text in plain form: without command links, emojis and marks.

    >>> as_read("</arkadia turn:123> for <:gold:456> 3")
    '`/arkadia turn` for 3'
    """
    return EMOJI.sub("", LINK.sub(r"`/\1`", without_marks(text)))
