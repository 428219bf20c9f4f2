"""Storage: the schema, its migrations, backups, and everything that speaks SQL.

``store.Store`` is the way in. Each subject has a folder with its row classes and its SQL, as plain
functions of a connection; the two databases' own parts are ``sqlite`` and ``postgres``. A log entry
is opaque text there: no rule of the game is known, there is no clock, and nothing is worded for
players. Only ``games.replaying`` knows the engine. ``python -m db`` is for the person who runs the
bot.
"""
