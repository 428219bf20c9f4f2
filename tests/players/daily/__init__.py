"""Tests of the making of positions of the day."""
