"""What people are called is shown so that it changes nothing of what stands round it."""

from __future__ import annotations

import pytest

from ui.texts.escaping import plain, short


@pytest.mark.parametrize("control", [chr(code) for code in (0x202E, 0x202B, 0x2067, 0x200F, 0x61C)])
def test_no_name_turns_the_line_round(control: str) -> None:
    name = f"Ada{control}Bela"
    assert short(name) == plain(name) == "AdaBela"


def test_families_of_emojis_and_hebrew_names_stay() -> None:
    for name in ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u05d3\u05d5\u05d3"):
        assert plain(name) == name
