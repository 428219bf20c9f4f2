"""Positions of the day, made ahead into the file that every clone has."""
