"""Translation: sentences and names in the reader's language, and the catalogues they come from.

``translation`` is what the product uses; ``catalogues`` builds what it reads from what translators
write in ``locale/``. Nothing here knows the game's rules or Discord.
"""
