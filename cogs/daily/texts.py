"""Sentences about positions of the day: the question, what came of an answer, what is shared."""

from datetime import date, timedelta
from typing import Final

from cogs.daily.service import LEAST_ANSWERS, Shares, Standing, points
from cogs.daily.store import StoredAnswer, StoredRating
from engine import Action, Build, Castle, Phase
from i18n.translation import N_, Words
from players.daily import Puzzle, alike
from players.levels import OPPONENTS
from players.reasons import drawback, reason
from ui.panel.player import PanelPlayer
from ui.texts.advice import action_text, drawback_text, reason_text
from ui.texts.events import names_of
from ui.texts.markup import Part, within_words
from words.sentences import gold_text

ASKED: Final = {
    Phase.MUST: N_("Build, or place workers: what's best?"),
    Phase.CASTLE: N_("Which castle piece is best, and where?"),
    Phase.CAN: N_("Hand in a banner and sell, or end the turn: what's best?"),
}

EPOCH: Final = date(1970, 1, 1)  # the day from which days are counted

FOUND: Final = "✅"

MISSED: Final = "❌"  # signs beside the words, for a line that is shared in any language


def date_of(day: int) -> date:
    """Return a day as a date."""
    return EPOCH + timedelta(days=day)


def day_text(day: int, words: Words) -> str:
    """Return a day as people read it."""
    return words.day(date_of(day))


def levels_text(puzzle: Puzzle, words: Words) -> str:
    """Return how many levels of computer players find the best choice."""
    return words.plural(
        "The computer finds the best move at {n} of its {count} levels.",
        "The computer finds the best move at {n} of its {count} levels.",
        len(puzzle.found),
        count=len(OPPONENTS),
    )


def question_lines(puzzle: Puzzle, player: PanelPlayer) -> list[str]:
    """Return the heading of a position that is to be answered, and the question."""
    words = player.words
    return [
        words(
            "**Position for {day}: you play {colour}.** {question}",
            day=day_text(puzzle.day, words),
            colour=words.name(player.position.start.colours[player.seat]),
            question=words(ASKED[player.position.phase]),
        ),
        words(
            "Your first answer counts, and only you see it. {levels}",
            levels=levels_text(puzzle, words),
        ),
    ]


def choice_text(action: Action, player: PanelPlayer) -> str:
    """Return a choice in words: an action without the card that is drawn."""
    if isinstance(action, Build):
        return player.words(
            "build the {building} on {squares}",
            building=player.teller.building(action.card),
            squares=names_of(action.squares),
        )
    return action_text(action, player.teller)


def alike_text(action: Action, player: PanelPlayer) -> str:
    """Return that other ring squares are as good, if there are such; else an empty text."""
    if not isinstance(action, Castle):
        return ""
    others = [ring for ring in alike(player.position, action.ring) if ring != action.ring]
    if not others:
        return ""
    numbers = player.words.listing(str(ring) for ring in others)
    return player.words.plural(
        "Ring square {numbers} is just as good.",
        "Ring squares {numbers} are just as good.",
        len(others),
        numbers=numbers,
    )


def shares_text(shares: Shares | None, best: str, chosen: str, words: Words) -> str:
    """Return what others chose, in per cent; nothing of few answers, which could tell of one."""
    if shares is None:
        return ""
    found, same = shares.of(best), shares.of(chosen)
    shown = [
        words("hardly anybody found the best move")
        if found is None
        else words("{share} found the best move", share=words.percent(found))
    ]
    if chosen != best:
        shown.append(
            words("hardly anybody chose your move")
            if same is None
            else words("{share} chose your move", share=words.percent(same))
        )
    # Translators: {told} is such as “62% found it, 8% chose yours”.
    return words(
        "Others ({count} answers): {told}.", told=words.listing(shown), count=shares.answers
    )


def streak_text(streak: int, words: Words) -> str:
    """Return how many days in a row the person has answered; empty for none."""
    if not streak:
        return ""
    return words.plural("You're on a {n}-day streak.", "You're on a {n}-day streak.", streak)


def share_line(answer: StoredAnswer, puzzle: Puzzle, streak: int) -> str:
    """Return a line to share, which gives nothing away of the position."""
    sign = FOUND if answer.found else MISSED
    levels = f"🤖 {len(puzzle.found)}/{len(OPPONENTS)}"
    days = f" 🔥 {streak}" if answer.timely and streak else ""
    return f"Arkadia {date_of(puzzle.day).isoformat()} {sign} {levels}{days}"


