"""Questions in words, and games played by the text form alone."""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Edition, Position
from engine.actions import Build
from engine.events import BuildingCompleted
from engine.opportunities import Span, opportunities, under_construction
from engine.random_play import random_start
from engine.squares import iter_squares, square_name
from engine.view import Phase
from i18n.translation import ENGLISH, words_for
from tests.editions import ISLAND, SMALL
from tests.engine.scenes import EDITION
from tests.render.scenes import film, finished, position_at
from tests.words import text_player
from words.fulltext import board_text, screen_text
from words.places import opportunity_text
from words.queries import About, Near, Unclear, query_text, read_query

VIEW = film("first-game-4")[40][0]


@pytest.mark.parametrize(
    "typed", ["near:F7", "near: f7", "NEAR F 7", "  near   f7 ", "f7", "F 7", "near::f7"]
)
def test_a_square_is_found_however_it_is_typed(typed: str) -> None:
    assert read_query(typed, VIEW) == Near(VIEW.edition.square("F7"))


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        *(("en", "building:P2"), ("en", "Building: black house"), ("en", "building black house")),
        *(("en", "P3 bl"), ("en", "building:carpenters residential")),
        *(("en", "Gebäude:schwarzes Wohnhaus"), ("de", "édifice:habitation noire")),
        *(("fr", "gebouw:zwart woonhuis"), ("de", "Gebäude:Zimmerleute Haus")),
        *(("fr", "édifice:charpentiers maison"), ("nl", "gebouw:timmerlui huis")),
    ],
)
def test_a_building_is_found_by_a_square_or_by_words(language: str, typed: str) -> None:
    query = read_query(typed, VIEW, words=words_for(language))
    assert isinstance(query, About)
    assert {str(VIEW.buildings[number].card) for number in query.buildings} == {"house/black"}


def test_words_and_squares_narrow_each_other() -> None:
    asked = ("building:house P2", "building:house", "building:black", "building:open")
    one, many, black, unfinished = (read_query(typed, VIEW) for typed in asked)
    assert isinstance(one, About)
    assert isinstance(many, About)
    assert isinstance(black, About)
    assert isinstance(unfinished, About)
    assert len(one.buildings) == 1 < len(many.buildings)
    assert {*one.buildings} < {*black.buildings}
    assert len(unfinished.buildings) == len(under_construction(VIEW))


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_what_the_option_proposes_is_understood_in_each_language(language: str) -> None:
    words = words_for(language)
    examples = words("Questions like near:F7, building:smithy or building:open")
    for example in re.findall(r"\w+:\w+", examples):
        assert not isinstance(read_query(example, VIEW, words=words), Unclear), example


@pytest.mark.parametrize("typed", ["building:castle", "castle", "building:G5", "fortress"])
def test_the_castle_can_be_asked_for(typed: str) -> None:
    query = read_query(typed, VIEW)
    assert query == About((), castle=True)
    text = query_text(VIEW, query)
    assert "Castle at G5–J7, floor 2. Free ring squares: 1 (G5)" in text
    assert "J6: castle, ring square 5: silver, height 2" in text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("near:", "such as F7"),
        ("near:xx", "“xx”"),
        ("near:Q1", "Q1 is off the board: columns are A to P, rows 1 to 12"),
        ("near:A13", "rows 1 to 12"),
        ("building:", "Name a building"),
        ("", "Name a building"),
        ("building:pyramid", "“pyramid”"),
        ("building:F77", "F77 is off the board"),
        ("@everyone `x`", "“everyone x”"),
    ],
)
def test_what_cannot_be_read_says_what_can_be_asked(typed: str, said: str) -> None:
    query = read_query(typed, VIEW)
    assert isinstance(query, Unclear)
    assert said in query_text(VIEW, query)


def test_near_a_vacant_square_tells_what_a_worker_would_bring() -> None:
    lines = query_text(VIEW, Near(VIEW.edition.square("G2"))).splitlines()
    assert lines[0] == "G2: vacant"
    assert "F3 yellow worker; G3 green worker; H3 orange worker" in lines
    assert lines[-1].startswith("· olive trade centre at E2 F2 E3 E4: 1 vacant square (G2); if")


