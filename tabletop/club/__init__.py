"""The club: the results of a server's finished games, and its people's figures.

``results`` derives results from a game's log, and ``counted_games`` says which games count and for
whom. ``rating`` and ``figures`` are made of those games alone, and ``ranking`` has it all for a
server.
"""
