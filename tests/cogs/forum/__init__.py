"""Tests of games as posts of a forum."""
