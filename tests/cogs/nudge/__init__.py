"""Tests of nudges."""
