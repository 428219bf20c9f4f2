"""Tests of rasters and files."""
