"""Soak tests: the bot played, broken and killed for minutes or hours: ``python -m lab.soak``.

Discord is a small server of its own here, with its gateway and its API on real sockets, which
refuses and fails as Discord does. The bot is a process of its own, on a real database. People play
whole games by commands and panels meanwhile. A verdict is given afterwards, by the database and the
messages that were sent. Of the bot, only its protocol and its database are known here.
"""
