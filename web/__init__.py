"""Static pages that need no bot: built once, they work offline and send no data.

``edition/`` is the page on which the owner of a box draws its board. Its rules are those of the
engine, as data. ``replay/`` goes through a finished game, which stands in the page's link.
The sentences of both come from the catalogues.
"""
