"""Tests of the position of the day."""
