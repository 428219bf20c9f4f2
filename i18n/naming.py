r"""Names of things inside sentences: words with the inflected forms that a language needs.

A translation of a name may have several lines. The first is the bare name; each other line is a
form of it, whose name the translator chooses::

    Gutshof
    der: der Gutshof
    den: den Gutshof

A sentence says in its braces which form it wants: ``{building:den}``. A name that lacks the form
stands bare. ``^`` in front, or alone, begins with a capital letter: ``{building:^}``.
``locale/README.md`` shows it to translators.

>>> yard = Name.read("Gutshof\nder: der Gutshof\nden: den Gutshof")
>>> f"{yard:^der} steht."
'Der Gutshof steht.'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Self

CAPITAL: Final = "^"


class Name(str):
    """A text that carries its inflected forms; as text it is the bare name.

    Attributes:
        forms: each form by its name.
        mark: a prefix of the bare name and of every form, such as an emoji.
    """

    # A subclass of str with ``__format__``: translators choose the form in the sentence's braces,
    # and all code that handles texts can handle names without knowing.

    forms: Mapping[str, str]
    mark: str

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

    def filled(self, **parts: object) -> Name:
        """Return the name with the placeholders of the bare name and of all forms filled in."""
        forms = {form: text.format(**parts) for form, text in self.forms.items()}
        return Name(self.format(**parts), forms)

    def after(self, mark: str) -> Name:
        """Return the name with a mark, such as an emoji, put in front of every form."""
        return Name(self, self.forms, mark)


def capital(text: str) -> str:
    """Return the text with a capital letter first."""
    return text[:1].upper() + text[1:]


def _form(line: str) -> tuple[str, str]:
    name, _, text = line.partition(":")
    return name.strip(), text.strip()
