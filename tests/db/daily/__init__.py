"""Tests of the storage of the position of the day."""
