"""Tests of delivery: what is to be said is said once, whatever fails meanwhile."""
