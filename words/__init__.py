"""A view in words: alt texts, the text form of a position, answers to questions about it.

All functions take an ``engine.view.View`` and a reader's ``Words`` and return sentences. Pictures
share these names of things; of pictures this package knows their marks alone.
"""
