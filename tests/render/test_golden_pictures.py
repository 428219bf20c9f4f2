"""Pictures are pixel by pixel what somebody looked at and found good."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tests.render.golden_pictures import FOLDER, PICTURES

FAILED = Path(__file__).parents[2] / "build" / "pictures"


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_the_golden_one(name: str) -> None:
    golden = _opened((FOLDER / f"{name}.png").read_bytes())
    drawn = _opened(PICTURES[name]())
    if drawn.size == golden.size and drawn.tobytes() == golden.tobytes():
        return
    FAILED.mkdir(parents=True, exist_ok=True)
    drawn.save(FAILED / f"{name}.png")
    ImageChops.difference(drawn, golden.crop((0, 0, *drawn.size))).point(
        lambda value: min(255, value * 4)
    ).save(FAILED / f"{name}-difference.png")
    pytest.fail(
        f"{name} is not its golden picture; see {FAILED / name}.png and its difference beside it. "
        "If the new one is right: python -m tests.render.golden_pictures"
    )


def test_every_golden_picture_is_still_drawn() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(PICTURES)
