"""Scenes of the lesson's game, made by the engine: positions, outcomes and their marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.changes import Changes, changes_of
from engine.edition_files import first_edition
from engine.game import Game, Turn
from engine.squares import iter_squares, parse_square, square_set
from engine.start import FIRST_GAME, Start
from engine.view import Counts, View
from ui.lesson.examples import FIRST_CARDS, PLAYERS, Sight
from words.marks import NO_MARKS, Ghost, Marks

LEARNER = 0


@dataclass(frozen=True, slots=True)
class LessonScene:
    """A position of the lesson as the learner sees it, with the changes by the last choice.

    Attributes:
        view: the learner's view.
        gained: the seals that the learner got, by family.
        changed: the tiles, workers and pieces that came onto the board.
    """

    view: View
    gained: Counts
    changed: Changes


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


def scene_after(log: Sequence[str], actions: Sequence[str] = ()) -> LessonScene:
    """Return the position after a log and further actions, with the changes by the latter."""
    game = Game.from_log(lesson_start(), log)
    before = game.position.view(LEARNER)
    turns = _played(game, actions)
    after = game.position.view(LEARNER)
    gained = [0] * len(before.values)
    changed = changes_of(turns)
    for event in changed.completed:
        gained[before.edition.family_number[event.card.family]] += event.gains[LEARNER]
    return LessonScene(after, tuple(gained), changed)


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


def marks_of(scene: LessonScene, sight: Sight) -> Marks:
    """Return the marks for the picture of a scene, the enlarged part of the board included."""
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
