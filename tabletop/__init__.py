"""Tables: a table is one game with its people, from the lobby to the end.

Here is decided who may do what at a table, in which order things happen, and that nothing is
acknowledged before it is saved. The rules of the game are the engine's, words and pictures are made
elsewhere, and Discord is not known.
"""