def public_question(puzzle: Puzzle, words: Words) -> str:
    """Return what is asked in a position, for a message that all can see."""
    position = puzzle.position
    # Translators: {n} is 2 or more; {colour} is that of a player.
    return words.plural(
        "{n} player, {colour} to move. {question}",
        "{n} players, {colour} to move. {question}",
        position.start.seats,
        colour=words.name(position.start.colours[position.active]),
        question=words(ASKED[position.phase]),
    )


def before_text(shares: Shares, best: str, words: Words) -> str:
    """Return how the position of the day before was answered."""
    found, count = shares.of(best), shares.answers
    if found is None:
        return words(
            "Previous position: hardly any of the {count} answers were right.", count=count
        )
    # Translators: {found} is a share, such as “62%”.
    return words(
        "Previous position: {found} of the {count} answers were right.",
        found=words.percent(found),
        count=count,
    )


MOST_WORDS: Final = 60
"""Words of a result; what has no room stands in the archive, or is said of most positions."""


def result_text(
    puzzle: Puzzle,
    player: PanelPlayer,
    answer: StoredAnswer,
    standing: Standing,
    position: StoredRating,
    shares: Shares | None,
) -> str:
    """Return what came of an answer, in 60 words at most: the lesser lines go where room lacks."""
    words, shared = player.words, share_line(answer, puzzle, standing.streak_on(puzzle.day))
    parts = [
        Part(
            words("**You found the best move.**")
            if answer.found
            else words("**There's a better move.**")
        ),
        *_best(puzzle, player),
        *_own(puzzle, player, answer),
        Part(shares_text(shares, puzzle.best, answer.choice, words), 1),
        *_so_far(answer, standing, position, words),
        Part(words("To share: {line}", line=f"`{shared}`")),
    ]
    return "\n".join(part.text for part in within_words(parts, MOST_WORDS) if part.text)


def _best(puzzle: Puzzle, player: PanelPlayer) -> list[Part]:
    words, action = player.words, puzzle.action
    observation = player.position.observe(player.seat)
    best = words("Best: {action}.", action=choice_text(action, player))
    why = reason_text(reason(observation, action), words)
    return [Part(f"{best} {alike_text(action, player)}".rstrip()), Part(why, 2)]


def _own(puzzle: Puzzle, player: PanelPlayer, answer: StoredAnswer) -> list[Part]:
    """Return what the person chose and what speaks against it; after the best, what is next."""
    words = player.words
    if answer.found:
        choice, gold = puzzle.behind[0]
        second = words(
            "Next best: {action}, worth about {gold} less.",
            gold=gold_text(round(gold), words),
            action=choice_text(player.position.parse(choice), player),
        )
        return [Part(second, 3)]
    action = player.position.parse(answer.choice)
    said, behind = choice_text(action, player), dict(puzzle.behind).get(answer.choice)
    chosen = words("You chose: {action}.", action=said)
    if behind is not None:
        less = gold_text(round(behind), words)
        chosen = words("You chose: {action}, worth about {gold} less.", gold=less, action=said)
    against = drawback_text(drawback(player.position.observe(player.seat), action), words)
    return [Part(chosen, 3), Part(against, 6)]


def _so_far(
    answer: StoredAnswer, standing: Standing, position: StoredRating, words: Words
) -> list[Part]:
    """Return ratings and streak; an answer after its day changes neither."""
    if not answer.timely:
        return [Part(words("Late answers don't change your rating or your streak."))]
    # As in the ranking, ? marks a rating that is still provisional.
    mark = "?" if standing.rating.answers < LEAST_ANSWERS else ""
    rated = words(
        "Your rating is {person}, and the position is rated {position}.",
        position=points(position),
        person=f"{points(standing.rating)}{mark}",
    )
    # The line to share has the streak too, as a number.
    return [Part(rated, 4), Part(streak_text(standing.streak, words), 5)]


def archive_text(standing: Standing, words: Words) -> str:
    """Return what a person's answers come to."""
    found = sum(answer.found for answer in standing.answers)
    lines = [
        words("**Positions of the day**"),
        words.plural(
            "You've answered {n} position and got {found} right. Your rating is {rating}.",
            "You've answered {n} positions and got {found} right. Your rating is {rating}.",
            len(standing.answers),
            found=found,
            rating=points(standing.rating),
        ),
        streak_text(standing.streak, words),
    ]
    return "\n".join(line for line in lines if line)
