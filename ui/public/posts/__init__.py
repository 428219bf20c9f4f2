"""The public messages of a game, each made of a table and words."""
