"""The bot played, broken and killed for as long as one likes: ``python -m lab.soak``.

Discord is a small server of its own here, with its gateway and its API on real sockets, which
refuses what Discord refuses and fails as Discord fails. The bot is a process of its own, on a real
database. People play whole games by commands and panels meanwhile. What must hold is checked
afterwards, by what stands in the database and what was sent. Nothing here belongs to the bot, and
nothing is known here of how it is made but its protocol and its database.
"""
