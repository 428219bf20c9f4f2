"""The lesson says what the engine does, and every page fits a phone."""

from __future__ import annotations

import re

import pytest

from engine.squares import parse_square
from engine.view import View
from i18n.translation import words_for
from render import Theme, draw_turn
from ui.lesson.page import lesson_page
from ui.lesson.scenes import answered, filled, marks_of, number_of, scene_of, step_at
from ui.lesson.script import STEPS, Choice, Step

ENGLISH = words_for("en")
MOST_CHARACTERS = 480
"""What a phone shows with the picture and the buttons."""

CHOICES = [(step, choice) for step in STEPS for choice in step.choices]


def named(name: str) -> Step:
    return step_at(number_of(name))


def right(step: Step) -> Choice:
    [choice] = [choice for choice in step.choices if choice.right]
    return choice


def gained(step: Step, choice: Choice) -> int:
    return sum(scene_of(step, choice).gained)


def stock(view: View) -> tuple[int, int]:
    assert view.screen is not None
    return view.screen.own, view.screen.neutral


def worth(view: View) -> int:
    assert view.screen is not None
    return sum(one * value for one, value in zip(view.screen.seals, view.values, strict=True))


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_each_step_can_be_read_and_drawn(step: Step) -> None:
    scene = scene_of(step)
    assert scene.refusal is None
    text = filled(step.text, scene, ENGLISH)
    assert "{" not in text
    assert len(text) <= MOST_CHARACTERS
    assert draw_turn(scene.view, names=["You", "Orange"], marks=marks_of(scene, step.sight))


@pytest.mark.parametrize(
    ("step", "choice"), CHOICES, ids=[f"{step.name}-{choice.label}" for step, choice in CHOICES]
)
def test_each_choice_is_answered_and_drawn(step: Step, choice: Choice) -> None:
    scene = scene_of(step, choice)
    text = answered(step, choice, scene, ENGLISH)
    assert not re.search(r"\b(\w+) \1\b", text)
    assert text
    assert "{" not in text
    assert len(text) <= MOST_CHARACTERS
    assert (scene.refusal is None) or not choice.right
    assert draw_turn(scene.view, names=["You", "Orange"], marks=marks_of(scene, choice.sight))


def test_each_task_has_one_solution_and_the_banner_two() -> None:
    solutions = {step.name: sum(one.right for one in step.choices) for step in STEPS}
    assert solutions.pop("banner") == 2
    assert solutions.pop("done") == 0
    assert set(solutions.values()) == {1}
    assert len({step.name for step in STEPS}) == len(STEPS)


def test_a_seal_is_worth_what_the_castle_shows() -> None:
    view = scene_of(named("goal")).view
    assert view.screen is not None
    assert sum(view.screen.seals) == 1
    assert right(named("goal")).label == f"{worth(view)} gold"


def test_a_wrong_place_is_refused_by_the_engine() -> None:
    step = named("build")
    codes = {
        one.label: scene.refusal.code if (scene := scene_of(step, one)).refusal else None
        for one in step.choices
    }
    assert codes == {"C5 and D5": "touches-nothing", "D6 and D7": None, "E5 and F5": None}
    assert stock(scene_of(step, right(step)).view) == (3, 4)


def test_neutral_workers_bring_one_seal_and_own_ones_three() -> None:
    neutral, own = named("neutral"), named("own")
    assert scene_of(neutral).view == scene_of(own).view
    assert [gained(neutral, one) for one in neutral.choices] == [0, 1]
    assert [gained(own, one) for one in own.choices] == [2, 3]


def test_red_covered_with_black_is_two_to_three() -> None:
    step = named("castle")
    assert "black 2 → 3" in answered(step, right(step), scene_of(step, right(step)), ENGLISH)
    assert [worth(scene_of(step, one).view) for one in step.choices] == [3, 9, 6]


def test_the_opponent_completes_and_the_learner_earns() -> None:
    step = named("beside")
    scene = scene_of(step, right(step))
    assert sum(scene.gained) == int(right(step).label)
    [completed] = scene.changed.completed
    assert completed.seat == 1


def test_both_ways_with_the_banner_are_told_as_they_come() -> None:
    step = named("banner")
    sold, waited = (scene_of(step, one).view for one in step.choices)
    assert sold.screen is not None
    assert sold.screen.gold == worth(scene_of(step).view) > worth(waited)
    assert sold.values == waited.values
    assert waited.seats[0].banners == sold.seats[0].banners + 1


def test_as_many_pieces_are_missing_as_the_lesson_says() -> None:
    step = named("end")
    view = scene_of(step).view
    assert sum(view.heights) == 3
    assert int(right(step).label) == 2 * view.edition.ring_size - 3


def test_the_worker_of_the_first_puzzle_touches_two_buildings() -> None:
    step = named("puzzle-worker")
    view = scene_of(step).view
    touched = {
        one.label: sum(
            view.edition.border(building.squares) >> parse_square(one.label) & 1
            for building in view.buildings
        )
        for one in step.choices
    }
    assert touched == {"D8": 1, "G8": 2, "J8": 1}


def test_the_tile_of_the_second_puzzle_completes_and_takes_no_worker() -> None:
    step = named("puzzle-tile")
    before = stock(scene_of(step).view)
    good = [
        one
        for one in step.choices
        if gained(step, one) and stock(scene_of(step, one).view) == before
    ]
    assert good == [right(step)]


def test_the_piece_of_the_third_puzzle_is_the_best_of_all() -> None:
    step = named("puzzle-castle")
    worths = {one.label: worth(scene_of(step, one).view) for one in step.choices}
    assert max(worths, key=lambda label: worths[label]) == right(step).label
    assert sorted(worths.values())[-1] > sorted(worths.values())[-2]


async def test_a_page_of_another_version_shows_the_nearest_step() -> None:
    far = await lesson_page(99, ENGLISH, Theme.DARK, tried=99)
    assert far.step is STEPS[-1]
    assert number_of("a step that is gone") == 1
    [picture] = far.files
    assert picture.description
