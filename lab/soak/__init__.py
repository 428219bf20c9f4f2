"""The soak: the bot played, broken and killed for minutes or hours: ``python -m lab.soak``.

Discord is a small server here, with its gateway and its API on real sockets. The bot is a process
of its own, on a real database, and only its protocol and its database are known. People play whole
games meanwhile, and a verdict is given by the database and the messages that were sent.
"""
