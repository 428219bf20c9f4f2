"""Tests of ``ui/panel``."""
