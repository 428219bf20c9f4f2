"""Tests of the end and the replay."""
