"""Tests of the story of a game."""
