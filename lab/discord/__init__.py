"""A Discord on this machine, for tests, soaks and benchmarks alike.

What there is in it, servers, channels, messages, commands and interactions, is SimCord's model of
Discord (``simcord.backend``); ``strict`` refuses what Discord refuses and SimCord does not. Nothing
else here knows a rule of Discord's. A bot talks to it over sockets, as a process of its own
(``sockets``, ``gateway``), or in this process, without any (``in_process``); the tests through
Discord let SimCord itself start the bot. ``limits`` and ``faults`` are what may come between, and
``history`` keeps all that was ever to be seen.
"""
