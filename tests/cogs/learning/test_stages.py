"""The lesson's stages can be read, solved and taken up again; the guide says what is so."""

import io
import re
from itertools import product

import pytest
from PIL import Image

from cogs.learning.guide import RULES, rules_page
from cogs.learning.lesson import POINTER, lesson_page
from cogs.learning.progress import Progress, control_of, done, gained, solution_of
from cogs.learning.stages import EXAMPLES, STAGES, Example, Stage, scene_after
from engine.actions import Castle, Workers
from engine.edition_files import load_edition
from engine.squares import parse_square, square_set
from engine.view import Counts
from i18n.catalogues import FOLDER, TEMPLATE, read
from i18n.translation import ENGLISH, SOURCE, languages, words_for
from render import Size, Theme, draw_forms
from tests.i18n.pages import TRANSLATED, words_of_boxes
from tests.ui.counting import LANGUAGES
from ui.components import MOST_ROWS
from ui.panel.page import Go, PageMenu
from ui.panel.player import CHOOSE, urgent_sites
from ui.panel.steps import STEPS

MOST_WORDS = 40
MOST_IN_OTHERS = 52  # other languages take more words for the same


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
    squares = square_set(parse_square(name) for name in where.split(" draw ")[0].split())
    hands = list[object]()
    log = house = named("place").solved(f"build house/black {where}")
    for stage in STAGES[house.number : named("puzzle").number]:
        player, _ = log.player(7, ENGLISH)
        built = {one.squares: str(one.card) for one in player.position.buildings}
        assert built[squares] == "house/black", stage.name
        hands.append(player.hand)
        assert Progress.read(str(log)) == log
        log = log.solved("") if stage.is_read else log.skipped()
    assert len(set(hands)) == 1


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.stage.name)
async def test_a_stage_is_the_panel_with_at_most_one_control_marked(place: Progress) -> None:
    player, go = place.player(7, ENGLISH)
    for resumed in (True, False):
        text, file, view = await lesson_page(place, player, go, Theme.DARK, resumed=resumed)
        assert len(view.to_components()) <= MOST_ROWS
    assert f"Lesson {place.number + 1} of {len(STAGES)}" in text
    assert "{" not in text
    assert len(text) < 700
    assert file.description
    labels = [
        part.get("label") or part.get("placeholder") or ""
        for row in view.to_components()
        for part in row["components"]
    ]
    marked = [label for label in labels if POINTER in label]
    assert len(marked) == bool(place.stage.control)
    if place.stage.control:
        controls = {
            part.verb: isinstance(part, PageMenu) or not part.disabled
            for row in STEPS[go.step].draw(player, go.numbers).rows
            for part in ([row] if isinstance(row, PageMenu) else row)
        }
        assert controls[control_of(place.stage, player)]
    assert ("Skip" in labels) == (not place.stage.is_read)
    assert labels[0] or not place.stage.is_read


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.stage.name)
def test_a_stage_is_solved_missed_and_taken_up_where_it_was_left(place: Progress) -> None:
    assert Progress.read(str(place)) == place
    assert place.back().number <= place.number
    assert Progress.read(str(place.back())) == place.back()
    if place.number and place.stage.before is None:
        assert place.back().number == place.number - 1
    player, _ = place.player(7, ENGLISH)
    if place.stage.accepts is not None:
        action = player.position.parse(solution_of(place.stage, player)[0])
        assert player.position.refusal(action) is None
        assert place.stage.accepts(player, action)
    # A first miss is nudged, and a second answered.
    told = [place.missed().help(player), place.missed().missed().help(player)]
    assert "{" not in "".join(told)
    assert (told[0] != told[1]) == bool(place.stage.answer)
    assert Progress.read(str(place.missed())).misses == 1
    assert place.stage.is_read or place.missed().skipped().misses == 0


@pytest.mark.parametrize("text", ["", "no such", "ghost", "ghost|!zzz", "castle|x|y", "|||"])
def test_what_cannot_be_read_begins_a_scene_anew(text: str) -> None:
    found = Progress.read(text)
    assert found.stage.before is not None
    found.player(7, ENGLISH)


def named(name: str) -> Progress:
    return next(place for place in PLACES if place.stage.name == name)


def test_the_answers_after_a_miss_are_right_and_the_only_ones() -> None:
    complete, castle = named("complete"), named("castle")
    assert complete.stage.accepts is not None
    assert castle.stage.accepts is not None
    player, _ = complete.player(7, ENGLISH)
    legal = player.position.legal_actions()
    right = [action for action in legal if complete.stage.accepts(player, action)]
    assert [str(action) for action in right] == ["workers own E5 F5"]
    player, _ = castle.player(7, ENGLISH)
    for action in player.position.legal_actions():
        assert isinstance(action, Castle)
        covered = player.position.view().ring[action.ring - 1]
        assert castle.stage.accepts(player, action) == (action.family == "black" != covered)
    assert castle.stage.accepts(player, player.position.parse("castle black 1"))


