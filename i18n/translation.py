"""The product's sentences in the reader's language, by gettext; English is the source.

Nothing here knows Discord or the game's rules. Catalogues lie in ``locale/<language>/LC_MESSAGES``,
made by ``i18n/catalogues.py``; a language without a complete one reads English. Sentences are given
to people by a ``Words`` that is passed along, never by a language set somewhere. The names in the
files of editions are words too, and ``locale/words.cfg`` has them collected for translators. How
lists, numbers and days are written, and what cities are called, is Babel's to know.
"""

from __future__ import annotations

import gettext
import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date, time
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import BinaryIO, Final, Literal

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from i18n.marking import N_ as N_
from i18n.marking import NC_ as NC_
from i18n.marking import NP_ as NP_
from i18n.naming import Name

DOMAIN: Final = "arkadia"
UNFINISHED: Final = "unfinished"
"""The name of a catalogue that does not say everything yet; English stands in for the rest."""
FOLDER: Final = Path(__file__).parents[1] / "locale"
SOURCE: Final = "en"
NAMES: Final = "name"
"""The context of names, which may have forms."""
FORMED: Final = frozenset({"building", "card", "colour", "covered", "family", "form", "revealed"})
"""What stands in the braces of sentences for a name; a form may be asked of these alone."""
_ENGLAND: Final = Locale.parse("en_GB")
"""Whose lists and days go with the English that the sentences are written in."""

_unfinished: set[str] = set()
"""The unfinished languages that are offered all the same."""


class Words:
    """Says the product's sentences in one language.

    Attributes:
        language: the code of the language, such as ``en``.
    """

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue
        self._names: dict[str, Name] = {}
        self._typed: dict[str, frozenset[str]] = {}

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

    def name(self, word: str) -> Name:
        """The name of a thing of the game, for people, with the forms that the language has of it.

        Args:
            word: as the edition's file has it, or a name marked by ``NC_("name", …)``.
        """
        name = self._names.get(word)
        if name is None:
            name = Name.read(self._catalogue.pgettext(NAMES, _spaced(word)))
            self._names[word] = name
        return name

    def typed(self, listed: str) -> frozenset[str]:
        """What people may type for something, folded, in English and in the language.

        Args:
            listed: words with commas between, marked by ``NC_("typed", …)``.
        """
        if listed not in self._typed:
            both = f"{listed},{self.context('typed', listed)}"
            found = frozenset(word.strip() for word in folded(both).split(",") if word.strip())
            self._typed[listed] = found
        return self._typed[listed]

    def all_of(self, items: Iterable[str]) -> str:
        """Things in a sentence: ``Ada, Bela and Cleo``."""
        return format_list(list(items), locale=self._locale)

    def listing(self, items: Iterable[str]) -> str:
        """Things told one after another, as behind a colon: ``red 2, olive 0``."""
        return self.context("between two of a list", ", ").join(items)

    def parted(self, items: Iterable[str]) -> str:
        """Things that have commas or several words themselves: ``F7 F8; G7 G8``."""
        # Translators: between two things that have commas or several words themselves.
        return self.context("between two of a list", "; ").join(items)

    def told(self, name: object, text: str) -> str:
        """A name and what is told of it: ``F7: vacant``."""
        return self.context("what is told of something", "{name}: {text}", name=name, text=text)

    def number(self, number: float, places: int = 1) -> str:
        """A number, with at most so many decimal places."""
        return _decimal(round(number, places), self._locale)

    def percent(self, hundredths: int) -> str:
        """A share in per cent: ``39%``."""
        return format_percent(hundredths / 100, locale=self._locale)

    def day(self, day: date) -> str:
        """A day: ``3 Dec 2026``."""
        return format_date(day, "medium", locale=self._locale)

    def clock(self, shown: time) -> str:
        """A time of the day: ``22:30``."""
        return format_time(shown, "short", locale=self._locale)

    def city(self, zone: str) -> str:
        """The city by which a time zone is called: ``Athens`` for ``Europe/Athens``."""
        zone = get_global("zone_aliases").get(zone, zone)
        city = self._locale.time_zones.get(zone, {}).get("city", zone)
        return str(city).rpartition("/")[2].replace("_", " ")

    def country(self, code: str) -> str:
        """What a country is called: ``Germany`` for ``DE``."""
        return str(self._locale.territories.get(code, code))

    @cached_property
    def weekdays(self) -> tuple[frozenset[str], ...]:
        """What each day of the week is called, folded, in English and in the language."""
        return tuple(self._called("days", number) for number in range(7))

    @cached_property
    def months(self) -> tuple[frozenset[str], ...]:
        """The same of the months, January first."""
        return tuple(self._called("months", number) for number in range(1, 13))

    def _called(self, kind: Literal["days", "months"], number: int) -> frozenset[str]:
        names = (
            names[number]
            for locale in (_ENGLAND, self._locale)
            for widths in getattr(locale, kind).values()
            for width, names in widths.items()
            if width != "narrow"
        )
        return frozenset(folded(name).rstrip(".") for name in names)

    @cached_property
    def _locale(self) -> Locale:
        """How the language writes lists, numbers and days."""
        if not self.translated:
            return _ENGLAND
        code = self.language.replace("-", "_")
        for known in (code, code.partition("_")[0]):
            with suppress(UnknownLocaleError):
                return Locale.parse(known)
        return _ENGLAND


