"""Tests of what newcomers learn by: the lesson, tips, rules, rulings and help."""
