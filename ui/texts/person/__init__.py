"""Sentences to a person about themselves: preferences and privacy."""
