"""The private panel in which a turn is taken by buttons and menus.

``page`` has the parts of a page and packs the panel's state into custom ids, ``player`` is what
a step knows. Each decision of a turn has a file in ``steps``, and ``showing`` shows a page to its
owner.
"""
