"""The message after an answer: the best choice and why, the others' choices, a line to share."""

from __future__ import annotations

import discord

from db.daily.rows import StoredAnswer, StoredRating
from i18n.translation import Words
from players.daily.puzzle import Puzzle
from players.drawbacks import drawback
from players.reasons import reason
from render import Theme
from tabletop.daily.service import Shares, Standing
from ui import buttons
from ui.components.views import view_of
from ui.daily.page import DailyPage
from ui.daily.texts import (
    alike_text,
    choice_text,
    day_text,
    rating_text,
    share_line,
    shares_text,
    streak_text,
)
from ui.panel import routes
from ui.panel.desk import Desk
from ui.panel.steps import STEPS
from ui.pictures import turn_file
from ui.texts.game.advice import behind_text, drawback_text, reason_text
from words.sentences import gold_text


async def result_page(
    puzzle: Puzzle,
    desk: Desk,
    answer: StoredAnswer,
    standing: Standing,
    position: StoredRating,
    shares: Shares | None,
    theme: Theme,
) -> DailyPage:
    """Return the message after an answer; the picture shows the best choice."""
    words = desk.words
    lines = [
        _verdict(puzzle, desk, answer),
        _best(puzzle, desk),
        *_own(puzzle, desk, answer),
        shares_text(shares, puzzle.best, answer.choice, words),
        _so_far(answer, standing, position, words),
        words("To share: {line}", line=f"`{share_line(answer, puzzle, standing.streak)}`"),
    ]
    go = routes.of_action(desk, puzzle.action)
    file = await turn_file(
        desk.position.view(desk.seat),
        desk.table,
        words,
        marks=STEPS[go.step].draw(desk, go.numbers).marks,
        theme=theme,
        title=day_text(puzzle.day, words),
        whole=True,
    )
    return DailyPage("\n".join(line for line in lines if line), [file], _view(words))


def _view(words: Words) -> discord.ui.View:
    return view_of(buttons.DAILY_ARCHIVE.button(words=words), buttons.PRACTICE.button(words=words))


def _verdict(puzzle: Puzzle, desk: Desk, answer: StoredAnswer) -> str:
    words, day = desk.words, day_text(puzzle.day, desk.words)
    if answer.found:
        return words("**Position of {day}: you found the best move.**", day=day)
    return words("**Position of {day}: there is a better move.**", day=day)


def _best(puzzle: Puzzle, desk: Desk) -> str:
    """Return what is best and why, by the reasons that hints give."""
    words, action = desk.words, puzzle.action
    observation = desk.position.observe(desk.seat)
    said = [
        words("Best: {action}.", action=choice_text(action, desk)),
        alike_text(action, desk),
        reason_text(reason(observation, action), words),
    ]
    return " ".join(text for text in said if text)


def _own(puzzle: Puzzle, desk: Desk, answer: StoredAnswer) -> list[str]:
    """Return what the person chose and what speaks against it; after the best, what is next."""
    words = desk.words
    if answer.found:
        choice, gold = puzzle.behind[0]
        second = choice_text(desk.position.parse(choice), desk)
        return [
            words(
                "Next best, about {gold} less: {action}.",
                gold=gold_text(round(gold), words),
                action=second,
            )
        ]
    action = desk.position.parse(answer.choice)
    observation = desk.position.observe(desk.seat)
    said = [
        words("You chose: {action}.", action=choice_text(action, desk)),
        behind_text(dict(puzzle.behind).get(answer.choice, 0.0), words),
        drawback_text(drawback(observation, action), words),
    ]
    return [" ".join(text for text in said if text)]


def _so_far(answer: StoredAnswer, standing: Standing, position: StoredRating, words: Words) -> str:
    """Return ratings and streak; an answer after its day changes neither."""
    if not answer.timely:
        return words("An answer after its day changes neither your rating nor your streak.")
    said = [rating_text(standing.rating, position, words), streak_text(standing.streak, words)]
    return " ".join(text for text in said if text)
