"""Storage of leagues: their people, and the tables at which their games are played."""

from __future__ import annotations

from db.leagues import changes, questions
from db.operations import Subject, change, question, question_of_share


class Leagues(Subject):
    """The store's methods for leagues, their people and their tables.

    Each change also puts the notices about it into the outbox. ``UnknownNumberError`` is raised if
    there is no league of the number, ``WrongStateError`` if its state does not allow the change.
    """

    open = change(changes.open_league)
    set_entrants = change(changes.set_entrants)
    begin = change(changes.begin_league)
    begin_round = change(changes.begin_round)
    open_game = change(changes.open_league_game)
    note_left = change(changes.note_left)
    note_over = change(changes.note_over)
    end = change(changes.end_league)
    move = change(changes.move_league)

    load = question(questions.load_league)
    find = question(questions.leagues_in)
    played_by = question(questions.leagues_of)
    of_game = question(questions.league_of_game)
    to_tend = question_of_share(questions.leagues_to_tend)
