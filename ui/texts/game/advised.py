"""The answer to a question for advice: the ideas in a line each, and the reasons for them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.edition import Edition
from engine.edition_files import DEFAULT_EDITION
from engine.view import View
from i18n.translation import Words
from players.hints import Hint
from ui.texts.game.advice import behind_text, drawback_text, reason_text
from ui.texts.game.events import Teller
from ui.texts.game.ideas import idea_line
from ui.texts.game.sides import sides


def advice_lines(number: int, found: Sequence[Hint], teller: Teller) -> list[str]:
    """Return the lines with the actions that are advised, the best first.

    Args:
        number: the number of the game.
    """
    words = teller.words
    lines = [words("**Ideas, game {number}:**", number=number)]
    lines += [idea_line(place, hint, teller) for place, hint in enumerate(found, start=1)]
    return [*lines, *care_lines(teller.edition, words)]


def why_lines(number: int, found: Sequence[Hint], view: View, words: Words) -> list[str]:
    """Return the lines with the reasons for and against the ideas of a hint, by their numbers.

    Args:
        number: the number of the game.
        view: the position, as its player sees it.
    """
    lines = [words("**Why, in game {number}:**", number=number)]
    for place, hint in enumerate(found, start=1):
        said = [*pro_and_con(hint, words), behind_text(hint.behind, words)]
        told = [text for text in said if text] + sides(view, hint.action, words)
        lines.append(f"{place}. {' '.join(told)}")
    return lines


def care_lines(edition: Edition, words: Words) -> list[str]:
    """Return the line about advice that was fitted to another edition, if it was."""
    if edition.id == DEFAULT_EDITION:
        return []
    return [
        words("-# Computer players were fitted to another edition, so take their advice with care.")
    ]


def pro_and_con(hint: Hint, words: Words) -> tuple[str, str]:
    """Return the strongest reason for a hint, and the strongest against it."""
    return reason_text(hint.reason, words), drawback_text(hint.against, words)
