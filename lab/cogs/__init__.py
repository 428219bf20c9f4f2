"""Measurements and tools for one feature alone, in a folder of its name."""
