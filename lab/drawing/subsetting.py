"""Make the subsets of Noto fonts in ``fonts/`` anew: ``python -m lab.drawing.subsetting FOLDER``.

The folder has the original files; ``fonts/README.md`` names their sources. A subset keeps outlines
and shaping tables, and leaves out hints, which are not used at these sizes. Of the Chinese,
Japanese and Korean characters it keeps those that the national standards call common.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import uharfbuzz as hb
from fontTools.ttLib import TTFont

from render.letters.typefaces import CHAINS

FOLDER: Final = Path(__file__).parents[2] / "render" / "letters" / "fonts"
_SUBSET: Final = "-subset"
_CJK: Final = "NotoSansCJK-Bold.ttc"
_EMOJI: Final = "noto-emoji-emoji-700-normal.woff"
_ROWS: Final = range(0xA1, 0xFF)
_STANDARDS: Final = (
    ("euc_jp", _ROWS, _ROWS),
    ("gb2312", _ROWS, _ROWS),
    ("big5", range(0xA4, 0xC7), range(0x40, 0xFF)),
    ("euc_kr", range(0xB0, 0xC9), _ROWS),
)
"""Encodings with the rows of their common characters: both levels of JIS X 0208 and GB 2312, the
first of Big5, the syllables of KS X 1001."""
_EAST_ASIAN: Final = 0x2E80
_WIDE_LATIN: Final = range(0xFF00, 0xFFF0)
_NOT_ALONE: Final = frozenset((*range(0x1F1E6, 0x1F200), *range(0x1F3FB, 0x1F400), 0x20E3))
"""Halves of flags, skin tones, the frame of a key: a name is shown without them."""


def _standard(encoding: str, firsts: Iterable[int], seconds: Iterable[int]) -> set[int]:
    found = set()
    trails = tuple(seconds)
    for first in firsts:
        for second in trails:
            # Python's codecs have the standards' tables; an unused pair gives no text.
            text = bytes((first, second)).decode(encoding, "ignore")
            if len(text) == 1:
                found.add(ord(text))
    return found


def common_characters() -> set[int]:
    """Return the Chinese, Japanese and Korean characters that are kept."""
    found = set(_WIDE_LATIN)
    for standard in _STANDARDS:
        found |= _standard(*standard)
    return {code for code in found if code >= _EAST_ASIAN}


def subset(font: bytes, kept: set[int] | None, *, shaped: bool) -> bytes:
    """Return a font with fewer characters.

    Args:
        font: the original file; of a collection the first face is taken.
        kept: the code points to keep, or None for all beyond Latin-1.
        shaped: True if its letters change beside each other, so that the rules for it are kept.
    """
    face = hb.Face(hb.Blob(font), 0)
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(kept or {code for code in face.unicodes if code > 0xFF})
    wanted.flags = hb.SubsetFlags.NO_HINTING
    if not shaped:
        wanted.layout_feature_tag_set.clear()
    return bytes(hb.subset(face, wanted).blob.data)


def _unpacked(path: Path) -> bytes:
    """Return a font that was packed for the web as an ordinary one."""
    font, file = TTFont(path), io.BytesIO()
    font.flavor = None
    font.save(file)
    return file.getvalue()


def make_subsets(originals: Path) -> list[Path]:
    """Write all subsets into the fonts' folder and return their paths.

    Raises:
        OSError: if an original is missing.
    """
    written = []
    for name in CHAINS["bold"]:
        if _SUBSET not in name:
            continue
        if "CJK" in name:
            made = subset((originals / _CJK).read_bytes(), common_characters(), shaped=False)
        elif "Emoji" in name:
            font = _unpacked(originals / _EMOJI)
            codes = {code for code in hb.Face(font).unicodes if code > 0xFF}
            made = subset(font, codes - _NOT_ALONE, shaped=False)
        else:
            made = subset((originals / name.replace(_SUBSET, "")).read_bytes(), None, shaped=True)
        written.append(FOLDER / name)
        written[-1].write_bytes(made)
    return written


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make the subsets of the Noto fonts anew.")
    parser.add_argument("folder", type=Path, help="where the original files are")
    for path in make_subsets(parser.parse_args().folder):
        print(f"{path.stat().st_size / 1000:7.1f} kB  {path.name}")
