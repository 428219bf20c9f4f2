"""Sentences on whose turn it is: at the end of a turn, and above a board."""

from __future__ import annotations

from i18n.translation import Words
from tabletop.table import Table
from ui.texts.escaping import plain_name
from ui.texts.game.events import Teller


def turn_ended(table: Table, words: Words) -> str:
    """Return the answer to a person who has ended their turn: whose turn is next."""
    if table.active is None:
        return words("Your turn has ended, and with it the game.")
    return words("Your turn has ended. {name} is next.", name=plain_name(table.active.name))


def goes_on_here(words: Words) -> str:
    """Return the sentence that the panel goes on by itself after computer players' turns."""
    return words("Your next turn comes here by itself.")


def headline(table: Table, words: Words) -> str:
    """Return one line with the state of a game."""
    game = table.running_game()
    if table.active is None:
        return words("**Arkadia, game {number}** is over.", number=table.number)
    teller = Teller.of(table, words)
    return words(
        "**Arkadia, game {number}**, turn {turn}: {person} is to play.",
        number=table.number,
        turn=game.position.turn,
        person=teller.person(table.active.seat),
    )
