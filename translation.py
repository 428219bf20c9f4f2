"""The product's sentences in the reader's language, by gettext; English is the source.

Nothing here knows Discord or the game's rules. Catalogues lie in ``locale/<language>/LC_MESSAGES``,
made by ``catalogues.py``; a language without a complete one reads English. Sentences are given to
people by a ``Words`` that is passed along, never by a language set somewhere. The names in the
files of editions are words too, and ``locale/words.cfg`` has them collected for translators.
"""

from __future__ import annotations

import gettext
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO, Final

DOMAIN: Final = "arkadia"
UNFINISHED: Final = "unfinished"
"""The name of a catalogue that does not say everything yet; English stands in for the rest."""
FOLDER: Final = Path(__file__).parent / "locale"
SOURCE: Final = "en"

_unfinished: set[str] = set()
"""The unfinished languages that are offered all the same."""


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
    """The words of a language, by a code such as ``de`` or ``en-GB``.

    Where the language of a country has no catalogue, that of the language is taken: ``de-AT`` reads
    ``de``. What nothing is known of reads English.
    """
    code = language.replace("-", "_")
    for known in (code, code.partition("_")[0]):
        domains = (DOMAIN, UNFINISHED) if _code(known) in _unfinished else (DOMAIN,)
        for domain in domains:
            if gettext.find(domain, FOLDER, [known]):
                return Words(language, gettext.translation(domain, FOLDER, [known]))
    return Words(language, gettext.NullTranslations())


def offer(unfinished: Iterable[str]) -> None:
    """Offers these languages though not everything is said in them, and no other unfinished one."""
    _unfinished.clear()
    _unfinished.update(_code(language) for language in unfinished)
    words_for.cache_clear()


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
    """The codes of the languages that are offered, such as ``de`` or ``pt-BR``; English first."""
    finished = _folders(DOMAIN)
    offered = finished | (_folders(UNFINISHED) & _unfinished)
    return (SOURCE, *sorted(offered - {SOURCE}))


def unfinished_languages() -> tuple[str, ...]:
    """The codes of the languages in which something is not said yet."""
    return tuple(sorted(_folders(UNFINISHED)))


def _folders(domain: str) -> set[str]:
    """The codes of the languages that have such a catalogue."""
    return {_code(file.parts[-3]) for file in FOLDER.glob(f"*/LC_MESSAGES/{domain}.mo")}


def _code(language: str) -> str:
    """A language's code as Discord writes it."""
    return language.replace("_", "-")


ENGLISH: Final = words_for(SOURCE)
