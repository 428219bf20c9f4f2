"""Tests of ``ui/lesson``."""
