"""Tests of boards."""
