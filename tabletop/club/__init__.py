"""What a club looks at: what its finished games came to, and how its people stand.

``results`` makes of a game's log what it came to, ``counted_games`` says which games count and for
whom, ``rating`` and ``figures`` are made of those games and of nothing else, and ``ranking`` has it
all for a server.
"""
