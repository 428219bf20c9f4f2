"""Actions are taken back, written and read, and a turn has its moments."""

import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Build, Castle, Draw, End, Pass, Workers, banner, parse_action
from engine.errors import NotationError, UndoError
from engine.events import BannerUsed, BuildingCompleted, PiecePlaced
from engine.game import Game, played_turns
from engine.position import Position
from engine.preview import hindrance, in_turn, rests_on
from engine.random_play import random_action, random_start
from engine.squares import parse_square, square_name
from engine.start import FIRST_GAME
from engine.story import Moment, ValueChanged, greatest, moments_of
from engine.view import Phase
from tests.db.real_games import played
from tests.engine.scenes import EDITION, of_kind, scene, squares


def game_from(position: Position, *entries: str) -> Game:
    """A game that stands at a position, and goes on from there."""
    game = Game(position.start)
    game.position = position
    for entry in entries:
        game.enter(entry)
    return game


def without(*, stack: bool = False, face_up: bool = False, hand: bool = False) -> Position:
    """A position that lacks a stack, or open cards too, or that leaves the seat nothing to do."""
    position = scene()
    position.drawn = len(position.stack) if stack else 0
    position.face_up = () if face_up else position.face_up
    if hand:
        position.hands[0], position.own_stock[0] = (), 0
    return position


def last_turn() -> Position:
    position = scene()
    position.turns_left = 1
    return position


BUILD = "build house/red F5 F6 draw"


@pytest.mark.parametrize(
    ("position", "entries", "code"),
    [
        (scene(), [], "nothing-to-undo"),
        (scene(), ["workers own G4", "end"], "nothing-to-undo"),
        # A card that became known stays so.
        (scene(), [f"{BUILD} stack"], "card-drawn"),
        (scene(), [f"{BUILD} stack", "banner", "undo"], "card-drawn"),
        (scene(), [f"{BUILD} house/black"], "card-drawn"),
        (last_turn(), ["workers own G4", "end"], "game-over"),
    ],
)
def test_what_cannot_be_taken_back(position: Position, entries: list[str], code: str) -> None:
    game = game_from(position.copy(), *entries)
    with pytest.raises(UndoError) as caught:
        game.undo()
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("position", "entries"),
    [
        (scene(), ["workers own G4"]),
        (without(stack=True), [f"{BUILD} house/black"]),
        (without(stack=True, face_up=True), [f"{BUILD} none"]),
        (without(hand=True), ["pass", "banner"]),
        (
            scene(laid="house/red A1 B1", workers={1: "A2 B2"}),
            ["workers own C1", "castle red 5", "banner sell red 2"],
        ),
    ],
)
def test_actions_are_taken_back_one_by_one(position: Position, entries: list[str]) -> None:
    game = game_from(position.copy(), *entries)
    assert [str(game.undo()) for _ in entries] == entries[::-1]
    assert (game.position, game.actions, game.turn.plies) == (position, [], [])
    assert game.version == 2 * len(entries)


def test_the_position_before_the_turn_is_what_others_know() -> None:
    game = game_from(scene())
    before = game.position.copy()
    for entry in ("workers own G4", "banner", "undo"):
        game.enter(entry)
        assert game.before_turn == before
    game.enter("end")
    assert game.before_turn == game.position


def test_a_copy_of_a_game_takes_back_on_its_own() -> None:
    game = game_from(scene(), "workers own G4", "banner")
    after, twin = game.position.copy(), game.copy()
    for entry in ("undo", "undo", "workers own H4", "end"):
        twin.enter(entry)
    assert (game.position, game.turn.number, twin.turn.number) == (after, 1, 2)
    assert [str(game.undo()) for _ in range(2)] == ["banner", "workers own G4"]
    assert game.position == scene()


def test_a_finished_game_stays_finished() -> None:
    game = game_from(last_turn(), "workers own G4", "end")
    assert game.before_turn is game.position
    assert game.last_turn is game.turn
    with pytest.raises(UndoError, match="over"):
        game.enter("takeback 1")


@pytest.mark.parametrize("entry", ["takeback", "takeback 0", "takeback 01", "takeback  1", "Undo"])
def test_only_the_exact_words_take_back(entry: str) -> None:
    with pytest.raises(NotationError):
        game_from(scene()).enter(entry)


