"""Tests of the review of a person's own turns."""
