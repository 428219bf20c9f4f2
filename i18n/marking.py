"""Marks sentences for the catalogues where they are not said yet.

Whatever has sentences and says none of them to people, such as an error, marks them by these.
"""

from __future__ import annotations


def N_(message: str) -> str:  # noqa: N802 - gettext's usual name
    """Marks a sentence."""
    return message


def NC_(context: str, message: str) -> str:  # noqa: N802 - gettext's usual name
    """Marks a message that means different things, and says which."""
    return message


def NP_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as the others
    """Marks a sentence with a number, in both its forms."""
    return one, many
