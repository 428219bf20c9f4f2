"""What is sent is looked at: in which words, how long, and how clear on a lock screen."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

import discord

from i18n import catalogues
from i18n.translation import NAMES
from tests.e2e.forms import set_to
from tests.e2e.people import Person
from tests.e2e.sent import Sent
from tests.e2e.world import World
from tests.pseudo import pseudo, template
from ui.texts.markup import as_read

READ: Final = ("content", "label", "placeholder", "description", "title", "text", "name")
"""Where in a request stands what people read."""


async def speak(world: World, person: Person, language: str) -> None:
    personal = world.bot.services.personal
    await personal.prefer(person.id, replace(personal.preferences(person.id), language=language))


async def speaking(world: World, language: str) -> Person:
    """Has everybody and the server speak a language; gives a moderator."""
    moderator = world.newcomer("mona", permissions=discord.Permissions(manage_guild=True))
    for person in (*world.people, moderator):
        await speak(world, person, language)
    await set_to(moderator, "language", language)
    return moderator


def by_people(request: Sent) -> bool:
    """Whether people read it as it is; of commands Discord has the words of all languages."""
    return request.path.split("/")[1] in ("interactions", "webhooks", "channels")


def read(value: object, key: str = "") -> Iterator[str]:
    """All that people read of a request."""
    if isinstance(value, str) and key in READ:
        yield value
    elif isinstance(value, Mapping):
        for name, inside in value.items():
            yield from read(inside, name)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from read(inside, key)


def _texts(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)


BUTTON, FIELD, LABEL = 2, 4, 18  # kinds of components

LABELS: Final = {BUTTON: 80, FIELD: 45, LABEL: 45}
"""Characters of a label of each kind; those of a menu's entries have no kind."""

BRACES: Final = re.compile(r"\{[^{}]*\}")


def limits(value: object) -> Iterator[tuple[str, int]]:
    """Texts of a request with how many characters Discord takes of each."""
    if isinstance(value, Mapping):
        kind = value.get("type")
        known = {
            "title": 45 if "components" in value else 0,
            "label": LABELS.get(kind, 100) if isinstance(kind, int) else 100,
            "placeholder": 100 if kind == FIELD else 150,
            "description": 100,
            "name": 100 if "value" in value else 0,
        }
        for key, inside in value.items():
            if isinstance(inside, str) and known.get(key):
                yield inside, known[key]
            elif key not in ("embeds", "attachments"):
                yield from limits(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from limits(inside)


def too_long(sent: list[Sent]) -> set[tuple[str, str]]:
    """What languages say that is longer than where it stands, each with the language."""
    found = [catalogues.read(file) for file in catalogues.catalogue_files()]
    wrong = set()
    for english, room in _rooms(sent).items():
        for catalogue in found:
            for message in catalogue:
                if message.context == NAMES or english not in _texts(message.id):
                    continue
                for text in _texts(message.string)[_texts(message.id).index(english) :]:
                    if len(BRACES.sub("", text)) > room:
                        wrong.add((str(catalogue.locale), text))
    return wrong


def _rooms(sent: list[Sent]) -> dict[str, int]:
    """The least room of each message that is shown where there is little, beside what is filled in.

    A text is taken for the message that has most in common with it: one that is little more than
    names in braces, such as ``{name}: {text}``, is like many others.
    """
    patterns = [
        (english, re.compile("(.*)".join(map(re.escape, BRACES.split(pseudo(english)))), re.DOTALL))
        for message in template()
        if message.context != NAMES
        for english in _texts(message.id)
        if english
    ]
    rooms: dict[str, int] = {}
    for text, room in {room for one in sent if by_people(one) for room in limits(one.body)}:
        matches = [(one, found) for one, pattern in patterns if (found := pattern.fullmatch(text))]
        if matches:
            english, match = min(matches, key=lambda it: sum(map(len, it[1].groups())))
            left = room - sum(map(len, match.groups()))
            rooms[english] = min(rooms.get(english, left), left)
    return rooms


SHOWN: Final = 100

SOMEBODY: Final = "@Somebody"  # what a mention looks like

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
    read = re.sub(r"<t:\d+(:\w)?>", "3 hours ago", as_read(text))
    return re.sub(r"<@\d+>", SOMEBODY, re.sub(r"<#\d+>", "#arkadia", read))[:SHOWN]
