"""The product's sentences in the reader's language, by gettext; English is the source.

Nothing here knows Discord or the game's rules. Catalogues lie in ``locale/<language>/LC_MESSAGES``;
a language without one reads English. Sentences are given to people by a ``Words`` that is passed
along, never by a language set somewhere. The names in the files of editions are words too, and
``locale/words.cfg`` has them collected for translators.
"""

from __future__ import annotations

import gettext
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO, Final

DOMAIN: Final = "arkadia"
FOLDER: Final = Path(__file__).parent / "locale"


def N_(message: str) -> str:  # noqa: N802 - gettext's usual name
    """Marks a sentence for the catalogues where it is not said yet."""
    return message


def NC_(context: str, message: str) -> str:  # noqa: N802 - gettext's usual name
    """Marks a message that means different things, and says which, where it is not said yet."""
    return message


class Words:
    """Says the product's sentences in one language.

    Attributes:
        language: the code of the language, such as ``en``.
    """

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    @property
    def translated(self) -> bool:
        """Whether there is a catalogue of the language; else all is said in English."""
        return isinstance(self._catalogue, gettext.GNUTranslations)

    def __call__(self, message: str, /, **values: object) -> str:
        """The sentence with its ``{names}`` filled in."""
        sentence = self._catalogue.gettext(message)
        return sentence.format(**values) if values else sentence

    def context(self, context: str, message: str, /, **values: object) -> str:
        """The same for a message that is short, or means different things, and in what sense."""
        sentence = self._catalogue.pgettext(context, message)
        return sentence.format(**values) if values else sentence

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The sentence that fits the number, with ``{n}`` and the other names filled in."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **values)

    def name(self, word: str) -> str:
        """A form's, family's or colour's name from the edition, for people."""
        return self._catalogue.gettext(_spaced(word))


@cache
def words_for(language: str) -> Words:
    """The words of a language, by a code such as ``de`` or ``en-GB``."""
    code = language.replace("-", "_")
    names = [code, code.partition("_")[0]]
    return Words(language, gettext.translation(DOMAIN, FOLDER, names, fallback=True))


def edition_words(
    file: BinaryIO, keywords: object, tags: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The words of an edition's file that people read, as Babel wants them from an extractor."""
    edition = json.load(file)
    names = [*edition["forms"], *edition["families"], *edition["colours"]]
    facts = [fact for facts in edition["provenance"].values() for fact in facts]
    for word in [*map(_spaced, names), *facts]:
        yield 1, "", word, []


def _spaced(name: str) -> str:
    """A name of the notation as people write it."""
    return name.replace("-", " ")


def languages() -> tuple[str, ...]:
    """The codes of the languages that there are, English first."""
    folders = FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return ("en", *sorted({folder.parts[-3] for folder in folders} - {"en"}))


ENGLISH: Final = words_for("en")
