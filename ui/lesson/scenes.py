"""The lesson's script carried out by the engine: positions, outcomes and their marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.changes import Changes, changes_of
from engine.edition_files import first_edition
from engine.errors import IllegalActionError
from engine.game import Game, Turn
from engine.squares import iter_squares, parse_square, square_set
from engine.start import FIRST_GAME, Start
from engine.view import Counts, View
from i18n.naming import capital
from i18n.translation import Words
from ui.lesson.script import FIRST_CARDS, PLAYERS, STEPS, Choice, Sight, Step
from ui.texts.refusals import refusal_text
from words.marks import NO_MARKS, Ghost, Marks
from words.sentences import changed, gold_text

LEARNER = 0


@dataclass(frozen=True, slots=True)
class LessonScene:
    """A position of the lesson as the learner sees it, with the changes by the last choice.

    Attributes:
        view: the learner's view.
        gained: the seals that the learner got, by family.
        changed: the tiles, workers and pieces that came onto the board.
        values_before: the value of each family's seals before the choice.
        refusal: the error by which the engine refused the choice; then nothing has changed.
    """

    view: View
    gained: Counts
    changed: Changes
    values_before: Counts
    refusal: IllegalActionError | None = None


@cache
def lesson_start() -> Start:
    """Return the start of the lesson's game, with a fixed deal."""
    edition = first_edition()
    first = [edition.card(name) for name in FIRST_CARDS]
    # The deck is not shuffled: the script names its cards, so every learner has the same game.
    rest = list(edition.deck(first_game=True))
    for card in first:
        rest.remove(card)
    return Start.create(edition, FIRST_GAME, PLAYERS, [*first, *rest])


def step_at(number: int) -> Step:
    """Return the step with a number from 1; the nearest one for any other number."""
    return STEPS[min(max(number, 1), len(STEPS)) - 1]


def number_of(name: str | None) -> int:
    """Return the number, from 1, of the step with a name; 1 if there is no such step."""
    # People are remembered at a step by its name, so that steps can be put in between.
    return next((number for number, step in enumerate(STEPS, 1) if step.name == name), 1)


def scene_of(step: Step, choice: Choice | None = None) -> LessonScene:
    """Return the position of a step, or the outcome of a choice there."""
    return scene_after(step.before, choice.actions if choice else ())


def scene_after(log: Sequence[str], actions: Sequence[str] = ()) -> LessonScene:
    """Return the position after a log and further actions, with the changes by the latter."""
    game = Game.from_log(lesson_start(), log)
    before = game.position.view(LEARNER)
    try:
        turns = _played(game, actions)
    except IllegalActionError as error:
        # A refusal teaches too: some choices are illegal on purpose, and the engine says why.
        return LessonScene(before, _none(before), changes_of([]), before.values, error)
    after = game.position.view(LEARNER)
    gained = [0] * len(before.values)
    changed = changes_of(turns)
    for event in changed.completed:
        gained[before.edition.family_number[event.card.family]] += event.gains[LEARNER]
    return LessonScene(after, tuple(gained), changed, before.values)


def _played(game: Game, actions: Sequence[str]) -> list[Turn]:
    """Carry out actions and return turns that hold nothing but them."""
    turns: list[Turn] = []
    for text in actions:
        turn = game.turn
        if not turns or turns[-1].number != turn.number:
            # The game's own turn may hold actions of the step before; the picture is to mark the
            # new ones.
            turns.append(Turn(turn.number, turn.seat))
        game.enter(text)
        turns[-1].plies.append(turn.plies[-1])
    return turns


def _none(view: View) -> Counts:
    return (0,) * len(view.values)


def marks_of(scene: LessonScene, sight: Sight) -> Marks:
    """Return the marks for a scene's picture, and the part that it shows large."""
    if sight.castle:
        return Marks(ring_numbers=True, changed=scene.changed)
    edition = scene.view.edition
    if sight.tile:
        squares = square_set(parse_square(name) for name in sight.tile.split())
        return Marks(ghost=Ghost(edition.card(sight.card), squares))
    if sight.site:
        place = 1 << parse_square(sight.site)
        site = next(one for one in scene.view.buildings if one.squares & place)
        taken = scene.view.neutral | scene.view.lot.squares
        for building in scene.view.buildings:
            taken |= building.squares
        for seat in scene.view.seats:
            taken |= seat.workers
        vacant = edition.border(site.squares) & ~taken
        return Marks(
            focus=site.squares, numbered=tuple(iter_squares(vacant)), changed=scene.changed
        )
    return Marks(changed=scene.changed) if scene.changed.squares else NO_MARKS


def filled(text: str, scene: LessonScene, words: Words) -> str:
    """Return a text of the lesson with its placeholders filled in from a scene."""
    view, screen = scene.view, scene.view.screen
    assert screen is not None
    worth = sum(count * value for count, value in zip(screen.seals, view.values, strict=True))
    changes = words.listing(
        changed(words.name(family), before, after, words)
        for family, before, after in zip(
            view.edition.families, scene.values_before, view.values, strict=True
        )
        if before != after
    )
    standing = sum(view.heights)
    floors = 2 * view.edition.ring_size
    return words(
        text,
        gained=_counted(view, scene.gained, words),
        changes=capital(changes),
        seals=_counted(view, screen.seals, words),
        worth=gold_text(worth, words),
        gold=gold_text(screen.gold, words),
        workers=words("{own} own and {neutral} neutral", own=screen.own, neutral=screen.neutral),
        left=floors - standing,
    )


def answered(step: Step, choice: Choice, scene: LessonScene, words: Words) -> str:
    """Return the text shown after a choice: the script's, or the engine's refusal in words."""
    if scene.refusal is not None:
        return refusal_text(scene.refusal, words)
    return filled(choice.answer, scene, words)


def _counted(view: View, counts: Counts, words: Words) -> str:
    """Return seals by family, such as "3 black, 2 olive"."""
    some = [
        words.plural("{n} {family}", "{n} {family}", count, family=words.name(family))
        for family, count in zip(view.edition.families, counts, strict=True)
        if count
    ]
    return words.all_of(some) or words.context("seals", "none")
