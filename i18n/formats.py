"""Lists, numbers, days and places as a language writes them, by Babel, and inflected names."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date, time
from functools import cache, cached_property, lru_cache
from typing import Final, Literal, Self

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

_ENGLAND: Final = Locale.parse("en_GB")  # the locale of the source language's spelling


class Formats:
    """The formats of a language by its code, such as ``de``, or those of British English."""

    def __init__(self, language: str, *, like_england: bool) -> None:
        self.language = language
        self._like_england = like_england

    @cached_property
    def _locale(self) -> Locale:
        return _ENGLAND if self._like_england else _locale(self.language)

    def all_of(self, items: Iterable[str]) -> str:
        """Join items with commas and a final “and”: ``Ada, Bela and Cleo``."""
        return format_list(list(items), locale=self._locale)

    def number(self, number: float, places: int = 1) -> str:
        """Format a number with at most ``places`` decimal places."""
        return _decimal(round(number, places), self._locale)

    def percent(self, hundredths: int) -> str:
        """Format a share in hundredths as per cent: ``39%``."""
        return format_percent(hundredths / 100, locale=self._locale)

    def day(self, day: date) -> str:
        """Format a day: ``3 Dec 2026``."""
        return format_date(day, "medium", locale=self._locale)

    def clock(self, shown: time) -> str:
        """Format a time of the day: ``22:30``."""
        return format_time(shown, "short", locale=self._locale)

    def city(self, zone: str) -> str:
        """Return the city by which a time zone is called: ``Athens`` for ``Europe/Athens``."""
        zone = get_global("zone_aliases").get(zone, zone)
        city = self._locale.time_zones.get(zone, {}).get("city", zone)
        return str(city).rpartition("/")[2].replace("_", " ")

    def country(self, code: str) -> str:
        """Return the name of a country: ``Germany`` for ``DE``."""
        return str(self._locale.territories.get(code, code))

    def spoken_in(self, code: str) -> float:
        """Return the share of a country's people who speak the language, in per cent.

        Where it is no official language it counts little: English is understood nearly everywhere.
        """
        known = get_global("territory_languages").get(code, {}).get(self._locale.language)
        if known is None:
            return 0.0
        return float(known["population_percent"]) * (1.0 if known["official_status"] else 0.01)

    def names(self, kind: Literal["days", "months"], number: int) -> Iterator[str]:
        """Yield the names of a day of the week or of a month, English ones included."""
        # Narrow names are single letters, of which several days and months share one.
        for locale in (_ENGLAND, self._locale):
            for widths in getattr(locale, kind).values():
                yield from (names[number] for width, names in widths.items() if width != "narrow")


def day_comes_first(language: str) -> bool:
    """Return whether people of a language write a day's number before that of the month."""
    pattern = str(_locale(language).date_formats["short"].pattern)
    return pattern.index("d") < pattern.index("M")


def is_well_known(zone: str) -> bool:
    """Return whether a time zone is one by which the Unicode consortium names others."""
    return get_global("zone_aliases").get(zone, zone) in _well_known()


@cache
def _well_known() -> frozenset[str]:
    return frozenset(get_global("windows_zone_mapping").values())


def own_name(code: str) -> str:
    """Return a language's name in that language, such as ``Deutsch``."""
    name = Locale.parse(code, sep="-").get_display_name() or code
    return name[0].upper() + name[1:]


def _locale(language: str) -> Locale:
    """Return the locale of a language, or of England where Babel does not know the language."""
    code = language.replace("-", "_")
    for known in (code, code.partition("_")[0]):
        with suppress(UnknownLocaleError):
            return Locale.parse(known)
    return _ENGLAND


@lru_cache(maxsize=512)
def _decimal(number: float, locale: Locale) -> str:
    return format_decimal(number, locale=locale)


CAPITAL: Final = "^"


class Name(str):
    r"""A text that carries its inflected forms; as text it is the bare name.

    A translation of a name may have several lines. The first is the bare name; each other line is a
    form of it, whose name the translator chooses::

        Gutshof
        der: der Gutshof
        den: den Gutshof

    A sentence says in its braces which form it wants: ``{building:den}``. A name that lacks the
    form stands bare. ``^`` in front, or alone, begins with a capital letter: ``{building:^}``.
    ``locale/README.md`` shows it to translators.

    >>> yard = Name.read("Gutshof\nder: der Gutshof\nden: den Gutshof")
    >>> f"{yard:^der} steht."
    'Der Gutshof steht.'
    """

    # A subclass of str with ``__format__``: translators choose the form in the sentence's braces,
    # and all code that handles texts can handle names without knowing.

    forms: Mapping[str, str]  # each form by its name
    mark: str  # a prefix of the bare name and of every form, such as an emoji

    __slots__ = ("forms", "mark")

    def __new__(cls, bare: str, forms: Mapping[str, str] | None = None, mark: str = "") -> Self:
        """Create a name with its forms, all prefixed with the mark."""
        name = super().__new__(cls, mark + bare)
        name.forms = {form: mark + text for form, text in (forms or {}).items()}
        name.mark = mark
        return name

    @classmethod
    def read(cls, translation: str) -> Self:
        """Parse a name's translation: the bare name, then one line for each inflected form."""
        bare, *lines = translation.split("\n")
        return cls(bare, dict(_form(line) for line in lines if ":" in line))

    def __format__(self, form: str) -> str:
        said = self.forms.get(form.removeprefix(CAPITAL), str(self))
        if form.startswith(CAPITAL):
            return self.mark + capital(said.removeprefix(self.mark))
        return said

    def filled(self, **parts: object) -> "Name":
        """Return the name with the placeholders of the bare name and of all forms filled in."""
        forms = {form: text.format(**parts) for form, text in self.forms.items()}
        return Name(self.format(**parts), forms)

    def after(self, mark: str) -> "Name":
        """Return the name with a mark, such as an emoji, put in front of every form."""
        return Name(self, self.forms, mark)


def capital(text: str) -> str:
    """Return the text with a capital letter first."""
    return text[:1].upper() + text[1:]


def _form(line: str) -> tuple[str, str]:
    name, _, text = line.partition(":")
    return name.strip(), text.strip()
