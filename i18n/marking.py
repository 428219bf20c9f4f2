"""Markers of messages that are translated elsewhere, such as those of errors (gettext's ``N_``)."""

from __future__ import annotations


def N_(message: str) -> str:  # noqa: N802 - gettext's usual name
    """Mark a sentence, and return it unchanged."""
    return message


def NC_(context: str, message: str) -> str:  # noqa: N802 - gettext's usual name
    """Mark an ambiguous message with its context, and return it unchanged."""
    return message


def NP_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as the others
    """Mark a sentence with a number in both its forms, and return them unchanged."""
    return one, many
