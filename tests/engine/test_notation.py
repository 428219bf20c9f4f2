"""The notation: what prints is read back, and nothing else is read."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, Build, Castle, Draw, End, Pass, Workers, banner, parse_action
from engine.errors import NotationError
from engine.squares import parse_square, square_name
from tests.engine.scenes import EDITION, squares

CANONICAL = [
    "build house/red F7 F8 draw stack",
    "build house/red F7 F8 draw farm/olive",
    "build trade-centre/silver L3 M3 L4 L5 draw none",
    "workers own D4 E4 neutral D5",
    "workers own D4",
    "workers neutral D5 P12",
    "pass",
    "castle red 3",
    "castle silver 10",
    "banner",
    "banner sell red 7 silver 5",
    "end",
]


@pytest.mark.parametrize("text", CANONICAL)
def test_an_action_prints_as_it_was_read(text: str) -> None:
    action = parse_action(text, EDITION)
    assert str(action) == text
    assert parse_action(str(action), EDITION) == action
    assert pickle.loads(pickle.dumps(action)) == action
    assert hash(action) == hash(parse_action(text, EDITION))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("build farm/red D10 E9 D9 draw stack", "build farm/red D9 E9 D10 draw stack"),
        ("workers neutral D5 own E4 D4", "workers own D4 E4 neutral D5"),
        ("banner sell silver 5 red 7", "banner sell red 7 silver 5"),
        ("banner sell silver 0 red 7", "banner sell red 7"),
        ("banner sell red 0", "banner"),
    ],
)
def test_any_order_is_read_and_the_canonical_one_written(text: str, canonical: str) -> None:
    assert str(parse_action(text, EDITION)) == canonical


@pytest.mark.parametrize(
    ("text", "code", "quoted"),
    [
        ("", "bad-action", ""),
        ("Pass", "bad-action", "Pass"),
        (" pass", "bad-action", " pass"),
        ("pass ", "bad-word", ""),
        ("pass\n", "bad-action", "pass\n"),
        ("end end", "bad-word", "end"),
        ("undo", "bad-action", "undo"),
        ("build", "missing-word", None),
        ("build palace/red F7 draw stack", "bad-card", "palace/red"),
        ("build house/gold F7 draw stack", "bad-card", "house/gold"),
        ("build house/red F7 F8", "missing-word", None),
        ("build house/red draw stack", "bad-word", "draw"),
        ("build house/red F7 F8 draw", "missing-word", None),
        ("build house/red F7 F8 draw pile", "bad-card", "pile"),
        ("build house/red F7 F8 draw stack draw", "bad-word", "draw"),
        ("build house/red F7  F8 draw stack", "bad-square", ""),
        ("build house/red F7 F7 draw stack", "repeated-square", "F7"),
        ("build house/red F7 F13 draw stack", "off-board", "F13"),
        ("build house/red F7 Q8 draw stack", "bad-square", "Q8"),
        ("build house/red F7 f8 draw stack", "bad-square", "f8"),
        ("build house/red F7 F08 draw stack", "bad-square", "F08"),
        ("build house/red F7 F٨ draw stack", "bad-square", "F٨"),
        ("workers", "missing-word", None),
        ("workers own", "missing-word", None),
        ("workers D4", "bad-word", "D4"),
        ("workers own D4 own D5", "bad-word", "own"),
        ("workers own D4 neutral D4", "repeated-square", "D4"),
        ("workers own D4 D4", "repeated-square", "D4"),
        ("workers own neutral D4", "missing-word", None),
        ("castle", "missing-word", None),
        ("castle gold 3", "bad-family", "gold"),
        ("castle red", "missing-word", None),
        ("castle red 0", "bad-ring", "0"),
        ("castle red 11", "bad-ring", "11"),
        ("castle red 03", "bad-number", "03"),
        ("castle red -1", "bad-number", "-1"),
        ("castle red ３", "bad-number", "３"),
        ("castle red 3 4", "bad-word", "4"),
        ("banner sell", "missing-word", None),
        ("banner sold red 1", "bad-word", "sold"),
        ("banner sell red", "missing-word", None),
        ("banner sell red x", "bad-number", "x"),
        ("banner sell red 1 red 1", "repeated-family", "red"),
        ("banner sell red 99999999999999999999", "bad-number", "99999999999999999999"),
    ],
)
def test_what_is_not_in_the_notation_is_refused_and_quoted(
    text: str, code: str, quoted: str | None
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text, EDITION)
    assert caught.value.code == code
    assert caught.value.parameters.get("token") == quoted
    assert "\n" not in str(caught.value)


def test_a_long_word_is_cut_and_what_cannot_be_printed_escaped() -> None:
    with pytest.raises(NotationError) as caught:
        parse_action("build\n" + "x" * 10_000, EDITION)
    sentence = str(caught.value)
    assert len(sentence) < 200
    assert sentence.isprintable()
    assert len(str(caught.value.parameters["token"])) > 10_000


def test_errors_can_be_pickled() -> None:
    with pytest.raises(NotationError) as caught:
        parse_action("castle gold 3", EDITION)
    again = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(again, NotationError)
    assert (again.code, again.parameters) == (caught.value.code, caught.value.parameters)
    assert str(again) == str(caught.value)


BOARD = [square_name(square) for square in range(17 * 12) if square % 17 < 16]
SQUARES = st.lists(st.sampled_from(BOARD), min_size=1, max_size=8, unique=True).map(
    lambda names: squares(" ".join(names))
)
CARDS = st.sampled_from(sorted(set(EDITION.cards)))
AMOUNTS = st.dictionaries(st.sampled_from(EDITION.families), st.integers(0, 30))
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Build, CARDS, SQUARES, st.one_of(st.sampled_from(Draw), CARDS)),
    st.tuples(SQUARES, SQUARES, st.sampled_from("ono")).map(
        lambda three: Workers(
            three[0] if three[2] != "n" else 0,
            three[1] & ~three[0] if three[2] == "o" else (three[1] if three[2] == "n" else 0),
        )
    ),
    st.builds(Castle, st.sampled_from(EDITION.families), st.integers(1, 10)),
    AMOUNTS.map(lambda sale: banner(sale, EDITION)),
    st.just(Pass()),
    st.just(End()),
)


@given(ACTIONS)
def test_reading_is_the_inverse_of_printing(action: Action) -> None:
    assert parse_action(str(action), EDITION) == action


WORDS = st.sampled_from(
    [
        *("build", "workers", "castle", "banner", "sell", "pass", "end", "own", "neutral", "draw"),
        *("stack", "none", "house/red", "farm/olive", "red", "olive", "A1", "F7", "F8", "P12"),
        *("Q1", "0", "1", "10", "", "-1", "é", "\n"),
    ]
)


@pytest.mark.slow
@given(st.one_of(st.lists(WORDS, max_size=8).map(" ".join), st.text(max_size=40)))
def test_whatever_is_read_prints_to_something_that_stays(text: str) -> None:
    try:
        action = parse_action(text, EDITION)
    except NotationError:
        return
    printed = str(action)
    assert str(parse_action(printed, EDITION)) == printed


@pytest.mark.slow
@given(st.text(max_size=5))
def test_a_square_is_read_from_its_name_only(text: str) -> None:
    try:
        square = parse_square(text)
    except NotationError:
        return
    assert square_name(square) == text


def test_mangled_actions_are_read_strictly() -> None:
    """Random changes of one character either fail or give an action with a text of its own."""
    rng = Random(1)
    for text in CANONICAL * 50:
        place = rng.randrange(len(text))
        mangled = text[:place] + rng.choice("A1 z/-\t") + text[place + 1 :]
        try:
            action = parse_action(mangled, EDITION)
        except NotationError:
            continue
        assert sorted(str(action).split()) == sorted(mangled.split()) or "sell" in mangled
