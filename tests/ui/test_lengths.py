"""What fits: lengths, marks, replays' files, and what goes on in the background."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from db.games.rows import StoredMessage
from engine.actions import End
from engine.edition_files import load_edition
from engine.game import Game, played_turns
from engine.random_play import random_action, random_start
from engine.start import FIRST_GAME, FREE
from engine.story import Changes, changes_of
from i18n.translation import words_for
from players.levels import level_named
from players.player import Budget
from players.self_play import play
from runtime import background
from tabletop.table import Table
from tabletop.time_control import DAILY, USUAL_CLOCK, Preset, by_clock
from tabletop.turn_time import TurnTime
from tests.delivery.waiting import until
from tests.engine.scenes import EDITION
from tests.ui.counting import LANGUAGES, MOST_WORDS, words_in
from tests.ui.public.imagined import table
from tests.ui.tables import played, seated, table_of
from ui.components import BackgroundCog
from ui.pictures import marks_now
from ui.public.lobby import WHAT_THIS_IS, lobby_post
from ui.public.turn import told_until, turn_parts
from ui.services.per_person import KEPT, Drawer, Progress, Replays, StillBusyError
from ui.texts.markup import fitted


@pytest.mark.parametrize("preset", [DAILY, None], ids=["daily", "usual"])
@pytest.mark.parametrize("people", [["Ada", "Bela"], ["Ada", "Bela", "Cleo", "Dora"]])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_is_short(language: str, people: list[str], preset: Preset | None) -> None:
    game, words = table(people, 1, 1), words_for(language)
    row = replace(game.row, state="lobby", setup="first-game", seat_limit=4)
    if preset:
        row = replace(row, clock=str(preset.clock), help=preset.help)
    lobby = replace(game, row=row)
    length = by_clock(preset.clock, 4) if preset else None
    called = lobby_post(lobby, words, calling=len(people) == 4, length=length)
    assert words_in(called.text) + words_in(words("New? Press *Learn*.")) <= MOST_WORDS["lobby"]
    assert (words(WHAT_THIS_IS) in called.text) == (len(people) < 4)


def turns_of_people(seats: int, seed: int) -> Iterator[tuple[Table, StoredMessage]]:
    """A game of journeymen after each turn, with the message of the turn before."""
    start = random_start(load_edition(), FREE, seats, Random(seed))
    journeymen = [level_named("journeyman").player() for _ in range(seats)]
    game, told = Game(start), 1
    for action in play(start, journeymen, seed, [Budget(seconds=None)] * seats).actions:
        game.apply(action)
        if isinstance(action, End) and not game.position.over:
            before = StoredMessage("turn", 2, 4, told)
            yield seated(game, ["Ada", "Bela", "Cleo", "Dora"][:seats]), before
            told = game.position.turn


def words_of_turn(game: Table, before: StoredMessage, language: str) -> int:
    """The words of the message after a turn, whose clock runs."""
    assert game.active is not None
    timing = TurnTime(USUAL_CLOCK, game.active, 0, tuple)
    turns, called = game.turns_since(told_until(game, before)), [game.active.user_id or 0]
    parts = turn_parts(game, words_for(language), before, turns, called, timing=timing)
    return words_in(fitted(parts))


@pytest.mark.slow
def test_the_message_of_a_turn_is_short() -> None:
    counts: dict[str, list[int]] = {language: [] for language in LANGUAGES}
    for number in range(3):
        for game, before in turns_of_people(2 + number % 3, seed=number):
            for language, found in counts.items():
                found.append(words_of_turn(game, before, language))
    for found in counts.values():
        assert len(found) > 60
        # A turn that completes three buildings and sells may take a few more.
        assert sum(count > MOST_WORDS["turn"] for count in found) <= len(found) / 50
        assert max(found) <= MOST_WORDS["turn"] + 5


def _changes(game: Game, first: int, last: int) -> Changes:
    turns = played_turns(game.start, game.actions)
    return changes_of(turn for turn in turns if first <= turn.number <= last)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("turns", [1, 2, 7, 12])
def test_a_player_sees_all_since_the_own_turn(seats: int, turns: int) -> None:
    game = played(EDITION, FIRST_GAME, seats, seats, turns)
    table, done = table_of(game), game.position.turn - 1
    for seat in range(seats):
        own = [number for number in range(1, done + 1) if (number - 1) % seats == seat]
        since = own[-1] + 1 if own else 1
        # who has just had a turn sees what it brought, until another's is over
        expected = _changes(game, min(since, done), done)
        assert marks_now(table, 100 + seat).changed == expected
    in_turn = marks_now(table, 100 + done % seats).changed
    movers = {seat for seat, _ in in_turn.placed}
    assert done % seats not in movers or done < seats


def test_everybody_else_sees_the_last_turn() -> None:
    game = played(EDITION, FIRST_GAME, 4, 5, 9)
    table, done = table_of(game), game.position.turn - 1
    assert marks_now(table).changed == marks_now(table, 999).changed == _changes(game, done, done)


def test_what_one_has_done_in_the_turn_belongs_to_it_for_oneself_alone() -> None:
    game, rng = played(EDITION, FIRST_GAME, 3, 8, 6), Random(8)
    table, done = table_of(game), game.position.turn - 1
    active = game.position.active
    before = marks_now(table, 100 + active).changed
    while isinstance(action := random_action(game.position, rng), End):
        pass
    game.apply(action)
    mine = marks_now(table, 100 + active).changed
    assert len(mine.placed) == len(before.placed) + 1
    assert {seat for seat, _ in mine.placed} >= {active}
    assert marks_now(table).changed == _changes(game, done, done)
    other = 100 + (active + 1) % 3
    assert all(seat != active for seat, _ in marks_now(table, other).changed.placed)


def test_the_changes_are_those_of_the_events() -> None:
    game = played(EDITION, FIRST_GAME, 4, 3, 30)
    turns = played_turns(game.start, game.actions)
    changed = changes_of(turns)
    view = game.position.view()
    assert changed.squares & ~view.edition.board == 0
    finished = {piece.squares for piece in view.buildings if piece.completed}
    assert {event.squares for event in changed.completed} <= finished
    assert sum(view.heights) == len(changed.pieces)
    if changed.pieces:
        assert changed.values_before == changed.pieces[0].before
        assert changed.pieces[-1].after == view.values


class Easel:
    """Draws when it is let, and counts."""

    def __init__(self) -> None:
        self.let, self.began = threading.Event(), threading.Event()
        self.drawn: list[str] = []
        self.at_once = self.most_at_once = 0

    def draw(self, name: str, size: int = 10) -> Drawer:
        def draw(progress: Progress) -> bytes:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            progress(1, 2)
            self.began.set()
            self.let.wait(10)
            progress(2, 2)
            self.at_once -= 1
            self.drawn.append(name)
            return name.encode() * size

        return draw


@pytest.fixture
def easel() -> Iterator[Easel]:
    easel = Easel()
    yield easel
    easel.let.set()


@pytest.fixture
def replays() -> Iterator[Replays]:
    replays = Replays()
    yield replays
    replays.close()


async def test_one_at_a_time_and_boards_do_not_wait(replays: Replays, easel: Easel) -> None:
    drawings = [replays.draw(person, person, easel.draw("x")) for person in range(6)]
    board = await asyncio.wait_for(asyncio.to_thread(bytes, 3), 1)
    assert len(board) == 3
    easel.let.set()
    await asyncio.gather(*(drawing.file for drawing in drawings))
    assert len(easel.drawn) == 6
    assert easel.most_at_once == 1
    assert {drawing.percent for drawing in drawings} == {100}


async def test_a_person_has_one_at_a_time(replays: Replays, easel: Easel) -> None:
    first = replays.draw(1, "a", easel.draw("a"))
    for _ in range(40):
        with pytest.raises(StillBusyError):
            replays.draw(1, "b", easel.draw("b"))
    assert replays.draw(1, "a", easel.draw("a")) is first
    easel.let.set()
    await first.file
    assert await replays.draw(1, "b", easel.draw("b")).file == b"b" * 10
    assert easel.drawn == ["a", "b"]


async def test_the_same_is_drawn_once_for_all(replays: Replays, easel: Easel) -> None:
    drawings = [replays.draw(person, "a", easel.draw("a")) for person in range(20)]
    easel.let.set()
    files = await asyncio.gather(*(drawing.file for drawing in drawings))
    assert set(files) == {b"a" * 10}
    assert replays.draw(1, "a", easel.draw("a")).file.result() == files[0]
    assert easel.drawn == ["a"]


async def test_those_asked_for_last_are_kept(replays: Replays, easel: Easel) -> None:
    easel.let.set()
    for number in range(KEPT):
        await replays.draw(1, number, easel.draw(str(number))).file
    await replays.draw(1, 0, easel.draw("again")).file
    await replays.draw(1, "more", easel.draw("more")).file
    await replays.draw(1, 0, easel.draw("again")).file
    await replays.draw(1, 1, easel.draw("again")).file
    assert easel.drawn == [*map(str, range(KEPT)), "more", "again"]


async def test_one_that_fails_holds_nobody(replays: Replays, easel: Easel) -> None:
    def fail(progress: Progress) -> bytes:
        raise ValueError("too large")

    with pytest.raises(ValueError, match="too large"):
        await replays.draw(1, "a", fail).file
    easel.let.set()
    assert await replays.draw(1, "a", easel.draw("a")).file == b"a" * 10


async def test_a_stop_breaks_it_off(replays: Replays, easel: Easel) -> None:
    drawing = replays.draw(1, "a", easel.draw("a"))
    await asyncio.to_thread(easel.began.wait, 10)
    replays.close()
    easel.let.set()
    with pytest.raises(RuntimeError):
        await drawing.file
    assert easel.drawn == []


NOTHING: Any = None


class Working(BackgroundCog):
    """Works until it is ended, after some errors."""

    begun = errors = 0
    ended = False

    async def work(self) -> None:
        self.begun += 1
        try:
            if self.errors:
                self.errors -= 1
                raise OSError("Too many open files")
            await asyncio.sleep(60)
        finally:
            self.ended = True


async def test_an_error_is_told_and_the_work_begun_anew(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "AGAIN_S", 0.001)
    cog = Working(NOTHING, NOTHING)
    cog.errors = 2
    await cog.cog_load()
    await until(lambda: cog.begun == 3)
    told = [(one.levelname, str(one.exc_info and one.exc_info[1])) for one in caplog.records]
    assert told == [("ERROR", "Too many open files")] * 2
    await cog.cog_unload()


async def test_an_unload_ends_the_work_and_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    cog = Working(NOTHING, NOTHING)
    await cog.cog_load()
    await asyncio.sleep(0)
    await cog.cog_unload()
    assert cog.ended
    assert caplog.records == []
