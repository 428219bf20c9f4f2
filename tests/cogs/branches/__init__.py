"""Tests of games that begin in the middle of others."""
