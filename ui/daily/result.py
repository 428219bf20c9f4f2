"""The message after an answer: the best choice and why, the others' choices, a line to share."""

from __future__ import annotations

from typing import Final

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
from ui.texts.fitting import Part, within_words
from ui.texts.game.advice import drawback_text, reason_text
from words.sentences import gold_text

MOST_WORDS: Final = 60
"""Words of a result; what has no room stands in the archive, or is said of most positions."""


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
    text = result_text(puzzle, desk, answer, standing, position, shares)
    return DailyPage(text, [file], _view(words))


def result_text(
    puzzle: Puzzle,
    desk: Desk,
    answer: StoredAnswer,
    standing: Standing,
    position: StoredRating,
    shares: Shares | None,
) -> str:
    """Return what came of an answer, in 60 words at most: the lesser lines go where room lacks."""
    words, shared = desk.words, share_line(answer, puzzle, standing.streak_on(puzzle.day))
    parts = [
        Part(_verdict(answer, words)),
        *_best(puzzle, desk),
        *_own(puzzle, desk, answer),
        Part(shares_text(shares, puzzle.best, answer.choice, words), 1),
        *_so_far(answer, standing, position, words),
        Part(words("To share: {line}", line=f"`{shared}`")),
    ]
    return "\n".join(part.text for part in within_words(parts, MOST_WORDS) if part.text)


def _view(words: Words) -> discord.ui.View:
    return view_of(buttons.DAILY_ARCHIVE.button(words=words), buttons.PRACTICE.button(words=words))


def _verdict(answer: StoredAnswer, words: Words) -> str:
    if answer.found:
        return words("**You found the best move.**")
    return words("**There is a better move.**")


def _best(puzzle: Puzzle, desk: Desk) -> list[Part]:
    """Return what is best and why, by the reasons that hints give."""
    words, action = desk.words, puzzle.action
    observation = desk.position.observe(desk.seat)
    best = words("Best: {action}.", action=choice_text(action, desk))
    why = reason_text(reason(observation, action), words)
    return [Part(f"{best} {alike_text(action, desk)}".rstrip()), Part(why, 2)]


def _own(puzzle: Puzzle, desk: Desk, answer: StoredAnswer) -> list[Part]:
    """Return what the person chose and what speaks against it; after the best, what is next."""
    words = desk.words
    if answer.found:
        choice, gold = puzzle.behind[0]
        second = words(
            "Next best, about {gold} less: {action}.",
            gold=gold_text(round(gold), words),
            action=choice_text(desk.position.parse(choice), desk),
        )
        return [Part(second, 3)]
    action = desk.position.parse(answer.choice)
    said, behind = choice_text(action, desk), dict(puzzle.behind).get(answer.choice)
    chosen = words("You chose: {action}.", action=said)
    if behind is not None:
        less = gold_text(round(behind), words)
        chosen = words("You chose, for about {gold} less: {action}.", gold=less, action=said)
    against = drawback_text(drawback(desk.position.observe(desk.seat), action), words)
    return [Part(chosen, 3), Part(against, 6)]


def _so_far(
    answer: StoredAnswer, standing: Standing, position: StoredRating, words: Words
) -> list[Part]:
    """Return ratings and streak; an answer after its day changes neither."""
    if not answer.timely:
        return [Part(words("An answer after its day changes neither your rating nor your streak."))]
    rated = rating_text(standing.rating, position, words)
    # The line to share has the streak too, as a number.
    return [Part(rated, 4), Part(streak_text(standing.streak, words), 5)]
