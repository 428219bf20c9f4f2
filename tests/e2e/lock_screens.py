"""What a lock screen shows of the messages that everybody sees: a hundred characters."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tests.e2e.sent import Sent
from ui.texts.markup import as_read

SHOWN: Final = 100

SOMEBODY: Final = "@Somebody"
"""What a mention looks like."""

NAMED: Final = re.compile(r"\b(game|partie|partij) \d|Arkadia|^(## |\*\*)", re.IGNORECASE)
"""A game, in whatever language, or all of them, or what a headline names: a league."""

TOLD_LATER: Final = re.compile(
    r"\W(gold|or|goud)(\u202f?!| each: |: | elk: | par personne\u202f: )", re.IGNORECASE
)
"""The end of a game names its winner first, and whom it notifies at its end."""


def unclear(sent: Iterable[Sent]) -> Iterator[str]:
    """The beginnings of new messages that do not say what they are about, or whom they notify."""
    for one in sent:
        if one.method != "POST" or not one.path.endswith("/messages") or not one.body:
            continue
        text = str(one.body.get("content") or "")
        notified = (one.body.get("allowed_mentions") or {}).get("users") or []
        head = shown(text)
        told = len(notified) != 1 or SOMEBODY in head or TOLD_LATER.search(head)
        if text and not (NAMED.search(head) and told):
            yield head


def shown(text: str) -> str:
    """The beginning of a text, as a lock screen has it."""
    read = re.sub(r"<t:\d+(:\w)?>", "3 hours ago", as_read(text))
    return re.sub(r"<@\d+>", SOMEBODY, re.sub(r"<#\d+>", "#arkadia", read))[:SHOWN]
