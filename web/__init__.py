"""Pages that need no bot: static files, made once, which work offline and send nothing anywhere.

``edition/`` is the page on which whoever owns a box draws its board. Its rules are those of the
engine, as data; its sentences come from the catalogues.
"""
