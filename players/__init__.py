"""Computer players. Each names an action for what its seat can know; none sees more than that.

A player is given an ``Observation`` and asks the rules on positions that it imagines from it
(``engine.imagining``). The positions of real games, their logs and records are out of its reach:
``players.self_play`` and ``players.own_turns`` alone have them, to show players what their seats
can know, and no player imports those. A new level is an entry in ``players.levels``.
"""
