"""Tests of ``ui/services``."""
