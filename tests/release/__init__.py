"""Tests of making a release."""
