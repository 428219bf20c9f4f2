"""The page of a running game, in a browser."""