@lru_cache(maxsize=512)
def _decimal(number: float, locale: Locale) -> str:
    return format_decimal(number, locale=locale)


def by_letters(text: str) -> tuple[str, str]:
    """Where a text stands in a list that is sorted: É beside E, ß as ss, capitals as small letters.

    It is one order for all languages, in which a letter with a mark follows the bare one.
    """
    return folded(text), text


def folded(text: str) -> str:
    """A text as it is compared: without capitals and marks, ``März`` as ``marz``."""
    parts = unicodedata.normalize("NFKD", without_combining(text.casefold()))
    return without_combining(parts)


def without_combining(text: str) -> str:
    """A text without combining marks; Python sorts those of a letter in quadratic time."""
    return "".join(sign for sign in text if not unicodedata.combining(sign))


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


def words_of_host(environment: Mapping[str, str]) -> Words:
    """The words of whoever runs the bot, by the language of the machine.

    Args:
        environment: the variables of which one says it, as ``LANG=de_DE.UTF-8`` does;
            ``LANGUAGE=nl:fr`` says several, and the first that there is counts.
    """
    said = (environment.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    locales = next(filter(None, said), SOURCE).split(":")
    codes = [locale.partition(".")[0].partition("@")[0] for locale in locales]
    return words_for(next(filter(offered, codes), codes[0]))


def offer(unfinished: Iterable[str]) -> None:
    """Offers these languages though not everything is said in them, and no other unfinished one."""
    _unfinished.clear()
    _unfinished.update(_code(language) for language in unfinished)
    words_for.cache_clear()


def edition_words(
    file: BinaryIO, keywords: object, tags: object, options: object
) -> Iterator[tuple[int, str, str | tuple[str, str], list[str]]]:
    """The words of an edition's file that people read, as Babel wants them from an extractor."""
    edition = json.load(file)
    for kind, names in (
        ("A form of buildings", edition["forms"]),
        ("A family, by the colour of its seals", edition["families"]),
        ("The colour of a player", edition["colours"]),
    ):
        for name in names:
            yield 1, "NC_", (NAMES, _spaced(name)), [kind]
    if isinstance(edition["provenance"], dict):
        sources = {origin.get("source") for origin in edition["provenance"].values()}
        for source in sorted(filter(None, sources)):
            yield 1, "", source, ["Translators: where a fact of the game's components stands"]


def rules_of_editions(
    file: BinaryIO, keywords: object, tags: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """What is said of an edition's file when it is checked, for the same extractor."""
    rules = json.load(file)
    for kind in rules["kinds"].values():
        yield 1, "", kind, ["Translators: {kind} in “{key} cannot be {value}; it takes {kind}”"]
    for fact in rules["facts"].values():
        yield 1, "", fact, ["Translators: a fact of the game's components, in a list of them"]
    for counted in rules["box"].values():
        yield 1, "", counted["says"], ["Translators: before a colon and a number"]
    for entry in rules["findings"].values():
        yield 1, "", entry["says"], ["Translators: a line of what a check of a box's file found"]


def _spaced(name: str) -> str:
    """A name of the notation as people write it."""
    return name.replace("-", " ")


def languages() -> tuple[str, ...]:
    """The codes of the languages that are offered, such as ``de`` or ``pt-BR``; English first."""
    finished = _folders(DOMAIN)
    offered = finished | (_folders(UNFINISHED) & _unfinished)
    return (SOURCE, *sorted(offered - {SOURCE}))


def offered(code: str) -> str | None:
    """The offered language that is closest to a code: ``de`` for ``de-AT``; None if none is."""
    spoken, code = languages(), _code(code)
    return next((near for near in (code, code.partition("-")[0]) if near in spoken), None)


def own_name(code: str) -> str:
    """What a language is called by those who speak it, such as ``Deutsch``."""
    name = Locale.parse(code, sep="-").get_display_name() or code
    return name[0].upper() + name[1:]


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
