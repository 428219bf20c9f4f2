"""What can go wrong, as data: a code and its parameters, so that any language can word it."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

Parameter: TypeAlias = str | int


class EngineError(ValueError):
    """The base of the engine's errors.

    Attributes:
        code: a stable name of what is wrong, one of the class's ``sentences``.
        parameters: the actual names and numbers that belong to it.
    """

    sentences: ClassVar[dict[str, str]] = {}

    def __init__(self, code: str, **parameters: Parameter) -> None:
        self.code = code
        self.parameters = parameters
        super().__init__(self.sentences[code].format(**parameters))


class EditionError(EngineError):
    """There is no such edition, or its file contradicts itself."""

    sentences = {
        "unknown-edition": "there is no edition «{token}»",
        "bad-edition": "the edition's file contradicts itself: {token}",
    }


class NotationError(EngineError):
    """A text is not in the notation, or names something the edition does not have."""

    sentences = {
        "bad-square": "«{token}» is not a square",
        "off-board": "the square «{token}» is off the board",
        "repeated-square": "the square «{token}» is named twice",
        "bad-card": "there is no card «{token}»",
        "bad-lot": "«{token}» is not a position of the castle lot, such as G5:4x3",
        "lot-not-allowed": "the castle lot cannot lie at «{token}»",
        "bad-family": "«{token}» is not a family",
        "repeated-family": "the family «{token}» is named twice",
        "bad-number": "«{token}» is not a number that can stand here",
        "bad-ring": "«{token}» is not a ring square of the castle",
        "bad-action": "«{token}» is not an action",
        "bad-word": "«{token}» cannot stand here; expected {expected}",
        "missing-word": "the text ends too early; expected {expected}",
    }
