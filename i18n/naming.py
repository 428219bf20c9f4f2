"""Names of things inside sentences: a word with the forms that a language has of it.

A translation of a name may have several lines. The first is the bare name; each other line is a
form of it, whose name the translator chooses::

    Gutshof
    der: der Gutshof
    den: den Gutshof

A sentence says in its braces which form it wants: ``{building:den}``. A name that lacks the form
stands bare. ``^`` in front, or alone, begins with a capital letter: ``{building:^}``.
``locale/README.md`` shows it to translators.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Self

CAPITAL: Final = "^"


class Name(str):
    """A name as a piece of text that knows its forms; as text it is the bare name.

    Attributes:
        forms: each form by its name.
        mark: what stands before the words, in the bare name and in every form.
    """

    forms: Mapping[str, str]
    mark: str

    __slots__ = ("forms", "mark")

    def __new__(cls, bare: str, forms: Mapping[str, str] | None = None, mark: str = "") -> Self:
        """A name by itself, or with forms; all with the mark before them, if there is one."""
        name = super().__new__(cls, mark + bare)
        name.forms = {form: mark + text for form, text in (forms or {}).items()}
        name.mark = mark
        return name

    @classmethod
    def read(cls, translation: str) -> Self:
        """A name by its translation, the forms in lines of their own."""
        bare, *lines = translation.split("\n")
        return cls(bare, dict(_form(line) for line in lines if ":" in line))

    def __format__(self, form: str) -> str:
        said = self.forms.get(form.removeprefix(CAPITAL), str(self))
        if form.startswith(CAPITAL):
            return self.mark + capital(said.removeprefix(self.mark))
        return said

    def filled(self, **parts: object) -> Name:
        """A name made of others: the braces in it and in its forms filled in."""
        forms = {form: text.format(**parts) for form, text in self.forms.items()}
        return Name(self.format(**parts), forms)

    def after(self, mark: str) -> Name:
        """The name with a mark before it, in every form."""
        return Name(self, self.forms, mark)


def capital(text: str) -> str:
    """The text with a capital letter first."""
    return text[:1].upper() + text[1:]


def _form(line: str) -> tuple[str, str]:
    name, _, text = line.partition(":")
    return name.strip(), text.strip()
