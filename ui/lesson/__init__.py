"""The lesson: the game learned by playing, step by step, with the real engine and pictures.

``script.py`` has the lesson itself as plain values, ``scenes.py`` what the engine makes of them,
and ``page.py`` shows a step as a private message.
"""
