"""Large paintings, painted band by band."""

import pytest

from render import bands
from render.bands import painted
from render.canvas import Canvas
from render.colours import FAMILY, GRASS, INK, PAPER
from render.files.palette import flat, indices
from render.letters.text import paint_text


def _paint(canvas: Canvas) -> None:
    """Paint every kind of shape over many rows, at places that are no whole pixels."""
    canvas.polygon([(3.3, -7.7), (90.4, 20.1), (40.7, 99.6)], GRASS, edge=INK, width=3)
    canvas.line([(1.7, 2.3), (33.3, 71.9), (60.1, 11.3), (97.9, 95.2)], PAPER, 7)
    canvas.disc(50.6, 40.4, 31.7, None, edge=FAMILY["red"], width=4, height=22.3)
    canvas.box(10.5, 30.2, 80.9, 77.7, None, radius=9, edge=FAMILY["silver"], width=3)
    canvas.slice(70.3, 60.7, 25.5, 20, 200, FAMILY["olive"])
    canvas.arc(30.3, 30.9, 21.1, 100, 300, INK, 3)
    paint_text(canvas, 48.4, 52.7, "Ag8", 40, INK)
    part = canvas.part(20, 60)
    part.disc(10, 30, 9, PAPER, height=28)
    canvas.lay(part, 70.2, 12.6)


@pytest.mark.parametrize("oversampling", [2, 3])
def test_bands_have_the_pixels_of_the_whole(
    oversampling: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Canvas(100, 100, 1.25, oversampling=oversampling)
    _paint(whole)
    drawn = []
    monkeypatch.setattr(bands, "BAND_BYTES", 125 * 4 * oversampling**2 * 9)

    def paint(canvas: Canvas) -> None:
        drawn.append(canvas.image.size)
        _paint(canvas)

    shown = painted(100, 100, paint, scale=1.25, oversampling=oversampling, ground=GRASS)
    assert shown.tobytes() == indices(flat(whole.reduced(), GRASS)).tobytes()
    # Nine rows at a time, and the rest.
    assert {height // oversampling for _, height in drawn} == {9, 125 % 9}
