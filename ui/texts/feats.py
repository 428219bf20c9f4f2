"""The feats of play in words, below a game's end and among a player's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from i18n.translation import NC_, Words
from tabletop.club.feats import FEATS

# Translators: feats of play, in a list behind “Feats of Ada:”; no full stop.
TOLD: Final[Mapping[str, str]] = {
    "five-at-five": NC_("feat", "five seals sold at five"),
    "at-six": NC_("feat", "a seal sold at six"),
    "great-sale": NC_("feat", "a sale of 35 gold"),
    "all-families": NC_("feat", "all families in one sale"),
    "paid-three": NC_("feat", "a building that paid three others"),
    "three-at-once": NC_("feat", "three buildings in one turn"),
    "rich-turn": NC_("feat", "eight seals in one turn"),
    "raised-two": NC_("feat", "a value raised by two in one turn"),
    "no-banner": NC_("feat", "won without a banner"),
    "by-one": NC_("feat", "won by one gold"),
    "by-forty": NC_("feat", "won by 40 gold"),
    "comeback": NC_("feat", "won from 20 gold behind"),
    "always-ahead": NC_("feat", "ahead from the second round to the end"),
    "fewest-buildings": NC_("feat", "won with the fewest buildings"),
    "gold-120": NC_("feat", "120 gold at the end"),
}
"""Each feat's text in English, by its name."""


def feats_line(name: str, feats: str, words: Words) -> str:
    """Return the line on the feats of one person in a game.

    Args:
        name: the person's name as it is shown.
        feats: the feats, separated by spaces; one of another version is left out.
        words: the readers' language.
    """
    told = words.listing(
        words.context("feat", TOLD[feat]) for feat in feats.split() if feat in TOLD
    )
    return words("Feats of {name}: {feats}", name=name, feats=told) if told else ""


def feats_lines(names: Sequence[str], feats: Sequence[str], words: Words) -> list[str]:
    """Return a line for each person of a game who did any feat in it."""
    lines = (feats_line(name, some, words) for name, some in zip(names, feats, strict=True))
    return [line for line in lines if line]


def counted_feats(counts: Mapping[str, int], words: Words) -> str:
    """Return the feats of a person with how often each was done; empty for none."""
    return words.listing(
        _times(words.context("feat", TOLD[feat]), counts[feat], words)
        for feat in FEATS
        if counts.get(feat)
    )


def _times(told: str, count: int, words: Words) -> str:
    if count == 1:
        return told
    return words.context("one of a list", "{feat} ({count}×)", feat=told, count=count)
