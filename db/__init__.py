"""What is kept on disk: the schema, its migrations, backups, and everything that speaks SQL.

``store.Store`` is the way in. What is kept lies by its subject, each with its rows and its SQL as
plain functions of a connection; what is a database's own is in ``sqlite`` and ``postgres``. A log
entry is opaque text there: no rule of the game is known, there is no clock, and nothing is worded
for players. Only ``games.replaying`` knows the engine. ``python -m db`` is for the one who runs the
bot.
"""