def quiet_actions(position: Position) -> list[Build | Workers]:
    """Actions of the turn that complete nothing, one of each card and one of workers."""
    found: dict[object, Build | Workers] = {}
    for action in position.legal_actions():
        if isinstance(action, Build | Workers) and not position.completions(action):
            found.setdefault(action.card if isinstance(action, Build) else Workers, action)
    return list(found.values())


def goes_on(position: Position) -> bool:
    """Whether the end has not begun."""
    return not position.over and position.turns_left is None


@pytest.mark.slow
def test_an_action_is_hindered_exactly_by_a_change_of_what_it_rests_on() -> None:
    rng = Random(5)
    position, seen = Position(random_start(EDITION, FIRST_GAME, 2, rng)), set()
    while goes_on(position):
        if position.phase is Phase.MUST:
            other = 1 - position.active
            ahead = in_turn(position, other)
            prepared = [(one, rests_on(ahead, one)) for one in quiet_actions(ahead)]
            for action, rests in prepared:
                assert hindrance(ahead, action, rests) is None
                filled = (
                    action.squares if isinstance(action, Build) else action.own | action.neutral
                )
                assert filled & ~rests == 0
            while position.active != other and goes_on(position):
                position.push(random_action(position, rng))
            if not goes_on(position):
                break
            for action, rests in prepared:
                found = hindrance(position, action, rests)
                gone = rests & ~position.vacant
                if found is None:
                    assert not gone
                    assert position.is_legal(action)
                    assert not position.completions(action)
                else:
                    seen.add(found.code)
                    assert found.squares & ~gone == 0
                    assert found.code not in ("taken", "beside") or found.squares
        else:
            position.push(random_action(position, rng))
    assert {"taken", "beside", "draw"} <= seen


def test_a_draw_that_is_gone_hinders_and_so_does_a_completion() -> None:
    position = Position(random_start(EDITION, FIRST_GAME, 2, Random(1)))
    build = next(one for one in quiet_actions(position) if isinstance(one, Build))
    rests = rests_on(position, build)
    open_cards = position.draws()
    gone = next(card for card in EDITION.deck(first_game=True) if card not in open_cards)
    for draw, hindered in ((Draw.STACK, False), (gone, True), (Draw.NONE, True)):
        found = hindrance(position, Build(build.card, build.squares, draw), rests)
        assert (found is not None and found.code == "draw") == hindered
    completing = next(
        action
        for action in position.legal_actions()
        if isinstance(action, Workers) and position.completions(action)
    )
    found = hindrance(position, completing, rests_on(position, completing))
    assert getattr(found, "code", None) == "completes"


@pytest.mark.parametrize("seed", range(6))
def test_the_moments_of_a_game(seed: int) -> None:
    """All sales with their gold, buildings where others gained more, and what became of values."""
    game = played(seed, people=2 + seed % 3)
    turns = {turn.number: turn for turn in played_turns(game.start, game.actions)}
    told, changed = list[tuple[int, object]](), list[tuple[int, ValueChanged]]()
    for one in moments_of(game.start, game.actions):
        if isinstance(one.what, ValueChanged):
            changed.append((one.turn, one.what))
            continue
        told.append((one.turn, one.what))
        assert not isinstance(one.what, BannerUsed) or one.weight == one.what.gold
    assert told == [
        (number, event)
        for number, turn in turns.items()
        for event in turn.events
        if (isinstance(event, BannerUsed) and event.gold)
        or (isinstance(event, BuildingCompleted) and max(event.gains) > event.gains[event.seat])
    ]
    assert changed
    for number, what in changed:
        pieces = of_kind(turns[number].events, PiecePlaced)
        place = EDITION.families.index(what.family)
        assert (what.before, what.after) == (pieces[0].before[place], pieces[-1].after[place])
        assert what.before != what.after


def test_a_turn_that_is_not_over_and_earlier_turns_are_left_out() -> None:
    whole = played(3, people=3)
    game = Game(whole.start)
    for action in whole.actions:
        game.apply(action)
        done = [end for end in game.actions if isinstance(end, End)]
        told = moments_of(game.start, game.actions)
        assert all(moment.turn <= len(done) for moment in told)
    late = moments_of(whole.start, whole.actions, first=20)
    assert late == [one for one in moments_of(whole.start, whole.actions) if one.turn >= 20]


