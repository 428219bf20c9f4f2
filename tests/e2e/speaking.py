"""People and a server that speak one language, and what of another one is read there."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

import discord

from engine.edition_files import load_edition
from i18n import catalogues
from tests.e2e.people import Person
from tests.e2e.sent import Sent
from tests.e2e.settings import set_to
from tests.e2e.world import World

READ: Final = ("content", "label", "placeholder", "description", "title", "text", "name")
"""Where in a request stands what people read."""

FILLED: Final = re.compile(r"`[^`]*`|\{[^{}]*\}")
"""What of a sentence is the same in every language, or is filled in."""

WORD: Final = re.compile(r"[^\W\d_]{2,}")

FEW: Final = 3
"""With so many words in a row nothing is the same by chance."""


async def speaking(world: World, language: str) -> Person:
    """Has everybody and the server speak a language; gives a moderator."""
    personal = world.bot.services.personal
    moderator = world.newcomer("mona", permissions=discord.Permissions(manage_guild=True))
    for person in (*world.people, moderator):
        chosen = replace(personal.preferences(person.id), language=language)
        await personal.prefer(person.id, chosen)
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


def english_read(sent: list[Sent], language: str) -> set[str]:
    """The English that stands in requests, although it is said in the language of a catalogue."""
    lines, parts = _english(language)
    texts = [text for request in sent if by_people(request) for text in read(request.body)]
    everything = "\n".join(texts)
    found = {part for part in parts if part in everything}
    found |= {line for text in texts for line in text.split("\n") if line.strip("-# ") in lines}
    names = "|".join(form.replace("-", " ") for form in load_edition().forms)
    return found | set(re.findall(rf"\b(?:{names})\b", FILLED.sub("", everything)))


@cache
def _english(language: str) -> tuple[set[str], set[str]]:
    """Whole messages, and parts of sentences, that a language says otherwise."""
    [file] = [file for file in catalogues.catalogue_files() if file.parts[-3] == language]
    messages = [message for message in catalogues.read(file) if message.id]
    told = {text for message in messages for text in _texts(message.string)}
    everything = "\n".join(told)
    said = {text for message in messages for text in _texts(message.id)}
    lines = {text for text in said if not FILLED.search(text)} - told
    parts = {part.strip() for text in said for part in FILLED.split(text)}
    return lines, {
        part for part in parts if len(WORD.findall(part)) >= FEW and part not in everything
    }


def _texts(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)
