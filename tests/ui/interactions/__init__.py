"""Tests of ``ui/interactions``."""
