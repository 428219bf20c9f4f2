"""Leagues: the draw, the standings, and the games that the bot opens for each round.

``draw`` and ``standings`` are pure: every member can check them with ``python -m
tabletop.leagues``. The others keep a league in the store and its games at their tables.
"""
