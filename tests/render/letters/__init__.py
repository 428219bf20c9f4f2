"""Tests of written lines."""
