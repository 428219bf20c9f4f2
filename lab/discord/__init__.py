"""A simulated Discord on this machine, for tests, soaks and benchmarks alike.

Its servers, channels, messages, commands and interactions are SimCord's model of Discord
(``simcord.backend``); ``strict`` adds the refusals that SimCord lacks. Nothing else here knows a
rule of Discord's. A bot talks to it over sockets, as a process of its own
(``sockets``, ``gateway``), or in this process, without any (``in_process``); the tests through
Discord let SimCord itself start the bot. ``limits`` and ``faults`` come between, and
``history`` keeps all that was ever to be seen.
"""
