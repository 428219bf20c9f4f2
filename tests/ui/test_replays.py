"""Animations are drawn one at a time, once each, one for each person, and nobody else waits."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from ui.services.per_person import KEPT, Drawer, Progress, Replays, StillDrawingError


class Easel:
    """Draws when it is let, and counts."""

    def __init__(self) -> None:
        self.let = threading.Event()
        self.began = threading.Event()
        self.drawn: list[str] = []
        self.at_once = 0
        self.most_at_once = 0

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
        with pytest.raises(StillDrawingError):
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
