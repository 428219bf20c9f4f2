"""Rulings: each is what the engine does, fits where it is read, and is found by presses, words."""

import importlib
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from cogs.learning.guide import edition_numbers, ruling_text
from cogs.learning.rulings import BOX_WORDS, OURS, RULINGS, TOPICS
from cogs.learning.stages import RULING_EXAMPLES, scene_after
from engine.actions import Build, Pass, Workers
from engine.edition import Edition
from engine.edition_files import load_edition
from engine.events import BannerUsed, EndBegun
from engine.game import Game, played_turns
from i18n.translation import ENGLISH, languages, words_for
from tabletop.outcome import next_order
from tests.e2e.world import World
from tests.editions import SMALL
from tests.render.scenes import record
from tests.ui.tables import table_of
from ui.texts.markup import MOST_OPTIONS, OPTION_LIMIT

MOST_WORDS: Final = 60
PROOFS_FILE: Final = Path(__file__).with_name("proofs.txt")
SENTENCE: Final = re.compile(r"(?:(?:No|Yes|Nothing|Mostly not)\. )?.+?[.†]+(?= [A-Z{*0-9]|$)")

PROOFS: Final = {
    name: proofs.split()
    for name, proofs in (
        line.split(": ") for line in PROOFS_FILE.read_text("utf-8").splitlines() if line[0] != "#"
    )
}
"""The engine's test that shows each sentence of a ruling."""


@pytest.mark.parametrize("name", PROOFS)
def test_each_sentence_of_a_ruling_is_shown_by_a_test_of_the_engine(name: str) -> None:
    sentences = SENTENCE.findall(RULINGS[name].said(ENGLISH)[1])
    for sentence, proof in zip(sentences, PROOFS[name], strict=True):
        if proof == "said":
            assert any(ruling == name and said in sentence for ruling, said, _ in SAID)
        elif proof != "-":
            module, function = proof.split(".")
            tests = importlib.import_module(f"tests.engine.test_{module}")
            assert callable(getattr(tests, f"test_{function}"))


def test_no_proof_is_of_a_ruling_that_is_gone() -> None:
    assert {*PROOFS, BOX_WORDS, "how-long", "tips"} == set(RULINGS), "these are no rules"
    assert set(RULING_EXAMPLES) <= set(RULINGS)


def _played(name: str) -> Game:
    played = record(name)
    return Game.from_log(played.start, [str(action) for action in played.actions])


def _order_of_the_next(game: Game) -> bool:
    table = table_of(game)
    return next_order(table, table.seats) == [*range(1, len(table.seats)), 0]


def _workers_are_counted(game: Game) -> bool:
    position, view = game.position, game.position.view()
    return all(view.workers_left(seat) == own for seat, own in enumerate(position.own_stock))


def _most_gold_wins(game: Game) -> bool:
    result = game.position.result
    assert result is not None
    return {result.gold[seat] for seat in result.winners} == {max(result.gold)}


def _gold_is_from_sales_alone(game: Game) -> bool:
    result = game.position.result
    assert result is not None
    gold = [*result.sold]
    for turn in played_turns(game.start, game.actions):
        gold[turn.seat] += sum(event.gold for event in turn.events if isinstance(event, BannerUsed))
    return any(game.position.own_stock) and [*result.gold] == gold


def _later_seats_have_one_turn_fewer(game: Game) -> bool:
    played = played_turns(game.start, game.actions)
    begins = [turn.seat for turn in played for event in turn.events if isinstance(event, EndBegun)]
    turns, seats = Counter(turn.seat for turn in played), range(game.start.seats)
    return [turns[0] - turns[seat] for seat in seats] == [seat > begins[0] for seat in seats]


def _only_two_actions(game: Game) -> bool:
    """A card is never swapped: a turn begins with building, workers or a pass alone."""
    turns = [turn for turn in played_turns(game.start, game.actions) if turn.plies]
    return {type(turn.plies[0].action) for turn in turns} <= {Build, Workers, Pass}


