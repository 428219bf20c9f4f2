"""Actions are taken back, written and read, and a turn has its moments."""

import pickle
from random import Random

import pytest
from hypothesis import given
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
from tests.engine.scenes import EDITION, lay, scene, squares, stand


def game_from(position: Position) -> Game:
    game = Game(position.start)
    game.position = position
    return game


def enter(game: Game, *texts: str) -> None:
    for text in texts:
        game.enter(text)


def refusal(game: Game) -> str | None:
    reason = game.undo_refusal()
    return None if reason is None else reason.code


def test_the_actions_of_a_turn_are_taken_back_one_by_one() -> None:
    position = scene()
    lay(position, "house/red", "A1 B1")
    stand(position, 1, "A2 B2")
    game = game_from(position)
    before = position.copy()
    enter(game, "workers own C1", "castle red 5", "banner sell red 2")
    assert [str(game.undo()) for _ in range(3)] == [
        "banner sell red 2",
        "castle red 5",
        "workers own C1",
    ]
    assert game.position == before
    assert game.actions == []
    assert game.turn.plies == []
    assert game.version == 6


def test_at_the_start_of_a_turn_there_is_nothing_to_take_back() -> None:
    game = game_from(scene())
    assert refusal(game) == "nothing-to-undo"
    enter(game, "workers own G4", "end")
    assert refusal(game) == "nothing-to-undo"
    with pytest.raises(UndoError):
        game.undo()


def test_a_card_drawn_from_the_stack_stays_drawn() -> None:
    game = game_from(scene())
    enter(game, "build house/red F5 F6 draw stack")
    assert refusal(game) == "card-drawn"
    enter(game, "banner")
    enter(game, "undo")
    assert refusal(game) == "card-drawn"


def test_an_open_card_that_was_replaced_stays_taken() -> None:
    game = game_from(scene())
    enter(game, "build house/red F5 F6 draw house/black")
    assert refusal(game) == "card-drawn"


def test_an_open_card_that_was_not_replaced_can_be_put_back() -> None:
    position = scene()
    position.drawn = len(position.stack)
    game = game_from(position)
    before = position.copy()
    enter(game, "build house/red F5 F6 draw house/black", "undo")
    assert game.position == before


def test_a_build_without_a_draw_can_be_taken_back() -> None:
    position = scene()
    position.drawn, position.face_up = len(position.stack), ()
    game = game_from(position)
    enter(game, "build house/red F5 F6 draw none", "undo")
    assert len(game.position.hands[0]) == 4


def test_a_pass_can_be_taken_back() -> None:
    position = scene()
    position.hands[0], position.own_stock[0] = (), 0
    game = game_from(position)
    enter(game, "pass", "undo", "pass", "end")
    assert game.position.idle == 1


def test_a_finished_game_stays_finished() -> None:
    position = scene()
    position.turns_left = 1
    game = game_from(position)
    enter(game, "workers own G4", "end")
    assert refusal(game) == "game-over"


def test_undo_is_an_entry_in_the_log() -> None:
    start = scene().start
    log = ["workers own G4", "undo", "workers own H4", "banner", "undo", "end"]
    game = Game.from_log(start, log)
    assert game.version == len(log)
    assert [str(action) for action in game.actions] == ["workers own H4", "end"]
    assert game.position == Game.from_log(start, ["workers own H4", "end"]).position


def test_the_position_before_the_turn_is_what_others_know() -> None:
    game = game_from(scene())
    before = game.position.copy()
    enter(game, "workers own G4", "banner")
    assert game.before_turn == before
    enter(game, "undo")
    assert game.before_turn == before
    enter(game, "end")
    assert game.before_turn == game.position


def test_a_copy_of_a_game_takes_back_on_its_own() -> None:
    game = game_from(scene())
    before = game.position.copy()
    enter(game, "workers own G4", "banner")
    after = game.position.copy()
    twin = game.copy()
    enter(twin, "undo", "undo", "workers own H4", "end")
    assert game.position == after
    assert game.turn.number == 1
    enter(game, "undo", "undo")
    assert game.position == before
    assert twin.turn.number == 2


def test_a_finished_games_turn_is_its_last() -> None:
    position = scene()
    position.turns_left = 1
    game = game_from(position)
    enter(game, "workers own G4", "end")
    assert game.before_turn is game.position
    assert game.last_turn is game.turn


@pytest.mark.parametrize("entry", ["takeback", "takeback 0", "takeback 01", "takeback  1", "Undo"])
def test_only_the_exact_words_take_back(entry: str) -> None:
    with pytest.raises(NotationError):
        game_from(scene()).enter(entry)


def test_a_finished_game_does_not_go_back() -> None:
    position = scene()
    position.turns_left = 1
    game = game_from(position)
    enter(game, "workers own G4", "end")
    with pytest.raises(UndoError, match="over"):
        game.enter("takeback 1")


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


def test_a_draw_that_is_gone_hinders() -> None:
    position = Position(random_start(EDITION, FIRST_GAME, 2, Random(1)))
    build = next(one for one in quiet_actions(position) if isinstance(one, Build))
    rests = rests_on(position, build)
    open_cards = position.draws()
    gone = next(card for card in EDITION.deck(first_game=True) if card not in open_cards)
    for draw, hindered in ((Draw.STACK, False), (gone, True), (Draw.NONE, True)):
        found = hindrance(position, Build(build.card, build.squares, draw), rests)
        assert (found is not None and found.code == "draw") == hindered


def test_what_completes_a_building_waits_for_its_player() -> None:
    rng = Random(2)
    position = Position(random_start(EDITION, FIRST_GAME, 2, rng))
    completing = next(
        action
        for action in position.legal_actions()
        if isinstance(action, Workers) and position.completions(action)
    )
    found = hindrance(position, completing, rests_on(position, completing))
    assert found is not None
    assert found.code == "completes"


@pytest.mark.parametrize("seed", range(4))
def test_sales_are_all_there_with_their_gold(seed: int) -> None:
    game = played(seed, people=2 + seed % 3)
    sales = [
        (turn.number, event)
        for turn in played_turns(game.start, game.actions)
        for event in turn.events
        if isinstance(event, BannerUsed) and event.gold
    ]
    found = [
        one for one in moments_of(game.start, game.actions) if isinstance(one.what, BannerUsed)
    ]
    assert [(one.turn, one.what) for one in found] == sales
    assert all(isinstance(one.what, BannerUsed) and one.weight == one.what.gold for one in found)


@pytest.mark.parametrize("seed", range(4))
def test_a_building_counts_where_others_gained_more(seed: int) -> None:
    game = played(seed, people=4)
    built = [
        event
        for turn in played_turns(game.start, game.actions)
        for event in turn.events
        if isinstance(event, BuildingCompleted) and max(event.gains) > event.gains[event.seat]
    ]
    found = [one.what for one in moments_of(game.start, game.actions)]
    assert [what for what in found if isinstance(what, BuildingCompleted)] == built


def test_a_turn_at_the_castle_says_what_the_whole_turn_changed() -> None:
    changed = 0
    for seed in range(6):
        game = played(seed, people=3)
        turns = {turn.number: turn for turn in played_turns(game.start, game.actions)}
        for moment in moments_of(game.start, game.actions):
            if not isinstance(moment.what, ValueChanged):
                continue
            pieces = [e for e in turns[moment.turn].events if isinstance(e, PiecePlaced)]
            place = game.start.edition.families.index(moment.what.family)
            assert moment.what.before == pieces[0].before[place]
            assert moment.what.after == pieces[-1].after[place]
            assert moment.what.before != moment.what.after
            changed += 1
    assert changed


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
