"""Tests of ``ui``."""
