"""Discord: commands, buttons and menus in, messages out, and the sentences people read.

Everything here translates: what a person did to an action or a wish at a table, events and views to
words and pictures. No rule of the game is decided here, and nothing is kept here.
"""