@pytest.mark.parametrize("game", ["first-game-2", "free-4", "mirror"])
def test_every_square_can_be_asked_for(game: str) -> None:
    for view in (position_at(game, 0.6).view(), finished(game).view()):
        for square in iter_squares(view.edition.board):
            query = read_query(f"near:{square_name(square)}", view)
            assert query == Near(square)
            assert query_text(view, query).startswith(f"{square_name(square)}: ")


def test_every_building_can_be_asked_for() -> None:
    for number, building in enumerate(VIEW.buildings):
        for square in iter_squares(building.squares):
            assert read_query(f"building:{square_name(square)}", VIEW) == About((number,))


@pytest.mark.slow
@given(st.text(max_size=120))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_anything_typed_has_an_answer(typed: str) -> None:
    answer = query_text(VIEW, read_query(typed, VIEW))
    assert answer
    assert "@" not in answer


def test_a_sentence_says_building_gains_and_what_it_takes() -> None:
    position = position_at("first-game-4", 0.5)
    found = opportunities(position.view(position.active))
    assert found
    for one in found:
        sentence = opportunity_text(one, ENGLISH)
        assert sentence.startswith(one.building.card.family.capitalize())
        assert f"{one.seals} seal" in sentence
        assert ("castle pieces" in sentence) == (one.pieces > 1)
        assert (f"{one.workers} worker" in sentence) == bool(one.workers)
        assert ("your" in sentence) == (one.card is not None)
        assert len(sentence) < 100
    several = replace(found[0], seals=Span(1, 4), pieces=1)
    assert ": 1–4 seals, " in opportunity_text(several, ENGLISH)


NAMES = ("Ada", "Béla", "Cem", "Dora")


def texts(position: Position) -> tuple[str, str]:
    """What the person in turn can have read to them."""
    view = position.view(position.active)
    names = NAMES[: len(view.seats)]
    return board_text(view, names=names), screen_text(view, names=names)


@pytest.mark.slow
@pytest.mark.parametrize("edition", [EDITION, SMALL, ISLAND], ids=lambda edition: edition.id)
def test_a_game_is_played_by_text_alone(edition: Edition) -> None:
    rng = random.Random(7)
    position = Position(random_start(edition, "first-game", 2, rng))
    completed = placed = 0
    for _ in range(60):
        if position.over:
            break
        completed += take_must(position, rng)
        while not position.over and position.phase is Phase.CASTLE:
            position.apply(position.parse(text_player.castle(texts(position)[0])))
            placed += 1
        if not position.over:
            position.apply(position.parse("end"))
    assert completed
    assert placed


def take_must(position: Position, rng: random.Random) -> int:
    """Build or place workers by what the texts say, and see that they said the truth."""
    board, screen = texts(position)
    ways = text_player.builds(board, screen)
    if ways and not position.start.mirror:
        legal = [str(one) for one in position.legal_actions() if isinstance(one, Build)]
        assert {*ways} == {one for one in legal if one.endswith(ways[0].partition(" draw ")[2])}
    text = text_player.workers(board, screen)
    if text is None:
        text = rng.choice(ways) if ways else _any_worker(board, screen)
    events = position.apply(position.parse(text))
    done = [event for event in events if isinstance(event, BuildingCompleted)]
    if text.startswith("workers"):
        expect_payout(board, text, done[0] if done else None, position)
    return len(done)


def _any_worker(board: str, screen: str) -> str:
    own = int(text_player.line_after(screen, "Workers: ").split()[0])
    squares = [square for site in text_player.sites(board) for square in site.vacant]
    if not squares or screen.count("Workers: 0 own, 0 neutral"):
        return "pass"
    return f"workers {'own' if own else 'neutral'} {squares[0]}"


def expect_payout(
    board: str, text: str, event: BuildingCompleted | None, position: Position
) -> None:
    """The first building completed pays what its line said, and own workers placed beside it."""
    if event is None:
        return
    own, _, neutral = text.removeprefix("workers ").partition("neutral")
    mine = set(own.split()) - {"own"}
    bits = position.start.edition.square_bits
    for site in text_player.sites(board):
        if event.squares == sum(bits[name] for name in site.squares):
            assert set(site.vacant) <= mine | set(neutral.split())
            said = [site.gains[colour] for colour in position.start.colours]
            said[event.seat] += len(mine & set(site.vacant))
            assert tuple(said) == event.seals
            return
    raise AssertionError("a building was completed that no line told of")
