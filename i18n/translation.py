"""The product's sentences in the reader's language, by gettext; English is the source.

Catalogues lie in ``locale/<language>/LC_MESSAGES``, compiled by ``i18n/catalogues.py``; a language
without a complete one reads English. The language is a ``Words`` that is passed along, never global
state, because one process answers people of many languages at once. The names in files of editions
are translated too; ``locale/words.cfg`` collects them. Lists, numbers, days and the names of cities
are formatted by ``i18n/formats.py``.
"""

import gettext
import json
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal

from i18n.formats import Formats, Name
from i18n.formats import own_name as own_name

DOMAIN: Final = "arkadia"
UNFINISHED: Final = "unfinished"
"""The domain of an incomplete catalogue; English stands in for its missing messages."""
FOLDER: Final = Path(__file__).parents[1] / "locale"
SOURCE: Final = "en"
NAMES: Final = "name"  # the context of names, which may have forms
FORMED: Final = frozenset({"building", "card", "colour", "covered", "family", "form", "revealed"})
"""The placeholders that stand for names; translators may choose a form of these alone."""

_unfinished: set[str] = set()
"""The codes of the incomplete languages that the host offers all the same."""


def N_(message: str) -> str:  # noqa: N802 - gettext's usual name
    """Mark a sentence for extraction to translators, and return it unchanged."""
    return message


def NC_(context: str, message: str) -> str:  # noqa: N802 - gettext's usual name
    """Mark an ambiguous message, with its context, for extraction; return it unchanged."""
    return message


def NP_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as the others
    """Mark the singular and plural of a sentence for extraction; return both unchanged."""
    return one, many


class Words(Formats):
    """A translator into one language: ``words("Won by {players}.", players=…)``."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self._catalogue = catalogue
        # An English sentence with, say, a Finnish date would be in neither language.
        super().__init__(language, like_england=not self.translated)
        self._names: dict[str, Name] = {}
        self._typed: dict[str, frozenset[str]] = {}

    @property
    def translated(self) -> bool:
        """True if the language has a catalogue; otherwise all texts are English."""
        return isinstance(self._catalogue, gettext.GNUTranslations)

    def __call__(self, message: str, /, **values: object) -> str:
        """Translate a sentence and fill in its ``{names}``."""
        # Without values nothing is filled in, so a message may have braces of its own.
        sentence = self._catalogue.gettext(message)
        return sentence.format(**values) if values else sentence

    def context(self, context: str, message: str, /, **values: object) -> str:
        """Translate a short or ambiguous message, whose context tells translators its sense."""
        sentence = self._catalogue.pgettext(context, message)
        return sentence.format(**values) if values else sentence

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Translate a sentence in its plural form for ``n``; fill in ``{n}`` and ``values``."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **values)

    def form_number(self, n: int) -> int:
        """Return which plural form the language uses for a number, from 0."""
        rule = getattr(self._catalogue, "plural", None)
        return int(rule(n)) if callable(rule) else int(n != 1)

    def forms(self, one: str, many: str) -> tuple[str, ...]:
        """Translate a sentence in every plural form, with its ``{names}`` still in braces."""
        # No language's rule needs a number above 99 to show all its forms.
        forms = {self.form_number(n): self._catalogue.ngettext(one, many, n) for n in range(100)}
        return tuple(forms[number] for number in sorted(forms))

    def name(self, word: str) -> Name:
        """Translate the name of a thing of the game, with its inflected forms.

        Args:
            word: the name in the edition's file, or one marked by ``NC_("name", …)``.
        """
        name = self._names.get(word)
        if name is None:
            name = Name.read(self._catalogue.pgettext(NAMES, _spaced(word)))
            self._names[word] = name
        return name

    def typed(self, listed: str) -> frozenset[str]:
        """Return the words accepted as input for a term, folded, in English and this language.

        Args:
            listed: words with commas between, marked by ``NC_("typed", …)``.
        """
        if listed not in self._typed:
            both = f"{listed},{self.context('typed', listed)}"
            found = frozenset(word.strip() for word in folded(both).split(",") if word.strip())
            self._typed[listed] = found
        return self._typed[listed]

    def listing(self, items: Iterable[str]) -> str:
        """Join items with commas alone: ``red 2, olive 0``."""
        return self.context("between two of a list", ", ").join(items)

    def parted(self, items: Iterable[str]) -> str:
        """Join items with semicolons, since they contain commas or spaces: ``F7 F8; G7 G8``."""
        # Translators: between two things that have commas or several words themselves.
        return self.context("between two of a list", "; ").join(items)

    def labelled(self, name: object, text: str) -> str:
        """Join a label and its text with a colon: ``F7: vacant``."""
        return self.context("what is told of something", "{name}: {text}", name=name, text=text)

    @cached_property
    def weekdays(self) -> tuple[frozenset[str], ...]:
        """The folded names of each day of the week, English ones included, Monday first."""
        return tuple(self._called("days", number) for number in range(7))

    @cached_property
    def months(self) -> tuple[frozenset[str], ...]:
        """The folded names of each month, English ones included, January first."""
        return tuple(self._called("months", number) for number in range(1, 13))

    def _called(self, kind: Literal["days", "months"], number: int) -> frozenset[str]:
        names = self.names(kind, number)
        return frozenset(folded(name).rstrip(".") for name in names)


def by_letters(text: str) -> tuple[str, str]:
    """Return a sort key: É beside E, ß as ss, capitals as small letters.

    The order is the same for all languages; a letter with a mark follows the bare one.
    """
    return folded(text), text


def folded(text: str) -> str:
    """Fold a text for comparison, without capitals and marks: ``März`` to ``marz``."""
    parts = unicodedata.normalize("NFKD", without_combining(text.casefold()))
    return without_combining(parts)


def without_combining(text: str) -> str:
    """Return a text without combining marks."""
    # Before normalizing as well as after: ``unicodedata.normalize`` sorts the marks of a letter in
    # quadratic time, and a typed text may have thousands on one.
    return "".join(sign for sign in text if not unicodedata.combining(sign))


@cache
def words_for(language: str) -> Words:
    """Return the translator into a language, by a code such as ``de`` or ``en-GB``.

    A regional variant without a catalogue falls back on its language: ``de-AT`` reads ``de``. An
    unknown code reads English.
    """
    code = language.replace("-", "_")
    for known in (code, code.partition("_")[0]):
        domains = (DOMAIN, UNFINISHED) if _code(known) in _unfinished else (DOMAIN,)
        for domain in domains:
            if gettext.find(domain, FOLDER, [known]):
                return Words(language, gettext.translation(domain, FOLDER, [known]))
    return Words(language, gettext.NullTranslations())


@lru_cache(maxsize=256)
def typed_in(listed: str, spoken: tuple[str, ...]) -> frozenset[str]:
    """Return the words accepted as input for a term, as ``Words.typed``, in some languages."""
    return frozenset(word for code in spoken for word in words_for(code).typed(listed))


def offer(unfinished: Iterable[str]) -> None:
    """Set the languages that are offered although their catalogues are incomplete."""
    _unfinished.clear()
    _unfinished.update(_code(language) for language in unfinished)
    forget_catalogues()


def forget_catalogues() -> None:
    """Forget the catalogues that were read, so that changed files are read anew."""
    words_for.cache_clear()
    _compiled.cache_clear()
    typed_in.cache_clear()


def edition_words(
    file: BinaryIO, keywords: object, tags: object, options: object
) -> Iterator[tuple[int, str, str | tuple[str, str], list[str]]]:
    """Extract the names in an edition's file, as a Babel extractor."""
    edition = json.load(file)
    for kind, names in (
        ("A form of buildings", edition["forms"]),
        ("A family, by the colour of its seals", edition["families"]),
        ("The colour of a player", edition["colours"]),
    ):
        for name in names:
            yield 1, "NC_", (NAMES, _spaced(name)), [kind]


