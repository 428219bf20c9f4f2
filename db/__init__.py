"""Storage: the database's schema, its migrations, its backups, and all SQL of the bot.

``store.Store`` is the public interface. Each subject has a file with its row classes and its SQL,
as plain functions of a connection; games, of which there is most, have a folder, and so have the
two databases' own parts, ``sqlite`` and ``postgres``. A log entry is opaque text here: except for
``games.replaying``, which uses the engine, this package knows no rule of the game. It has no text
for players. ``python -m db`` is for the person who runs the bot.
"""
