"""The private panel in which a turn is taken by buttons and menus.

``ids`` says what stands in a custom id, ``page`` what a screen consists of, ``desk`` what a screen
may know; each screen has a file of its own, and ``pressing`` is the common frame that answers. A
panel remembers nothing: all of its state stands in the custom ids of its buttons.
"""
