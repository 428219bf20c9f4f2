"""Translation: sentences and names in the reader's language, and the catalogues they come from.

``translation`` is the run-time part; ``catalogues`` compiles translators' files in ``locale/`` for
it. Nothing here knows the game's rules or Discord.
"""