def test_wherever_a_worker_goes_orange_completes_that_building_and_pays_it() -> None:
    place = named("workers")
    player, _ = place.player(7, ENGLISH)
    stage, sites = place.stage, 0
    assert stage.accepts is not None
    for site, gap in urgent_sites(player.position):
        action = Workers(gap & -gap, 0)
        if not stage.accepts(player, action):
            continue
        after, go = place.solved(done(player, stage, [str(action)])).player(7, ENGLISH)
        assert go == Go(CHOOSE)
        assert after.position.active == 0
        assert any(gained(after)), site
        assert sum(gained(after)) == sum(after.seals), site
        sites += 1
    assert sites > 5


IN_THE_RULES = {
    "en": ("payout", "enclosed", "evaluation"),
    "de": ("Ausschüttung", "umschlossen", "Wertung"),
    "fr": ("partage des gains", "encerclé", "décompte"),
    "nl": ("uitbetaling", "omringd", "waardering"),
}
"""Words of boxes that the guide says in its place, not only the glossary."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_says_the_words_of_the_box(language: str) -> None:
    guide = "\n".join(map(words_for(language), RULES.values()))
    assert [word for word in IN_THE_RULES[language] if word not in guide] == []


@pytest.mark.parametrize(("page", "name"), [*enumerate(RULES, 1)])
async def test_each_page_has_its_pictures_in_words(page: int, name: str) -> None:
    text, files, _ = await rules_page(page, load_edition(), words_for("en"), Theme.DARK)
    assert f"**{page}." in text
    assert "{" not in text
    assert len(text) <= 800
    assert all(file.description for file in files)
    assert len({file.filename for file in files}) == len(files)
    assert len(files) == (1 if page == len(RULES) else len(EXAMPLES.get(name, ())))


def outcome(example: Example) -> tuple[Counts, Counts, int]:
    """The seals gained, the values, and the gold of the learner, by family."""
    scene = scene_after(example.before, example.actions)
    assert scene.view.screen is not None
    return scene.gained, scene.view.values, scene.view.screen.gold


def test_what_the_pages_say_of_their_pictures() -> None:
    [completed], [before, after], [sale] = (EXAMPLES[n] for n in ("completed", "castle", "banner"))
    assert outcome(completed)[0] == (0, 0, 3, 0)
    assert outcome(before)[1] == (2, 2, 2, 2)
    assert outcome(after)[1] == (1, 2, 3, 2)
    assert (outcome(sale)[1][1:3], outcome(sale)[2]) == ((3, 3), 15)
    assert set(EXAMPLES) < set(RULES)


ALSO = {"en": ("face-up",), "fr": ("carte Édifice",), "nl": ("een vlag inzetten", "vlag afgeven")}
"""Further words of a language's box, of things that the table does not name so."""


@pytest.mark.parametrize("language", [SOURCE, *TRANSLATED])
def test_each_word_of_a_box_is_said_or_explained_by_the_bot(language: str) -> None:
    own = [SOURCE, *TRANSLATED].index(language)
    cells = [boxes.split(" | ")[own] for boxes in words_of_boxes(language).values()][1:]
    # What stands in brackets is a colour, or a second word.
    terms = [term.strip("() ") for cell in cells for term in re.split(r", | (?=\()", cell)]
    file = FOLDER / (TEMPLATE if language == SOURCE else f"{language}/LC_MESSAGES/arkadia.po")
    messages = [one for one in read(file) if one.id and one.context != "typed"]
    texts = [one.id if language == SOURCE else one.string or "" for one in messages]
    lines = [text for one in texts for text in ([one] if isinstance(one, str) else one)]
    said = "\n".join(lines).casefold()
    assert len(terms) > len(cells)
    assert [term for term in (*terms, *ALSO.get(language, ())) if term.casefold() not in said] == []


@pytest.mark.slow
def test_forms_show_more_ways_when_tiles_may_be_mirrored() -> None:
    edition, ways = load_edition(), product((False, True), Theme)
    pictures = {draw_forms(edition, mirror=mirror, theme=theme) for mirror, theme in ways}
    assert len(pictures) == 4
    sizes = {Image.open(io.BytesIO(picture)).size[0] for picture in pictures}
    assert sizes == {Size.NORMAL.value[0]}
