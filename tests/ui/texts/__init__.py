"""Tests of ``ui/texts``."""
