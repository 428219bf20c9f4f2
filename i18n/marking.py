"""Markers of messages that are translated elsewhere, such as those of errors (gettext's ``N_``)."""

from __future__ import annotations


def N_(message: str) -> str:  # noqa: N802 - gettext's usual name
    """Mark a sentence for extraction to translators, and return it unchanged."""
    return message


def NC_(context: str, message: str) -> str:  # noqa: N802 - gettext's usual name
    """Mark an ambiguous message, with its context, for extraction; return it unchanged."""
    return message


def NP_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as the others
    """Mark the singular and plural of a sentence for extraction; return both unchanged."""
    return one, many
