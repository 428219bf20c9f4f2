"""Sentences on a game: its events, whose turn it is, its clock, advice."""
