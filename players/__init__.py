"""Computer players, which decide from what their seat can know and from nothing else.

A player is given an ``Observation`` and asks the rules about determinizations of it: positions in
which the unseen cards are dealt at random (``engine.imagining``). Positions of real games, their
logs and records are out of its reach. Only ``players.self_play`` and ``players.self_play`` have
them, to show players what their seats can know, and no player imports those. A new level is an
entry in ``players.levels``.

>>> from random import Random
>>> from engine import Position, Start, load_edition
>>> from players.levels import LEVELS
>>> edition = load_edition()
>>> deck = edition.deck(first_game=True)
>>> position = Position(Start.create(edition, "first-game", edition.colours[:2], deck))
>>> level = LEVELS["pupil"]
>>> action = level.player().decide(position.observe(position.active), Random(1), level.budget)
>>> action in position.legal_actions()
True
"""
