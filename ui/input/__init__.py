"""Typed input: the game that is meant, squares, cards, draws, times; and suggestions."""
