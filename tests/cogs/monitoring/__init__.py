"""Tests of what a monitor reads."""
