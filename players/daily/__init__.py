"""Positions of the day: decisions with one answer that is clearly best, made ahead by players.

``choices.py`` says which actions are one answer, ``puzzle.py`` is a position with its answer as a
line of a file, ``steps.py`` has the pieces of work that find one, and ``making.py`` their order.
"""
