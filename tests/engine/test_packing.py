"""Packed records: short, exact, and one text for each game."""

from __future__ import annotations

import string
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.edition_files import editions
from engine.errors import PackedError
from engine.packing import VERSION, pack, unpack
from engine.random_play import random_game, random_start
from engine.record import Record
from tests.editions import ISLAND, SMALL
from tests.engine.renew_records import FOLDER

SIGNS = string.ascii_letters + string.digits + "-_"
EDITIONS = (*editions(), SMALL, ISLAND)
GOLDEN = [
    Record.from_json(line)
    for path in sorted(FOLDER.glob("*.jsonl"))
    for line in path.read_text("utf-8").splitlines()
]


def played(seed: int) -> Record:
    """A random game; in half of the cases its end is missing."""
    rng = Random(seed)
    edition = rng.choice(EDITIONS)
    setup = rng.choice(("first-game", "free"))
    start = random_start(edition, setup, rng.choice(edition.seat_counts), rng)
    record = random_game(start, rng)
    if rng.random() < 0.5:
        left = rng.randrange(len(record.actions))
        return Record(start, record.actions[:left])
    return record


@given(st.integers(0, 2**32))
def test_a_game_comes_back_as_it_was(seed: int) -> None:
    record = played(seed)
    assert unpack(pack(record), EDITIONS) == record


@pytest.mark.parametrize("record", GOLDEN, ids=lambda record: str(len(record.actions)))
def test_a_real_game_fits_a_link(record: Record) -> None:
    text = pack(record)
    assert unpack(text) == record
    assert len(text) <= 250
    assert set(text) <= set(SIGNS)


@given(st.integers(0, 2**32), st.data())
def test_a_changed_text_is_refused_or_another_game(seed: int, data: st.DataObject) -> None:
    text = pack(played(seed))
    place = data.draw(st.integers(0, len(text) - 1))
    changed = text[:place] + data.draw(st.sampled_from(SIGNS)) + text[place + 1 :]
    cut = data.draw(st.sampled_from([changed, changed[:-1], changed + "A", changed[: place + 1]]))
    try:
        record = unpack(cut, EDITIONS)
    except PackedError:
        return
    assert pack(record) == cut


@given(st.text(max_size=60) | st.text(SIGNS, max_size=300).map(lambda text: VERSION + text))
def test_any_text_is_refused_or_has_a_game(text: str) -> None:
    try:
        record = unpack(text, EDITIONS)
    except PackedError:
        return
    assert pack(record) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not packed by this version"),
        ("2AAAA", "not packed by this version"),
        (VERSION, "damaged"),
        (VERSION + "A" * 5_000, "damaged"),
        (VERSION + "é", "damaged"),
    ],
)
def test_what_is_wrong_is_said(text: str, why: str) -> None:
    with pytest.raises(PackedError, match=why):
        unpack(text)


def test_an_unknown_edition_is_named_as_such() -> None:
    rng = Random(3)
    record = random_game(random_start(SMALL, "free", 2, rng), rng)
    with pytest.raises(PackedError, match="edition"):
        unpack(pack(record), editions())
