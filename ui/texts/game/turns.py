"""The state of a turn in words: what can be done next, and that it has ended."""

from __future__ import annotations

from engine.actions import Pass
from engine.view import Phase
from i18n.translation import Words
from tabletop.table import Table
from ui.texts.escaping import plain_name


def turn_ended(table: Table, words: Words) -> str:
    """Return the answer to a person who has ended their turn: whose turn is next."""
    if table.active is None:
        return words("Your turn has ended, and with it the game.")
    return words(
        "Your turn has ended. It is {name}'s turn now.", name=plain_name(table.active.name)
    )


def next_step(table: Table, words: Words) -> str:
    """Return what the active person can do now, with the commands for it."""
    position = table.running_game().position
    if position.phase is Phase.MUST:
        if position.is_legal(Pass()):
            return words("You can neither build nor place a worker: `/arkadia pass`.")
        return words("Build with `/arkadia build` or place workers with `/arkadia workers`.")
    if position.phase is Phase.CASTLE:
        return words.plural(
            "Place {n} castle piece with `/arkadia castle`.",
            "Place {n} castle pieces with `/arkadia castle`.",
            position.owed,
        )
    banners = position.banners[position.active]
    if position.banner_used or not banners:
        return words("`/arkadia end` ends your turn.")
    return words.plural(
        "Hand in your last banner with `/arkadia banner`, or end your turn with `/arkadia end`.",
        "Hand in one of {n} banners with `/arkadia banner`, or end your turn with `/arkadia end`.",
        banners,
    )
