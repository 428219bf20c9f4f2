"""The game of Arkadia as a library: rules, notation, records. It imports the standard library only.

A ``Start`` and a deck make a ``Position``; applying actions to it yields events; a ``View`` is the
part of it that one seat or the public may know; a ``Game`` adds the log and undo; a ``Record`` is
its file format. Except for the command-line tools there is no clock, no randomness and no I/O.

This module names all that a program needs to play, keep or show games. Events, reasons for
refusals, random play and the text form are in modules of their own.

>>> edition = load_edition()
>>> deck = edition.deck(first_game=True)
>>> position = Position(Start.create(edition, FIRST_GAME, edition.colours[:2], deck))
>>> sorted({type(action).__name__ for action in position.legal_actions()})
['Build', 'Workers']
>>> position.view().screen is None
True
"""

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.edition import Card, Edition
from engine.edition_files import SHELF, editions, kept_edition, load_edition
from engine.errors import EditionError, EngineError, NotationError
from engine.events import Event
from engine.game import TAKEBACK, UNDO, Game, Turn, begins_turn, kept, played_turns
from engine.imagining import Imagined, imagine
from engine.position import RULES_VERSION, Position
from engine.record import Record
from engine.squares import Lot, SquareSet, square_name, square_names
from engine.start import FIRST_GAME, FREE, SETUPS, Start
from engine.view import Phase, View

__all__ = [
    "FIRST_GAME",
    "FREE",
    "RULES_VERSION",
    "SETUPS",
    "SHELF",
    "TAKEBACK",
    "UNDO",
    "Action",
    "Banner",
    "Build",
    "Card",
    "Castle",
    "Draw",
    "Edition",
    "EditionError",
    "End",
    "EngineError",
    "Event",
    "Game",
    "Imagined",
    "Lot",
    "NotationError",
    "Pass",
    "Phase",
    "Position",
    "Record",
    "SquareSet",
    "Start",
    "Turn",
    "View",
    "Workers",
    "begins_turn",
    "editions",
    "imagine",
    "kept",
    "kept_edition",
    "load_edition",
    "played_turns",
    "square_name",
    "square_names",
]
