"""Tests of drawings."""
