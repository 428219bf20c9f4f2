"""Parsers of typed input (games, squares, cards, draws, times), and autocomplete suggestions."""
