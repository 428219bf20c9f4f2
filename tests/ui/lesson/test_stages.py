"""Each stage of the lesson can be read, solved, taken back and taken up again."""

from __future__ import annotations

import pytest

from engine.actions import Castle, Workers
from engine.squares import parse_square, square_set
from i18n.translation import ENGLISH, languages, words_for
from render import Theme
from ui.lesson.page import POINTER, lesson_page
from ui.lesson.progress import Progress, control_of, done, gained, solution_of
from ui.lesson.stages import STAGES, Stage
from ui.panel import routes
from ui.panel.page import Go, PageMenu
from ui.panel.steps import STEPS
from ui.rows import MOST_ROWS

MOST_WORDS = 40
MOST_IN_OTHERS = 52
"""Other languages take more words for the same."""


def walk() -> list[Progress]:
    """Every place of the lesson, by the solutions."""
    found = [Progress()]
    while found[-1].number < len(STAGES) - 1:
        here = found[-1]
        found.append(here.solved("") if here.stage.is_read else here.skipped())
    return found


PLACES = walk()


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_a_stage_has_few_words(stage: Stage) -> None:
    assert not stage.accepts or stage.answer
    for text in filter(None, (stage.text, stage.nothing, stage.miss, stage.answer)):
        assert len(text.split()) <= MOST_WORDS
        for language in languages():
            assert len(words_for(language)(text).split()) <= MOST_IN_OTHERS


def test_the_goal_comes_first_and_then_a_decision() -> None:
    goal, place, *_ = STAGES
    assert goal.text.startswith("**Most gold wins.**")
    assert goal.control
    assert place.accepts is not None


@pytest.mark.parametrize(
    "where", ["D6 D7 draw stack", "E5 F5 draw smithy/silver", "L6 L7 draw stack"]
)
def test_the_house_and_the_card_of_the_learner_stay(where: str) -> None:
    place, hands = named("place"), list[object]()
    house = place.solved(f"build house/black {where}")
    log = house
    for stage in STAGES[house.number : named("puzzle").number]:
        desk, _ = log.desk(7, ENGLISH)
        built = [str(one.card) for one in desk.position.buildings if one.squares == squares(where)]
        assert built == ["house/black"], stage.name
        hands.append(desk.hand)
        assert Progress.read(str(log)) == log
        log = log.solved("") if stage.is_read else log.skipped()
    assert len(set(hands)) == 1


def squares(where: str) -> int:
    """The squares before the draw."""
    return square_set(parse_square(name) for name in where.split(" draw ")[0].split())


def test_a_first_miss_is_nudged_and_a_second_answered() -> None:
    for place in PLACES:
        desk, _ = place.desk(7, ENGLISH)
        told = [place.missed().help(desk), place.missed().missed().help(desk)]
        assert "{" not in "".join(told)
        assert (told[0] != told[1]) == bool(place.stage.answer)
        assert Progress.read(str(place.missed())).misses == 1
        assert place.missed().skipped().misses == 0 if not place.stage.is_read else True


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.stage.name)
async def test_a_stage_is_the_panel_with_at_most_one_control_marked(place: Progress) -> None:
    desk, go = place.desk(7, ENGLISH)
    for resumed in (True, False):
        page = await lesson_page(place, desk, go, Theme.DARK, resumed=resumed)
        assert len(page.view.to_components()) <= MOST_ROWS
    assert f"Lesson {place.number + 1} of {len(STAGES)}" in page.text
    assert "{" not in page.text
    assert len(page.text) < 700
    assert page.files[0].description
    labels = [
        part.get("label") or part.get("placeholder") or ""
        for row in page.view.to_components()
        for part in row["components"]
    ]
    marked = [label for label in labels if POINTER in label]
    assert len(marked) == bool(place.stage.control)
    if place.stage.control:
        controls = {
            part.verb: isinstance(part, PageMenu) or not part.disabled
            for row in STEPS[go.step].draw(desk, go.numbers).rows
            for part in ([row] if isinstance(row, PageMenu) else row)
        }
        assert controls[control_of(place.stage, desk)]
    assert ("Skip" in labels) == (not place.stage.is_read)
    assert labels[0] or not place.stage.is_read


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.stage.name)
def test_a_stage_is_taken_up_where_it_was_left(place: Progress) -> None:
    assert Progress.read(str(place)) == place
    assert place.back().number <= place.number
    assert Progress.read(str(place.back())) == place.back()
    if place.number and place.stage.before is None:
        assert place.back().number == place.number - 1


@pytest.mark.parametrize("text", [None, "", "no such", "ghost", "ghost|!zzz", "castle|x|y", "|||"])
def test_what_cannot_be_read_begins_a_scene_anew(text: str | None) -> None:
    found = Progress.read(text)
    assert found.stage.before is not None
    found.desk(7, ENGLISH)


def test_a_solution_is_what_its_stage_asks_for() -> None:
    for place in PLACES:
        stage = place.stage
        if stage.accepts is None:
            continue
        desk, _ = place.desk(7, ENGLISH)
        action = desk.position.parse(solution_of(stage, desk)[0])
        assert desk.position.refusal(action) is None
        assert stage.accepts(desk, action)


def named(name: str) -> Progress:
    """The place of a stage."""
    return next(place for place in PLACES if place.stage.name == name)


def test_the_answers_after_a_miss_are_right_and_the_only_ones() -> None:
    desk, _ = named("complete").desk(7, ENGLISH)
    accepts = named("complete").stage.accepts
    assert accepts is not None
    right = [action for action in desk.position.legal_actions() if accepts(desk, action)]
    assert [str(action) for action in right] == ["workers own E5 F5"]
    desk, _ = named("castle").desk(7, ENGLISH)
    accepts = named("castle").stage.accepts
    assert accepts is not None
    for action in desk.position.legal_actions():
        assert isinstance(action, Castle)
        covered = desk.position.view().ring[action.ring - 1]
        assert accepts(desk, action) == (action.family == "black" != covered)
    assert accepts(desk, desk.position.parse("castle black 1"))


def test_wherever_a_worker_goes_orange_completes_that_building_and_pays_it() -> None:
    place = named("workers")
    desk, _ = place.desk(7, ENGLISH)
    stage, sites = place.stage, 0
    assert stage.accepts is not None
    for site, gap in routes.urgent_sites(desk.position):
        action = Workers(gap & -gap, 0)
        if not stage.accepts(desk, action):
            continue
        after, go = place.solved(done(desk, stage, [str(action)])).desk(7, ENGLISH)
        assert go == Go(routes.CHOOSE)
        assert after.position.active == 0
        assert any(gained(after)), site
        assert sum(gained(after)) == sum(after.seals), site
        sites += 1
    assert sites > 5
