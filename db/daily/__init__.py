"""Storage of the position of the day: positions made here, answers, ratings."""

from __future__ import annotations

from db.daily import answers
from db.operations import Subject, change, change_beside, question


class Daily(Subject):
    """The store's methods for the position of the day."""

    positions = question(answers.positions)
    position = question(answers.position)
    keep_position = change_beside(answers.keep_position)
    answer = change(answers.answer)
    answer_of = question(answers.answer_of)
    answers_of = question(answers.answers_of)
    choices = question(answers.choices)
    counted = question(answers.counted)
    rating_of = question(answers.rating_of)
    rating_of_day = question(answers.rating_of_day)
