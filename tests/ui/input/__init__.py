"""Tests of ``ui/input``."""
