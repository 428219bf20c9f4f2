"""Tests of private pictures."""
