"""Leagues on Discord: finding one, its sentences, messages and pictures."""
