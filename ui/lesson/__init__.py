"""The lesson: the game learned in the real panel, stage by stage, with a fixed deal.

``stages.py`` has what is asked for, ``progress.py`` how far a person is and the game that follows
from it, and ``page.py`` shows a stage as a private message. ``examples.py``, ``scenes.py`` and
``pictures.py`` make the pictures of the rules from the same deal.
"""
