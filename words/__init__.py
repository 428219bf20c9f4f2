"""A view in words: alt texts, the text form of a position, answers to questions about it.

Everything takes an ``engine.view.View`` and a reader's ``Words`` and gives sentences. Pictures have
their names of things from here; of pictures nothing is known here but what is marked on them.
"""
