"""The buildings that a person could complete now, as far as they are helped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.opportunities import Opportunity, opportunities
from ui.panel.desk import Desk
from words.opportunities import opportunity_text

MOST_NAMED: Final = 3
"""Buildings that are named as ones that can be completed now: more are too much to read."""


def chances_of(desk: Desk) -> tuple[Opportunity, ...]:
    """Return the buildings that can be completed now, as far as the person is helped."""
    if desk.help.completions == "none":
        return ()
    return opportunities(desk.position.view(desk.seat), MOST_NAMED)


def chances_told(desk: Desk, chances: Sequence[Opportunity]) -> list[str]:
    """Return lines on the buildings that can be completed now, numbered as in the picture."""
    words = desk.words
    if not chances:
        return []
    if desk.help.completions == "names":
        every = dict.fromkeys(one.card for chance in chances for one in chance.completes)
        buildings = words.listing(desk.teller.building(card) for card in every)
        return [words("You can complete now: {buildings}.", buildings=buildings)]
    return [
        words("You can complete:"),
        *(
            f"{number}. {opportunity_text(chance, words)}"
            for number, chance in enumerate(chances, start=1)
        ),
    ]
