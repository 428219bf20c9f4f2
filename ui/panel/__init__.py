"""The private panel in which a turn is taken by buttons and menus.

``address`` packs and parses custom ids, ``desk`` is the table as a step may see it, ``page`` has
the parts of a step. Each step has a file in ``steps``, ``routes`` leads from one to another, and
``drawing`` shows a page to its owner. A panel has no memory: all of its state stands in the custom
ids of its buttons.
"""
