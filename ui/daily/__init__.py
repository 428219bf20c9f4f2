"""The position of the day: a decision in the real panel, one answer, and what came of it.

``desk.py`` makes a desk of a position, ``texts.py`` has the sentences, ``page.py`` the panel that
asks, ``result.py`` the answer with what was best, ``showing.py`` leads from one to the other,
``archive.py`` lists earlier days, and ``channel.py`` tells a channel of the day's position.
"""
