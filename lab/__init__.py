"""What measures, breaks and draws the product, and is no part of it.

``soak`` plays and kills the bot, ``bench`` measures it beside peers, ``players`` has computer
players meet each other, ``drawing`` makes the gallery, the palette and the fonts' subsets. Tests
may import it; nothing else does.
"""
