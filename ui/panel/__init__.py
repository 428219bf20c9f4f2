"""The private panel in which a turn is taken by buttons and menus.

``address`` says what stands in a custom id, ``desk`` what a step may know, ``page`` what a step
consists of; each step has a file in ``steps``, ``routes`` leads from one to another, and
``drawing`` shows a page to its owner. A panel remembers nothing: all of its state stands in the
custom ids of its buttons.
"""
