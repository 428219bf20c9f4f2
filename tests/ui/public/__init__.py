"""Tests of ``ui/public``."""
