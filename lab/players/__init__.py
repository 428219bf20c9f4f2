"""Matches of computer players: ``python -m lab.players match | ladder``.

Entrants besides the levels that people meet are here too: the first master, drifted judges.
"""