def texts_of_table(
    file: BinaryIO, keywords: object, tags: object, options: object
) -> Iterator[tuple[int, str, str | tuple[str, str], list[str]]]:
    """Extract the texts of a TOML file, as a Babel extractor; ``typed`` is what people type.

    What stands under ``translators`` is a comment on the texts beside it.
    """
    tables: list[dict[str, Any]] = [tomllib.load(file)]
    for table in tables:
        tables += [inner for inner in table.values() if isinstance(inner, dict)]
        texts = {key: text for key, text in table.items() if isinstance(text, str)}
        comment = texts.pop("translators", "")
        for key, text in texts.items():
            comments = [f"Translators: {comment}"] * bool(comment)
            if key == "typed":
                yield 1, "NC_", (key, text), comments
            else:
                yield 1, "", text, comments


def _spaced(name: str) -> str:
    return name.replace("-", " ")


def languages() -> tuple[str, ...]:
    """Return the codes of the offered languages, such as ``de`` or ``pt-BR``, English first."""
    offered = _compiled(FOLDER, DOMAIN) | (_compiled(FOLDER, UNFINISHED) & _unfinished)
    return (SOURCE, *sorted(offered - {SOURCE}))


def offered(code: str) -> str | None:
    """Return the offered language closest to a code, as ``de`` for ``de-AT``, or None."""
    spoken, code = languages(), _code(code)
    return next((near for near in (code, code.partition("-")[0]) if near in spoken), None)


def unfinished_languages() -> tuple[str, ...]:
    """Return the codes of the languages whose catalogues are incomplete."""
    return tuple(sorted(_compiled(FOLDER, UNFINISHED)))


@cache
def _compiled(folder: Path, domain: str) -> frozenset[str]:
    """Return the codes of the languages whose catalogue is compiled under a file name."""
    # Read once: commands ask several times, and the files are those that the process began with.
    return frozenset(_code(file.parts[-3]) for file in folder.glob(f"*/LC_MESSAGES/{domain}.mo"))


def _code(language: str) -> str:
    return language.replace("_", "-")


ENGLISH: Final = words_for(SOURCE)
