"""Tests of pictures, alt text and the text form."""
