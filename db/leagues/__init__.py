"""Leagues, their people and their tables."""
