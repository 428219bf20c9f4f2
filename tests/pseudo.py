"""A language that nobody speaks, made of the template, in which it is seen what is not translated.

Each message stands between « and ». Four letters in ten are said twice, so it is 40 % longer;
letters have accents, and a mark of writing from right to left stands before the end.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog

from i18n import catalogues, translation

LANGUAGE: Final = "fi"  # under whose code it is offered: one that Discord knows

ROOT: Final = Path(__file__).parent.parent
MARK: Final = "\u200f"
KEPT: Final = re.compile(r"(\{[^{}]*\}|`[^`]*`|<[^<>]*>|\n)")
ACCENTS: Final = str.maketrans("aeiouyAEIOUYcn", "áéíóúýÁÉÍÓÚÝçñ")
SPAN: Final = re.compile(r"«[^«»]*»")


def pseudo(message: str) -> str:
    """A message in the language; names in braces, commands and mentions stay."""
    parts = KEPT.split(message)
    return "«" + "".join(p if KEPT.fullmatch(p) else _longer(p) for p in parts) + f"{MARK}»"


def _longer(text: str) -> str:
    said = []
    letters = 0
    for letter in text:
        letters += letter.isalpha()
        twice = letter.isalpha() and letters % 5 in (1, 3)
        said.append(letter.translate(ACCENTS) + (letter.lower() if twice else ""))
    return "".join(said)


def untranslated(text: str) -> str:
    text, found = re.sub(r"`[^`]*`|<[^<>]*>", " ", text), 1
    while found:
        text, found = SPAN.subn(" ", text)
    return text


def template() -> Catalog:
    return catalogues.read(ROOT / "locale" / "arkadia.pot")


def write(folder: Path, say: Callable[[str], str] = pseudo, language: str = LANGUAGE) -> None:
    """Writes a catalogue of a language that says each message in one way, and builds it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "arkadia.pot").write_bytes((ROOT / "locale" / "arkadia.pot").read_bytes())
    file = catalogues.begin(language, folder)
    catalogue = catalogues.read(file)
    for message in catalogue:
        if message.id:
            if isinstance(message.id, str):
                message.string = say(message.id)
            else:
                one, many = map(say, message.id)
                message.string = (one, *[many] * (catalogue.num_plurals - 1))
    file.write_bytes(catalogues.source(catalogue))
    catalogues.build(folder)
    translation.forget_catalogues()
