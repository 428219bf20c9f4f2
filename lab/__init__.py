"""Tools that measure, break and draw the product, and are no part of it.

``discord`` is a Discord on this machine, ``postgres`` a server of PostgreSQL. ``soak`` plays and
kills the bot, ``bench`` measures it beside peers, ``players`` has computer players meet each other,
``drawing`` makes the gallery and the palette, ``reading`` asks what people read in pictures. Tests
may import it; nothing else does.
"""