def test_the_greatest_are_of_each_kind_first_and_one_a_turn() -> None:
    rng = Random(1)
    sales = [
        Moment(turn, gold, BannerUsed(0, 2, (gold, 0, 0, 0), gold))
        for turn, gold in ((2, 9), (4, 30), (6, 28), (8, 20))
    ]
    value = Moment(4, 12, ValueChanged(1, "red", 2, 3))
    later = Moment(5, 3, ValueChanged(1, "red", 3, 4))
    shuffled = [*sales, value, later]
    rng.shuffle(shuffled)
    # The sale of turn 4 is heavier than the castle of that turn, which gives way.
    assert [one.turn for one in greatest(shuffled, 2)] == [4, 6]
    assert greatest([value, *sales[:1]], 3) == [sales[0], value]
    assert greatest([], 3) == []


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


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        *((text, text) for text in CANONICAL),
        # Any order is read, and the canonical one written.
        ("build farm/red D10 E9 D9 draw stack", "build farm/red D9 E9 D10 draw stack"),
        ("workers neutral D5 own E4 D4", "workers own D4 E4 neutral D5"),
        ("banner sell silver 5 red 7", "banner sell red 7 silver 5"),
        ("banner sell silver 0 red 7", "banner sell red 7"),
        ("banner sell red 0", "banner"),
    ],
)
def test_an_action_is_written_in_canonical_form(text: str, canonical: str) -> None:
    action = parse_action(text, EDITION)
    assert str(action) == canonical
    assert parse_action(canonical, EDITION) == action == pickle.loads(pickle.dumps(action))
    assert hash(action) == hash(parse_action(text, EDITION))


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
def test_what_is_not_in_the_notation(text: str, code: str, quoted: str | None) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text, EDITION)
    error = caught.value
    assert (error.code, error.parameters.get("token")) == (code, quoted)
    assert "\n" not in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, NotationError)
    assert (again.code, again.parameters, str(again)) == (code, error.parameters, str(error))


def test_a_long_word_is_cut_and_what_cannot_be_printed_escaped() -> None:
    with pytest.raises(NotationError) as caught:
        parse_action("build\n" + "x" * 10_000, EDITION)
    sentence = str(caught.value)
    assert len(sentence) < 200
    assert sentence.isprintable()
    assert len(str(caught.value.parameters["token"])) > 10_000


BOARD = [name for name in map(square_name, range(17 * 12)) if "?" not in name]
SQUARES = st.lists(st.sampled_from(BOARD), min_size=1, max_size=8, unique=True).map(
    lambda names: squares(" ".join(names))
)
CARDS = st.sampled_from(sorted(set(EDITION.cards)))
AMOUNTS = st.dictionaries(st.sampled_from(EDITION.families), st.integers(0, 30))
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Build, CARDS, SQUARES, st.one_of(st.sampled_from(Draw), CARDS)),
    st.builds(Workers, SQUARES, st.just(0)),
    st.builds(Workers, st.just(0), SQUARES),
    st.builds(lambda own, both: Workers(own, both & ~own), SQUARES, SQUARES),
    st.builds(Castle, st.sampled_from(EDITION.families), st.integers(1, 10)),
    AMOUNTS.map(lambda sale: banner(sale, EDITION)),
    st.sampled_from([Pass(), End()]),
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

MANGLED = st.builds(
    lambda text, place, sign: text[: place % len(text)] + sign + text[place % len(text) + 1 :],
    *(st.sampled_from(CANONICAL), st.integers(0, 50), st.sampled_from("A1 z/-\t")),
)


@pytest.mark.slow
@given(MANGLED | st.lists(WORDS, max_size=8).map(" ".join) | st.text(max_size=40))
@settings(max_examples=5 * settings().max_examples)
def test_what_is_read_is_written_with_the_same_words_and_stays(text: str) -> None:
    try:
        printed = str(parse_action(text, EDITION))
    except NotationError:
        return
    assert str(parse_action(printed, EDITION)) == printed
    assert sorted(printed.split()) == sorted(text.split()) or "sell" in text


@pytest.mark.slow
@given(st.text(max_size=5))
def test_a_square_is_read_from_its_name_only(text: str) -> None:
    try:
        assert square_name(parse_square(text)) == text
    except NotationError:
        return
