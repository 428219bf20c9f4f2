"""The picture of a rating's course."""

from collections.abc import Callable
from typing import Final

from cogs.club.picture import draw_course
from i18n.translation import Words


def _course() -> bytes:
    """A rating that went up and down over a year."""
    ratings = (1010, 1080, 1150, 1090, 1240, 1310, 1290, 1260, 1380, 1420, 1350, 1405)
    days = (0, 3, 20, 24, 60, 61, 100, 170, 230, 290, 330, 364)
    times = (1_767_225_600_000 + day * 86_400_000 for day in days)
    return draw_course(list(zip(times, ratings, strict=True)), name="Ada Lovelace")


PICTURES: Final[dict[str, Callable[[], bytes]]] = {"course": _course}


def draw_all(words: Words) -> None:
    """Draws all that has words in it, with names that are short."""
    draw_course([(0, 1000), (86_400_000, 1010)], name="A", words=words)
