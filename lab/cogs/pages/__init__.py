"""Attacks on the pages of games."""
