"""Tests of the test of reading."""
