"""Slash commands for the actions of a game."""

from __future__ import annotations

from typing import Any

from engine.actions import Action, Banner, Build, Castle, End, Pass, Workers
from engine.squares import square_names


def command_of(action: Action) -> tuple[str, dict[str, Any]]:
    """Return the slash command of an action, with its options."""
    match action:
        case Build(card, squares, draw):
            place = " ".join(square_names(squares))
            return "arkadia build", {"card": str(card), "place": place, "draw": str(draw)}
        case Workers(own, neutral):
            kinds = {"own": own, "neutral": neutral}
            # Empty options are left out: Discord sends none that was not filled in.
            options = {name: " ".join(square_names(on)) for name, on in kinds.items() if on}
            return "arkadia workers", options
        case Castle(family, ring):
            return "arkadia castle", {"family": family, "ring": ring}
        case Banner(sale):
            return "arkadia banner", dict(sale)
        case Pass():
            return "arkadia pass", {}
        case End():
            return "arkadia end", {}
