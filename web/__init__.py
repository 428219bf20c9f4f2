"""Static pages that need no bot: built once, they work offline and send no data.

``edition/`` is the page on which the owner of a box draws its board. Its rules are those of the
engine, as data. ``replay/`` is the page that goes through a finished game, which stands in its link.
The sentences of both come from the catalogues.
"""
