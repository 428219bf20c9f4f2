"""Scores of the answers: the share of right ones, with Wilson's interval of 95 per cent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from lab.estimates import interval
from lab.reading.questions import Question, kind_of

GOALS: Final[Mapping[int, float]] = {550: 0.95, 350: 0.85}
"""The share of right answers that each width should have."""


@dataclass(frozen=True, slots=True)
class Score:
    """The answers to one kind of question at one width.

    Attributes:
        right, asked: the numbers of right answers and of all.
        wrong: the names of the questions with a wrong answer.
    """

    kind: str
    width: int
    right: int
    asked: int
    wrong: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of right answers."""
        return self.right / self.asked

    @property
    def interval(self) -> tuple[float, float]:
        """The interval in which the true share lies."""
        return interval(self.right, self.asked)

    @property
    def reached(self) -> bool:
        """True if the goal is reached."""
        return self.share >= GOALS[self.width]


def scores(questions: Iterable[Question], answers: Mapping[str, Mapping[str, str]]) -> list[Score]:
    """Score all kinds of questions.

    Args:
        questions: all questions.
        answers: the answers by width (``"550"``) and the question's name; a question that is
            missing was not asked, an empty answer is a wrong one.
    """
    known = {question.name: question for question in questions}
    found = []
    for width in GOALS:
        given = answers.get(str(width), {})
        kinds: dict[str, list[str]] = {}
        for name in given:
            kinds.setdefault(kind_of(name), []).append(name)
        for kind, names in sorted(kinds.items()):
            wrong = tuple(name for name in names if not known[name].is_right(given[name]))
            found.append(Score(kind, width, len(names) - len(wrong), len(names), wrong))
    return found