SAID: Final = (
    ("first", "last game's second player begins", _order_of_the_next),
    ("hidden", "Your own workers aren't", _workers_are_counted),
    ("goal", "having the most gold at the end", _most_gold_wins),
    ("unplaced", "bring no gold", _gold_is_from_sales_alone),
    ("banner-workers", "in your last turn are no use", _gold_is_from_sales_alone),
    ("end", "get one turn fewer in all", _later_seats_have_one_turn_fewer),
    ("no-fit", "You can't swap the card", _only_two_actions),
)
"""Statements about the rules, and what shows each in any whole game."""


@pytest.mark.parametrize(("name", "said", "shown"), SAID, ids=[name for name, *_ in SAID])
def test_what_a_ruling_says_happens(name: str, said: str, shown: Callable[[Game], bool]) -> None:
    assert said in RULINGS[name].said(ENGLISH)[1]
    for played in ("castle-finished", "first-game-4", "banner-after-pass"):
        assert shown(_played(played)), played


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "edition", [load_edition(), load_edition("atoll"), SMALL], ids=lambda one: one.id
)
def test_each_ruling_fits_where_it_is_read(language: str, edition: Edition) -> None:
    words = words_for(language)
    assert all(len(rulings) <= MOST_OPTIONS for rulings in TOPICS.values())
    for ruling in RULINGS.values():
        question, answer = ruling.said(words)
        assert len(question) <= OPTION_LIMIT
        text = ruling_text(ruling, edition, words)
        assert "{" not in text
        assert answer.count(OURS) == ruling.text.count(OURS)
        assert len(text.split("\n", 1)[1].split()) <= MOST_WORDS


def test_the_examples_can_be_played_and_the_numbers_are_those_of_the_box() -> None:
    for name, example in RULING_EXAMPLES.items():
        scene = scene_after(example.before, example.actions)
        assert name not in ("payout", "completed") or scene.gained == (0, 0, 3, 0)
    numbers = edition_numbers(load_edition())
    assert (numbers["spare"], numbers["top"], numbers["limit"]) == (2, 8, 20)
    assert (numbers["hand"], numbers["shown"], numbers["each"]) == (4, 3, 3)
    assert (numbers["fewest"], numbers["most"], numbers["lots"]) == (1, 3, 10)


async def test_two_presses_lead_from_the_rules_to_an_answer(world: World) -> None:
    ada = world.people[0]
    rules = await ada.run("arkadia rules")
    asking = await ada.press(rules.post, "What if…?")
    assert asking.private
    offered = [name for menu in asking.post.menus for name in menu.choices]
    assert offered == list(RULINGS)
    answer = await ada.choose(asking.post, "camp", custom_id="arkadia:ruling:1")
    assert answer.private
    assert answer.post.id == asking.post.id
    assert answer.text.startswith(
        "**What does a camp bring?**\nOne neutral worker, at once, for each camp"
    )
    [picture] = answer.post.pictures
    assert "D6 D7" in picture.alt
    glossary = await ada.press(asking.post, "Terms in your rulebook")
    assert "**Payout**: the seals for a completed building." in glossary.text
    await world.restart()
    again = await ada.choose(answer.post, "tie", custom_id="arkadia:ruling:3")
    assert "share the victory" in again.text
    assert not again.post.pictures


async def test_typed_words_are_answered_and_others_offered(world: World) -> None:
    ada = world.people[0]
    shown = await ada.suggestions("arkadia rules", "ask", "flip a tile")
    assert next(iter(shown.items())) == ("Can I turn or mirror a tile?", "mirror")
    chosen = await ada.run("arkadia rules", ask="mirror")
    typed = await ada.run("arkadia rules", ask="can I flip a tile over?")
    assert typed.private
    assert typed.text == chosen.text
    assert "The rulebooks don't say" in typed.text
    assert typed.post.menus[0].custom_id == "arkadia:ruling:0"
    other = await ada.choose(typed.post, "touch", custom_id="arkadia:ruling:0")
    assert other.text.startswith("**What does a new building have to touch?**")
    # Words without a ruling open the menus.
    answer = await ada.run("arkadia rules", ask="xyzzy")
    assert answer.private
    assert "Choose a question below" in answer.text
    assert len(answer.post.menus) == len(TOPICS)
    assert not await ada.suggestions("arkadia rules", "ask", "xyzzy")
