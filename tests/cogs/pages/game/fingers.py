"""Fingers on the board of a page."""

from collections.abc import Sequence

from playwright.async_api import CDPSession, Page

Point = tuple[float, float]


async def move(hand: CDPSession, *ways: Sequence[Point]) -> None:
    """Puts a finger on the first point of each way, and moves all of them to the last."""

    async def send(kind: str, place: int | None) -> None:
        points = [] if place is None else [way[place] for way in ways]
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    await send("touchStart", 0)
    for place in range(1, len(ways[0])):
        await send("touchMove", place)
    await send("touchEnd", None)


def way(start: Point, end: Point, steps: int = 8) -> list[Point]:
    """The points of a straight way."""
    (left, top), (right, bottom) = start, end
    parts = [step / steps for step in range(steps + 1)]
    return [(left + (right - left) * part, top + (bottom - top) * part) for part in parts]


async def seen(page: Page) -> list[float]:
    """The part of the board that is seen: left, top, width and height."""
    shown: list[float] = await page.evaluate("[...arkadia.table.camera.seen]")
    return shown
