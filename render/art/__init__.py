"""The drawings: land, buildings, figures, seals, castle, marks. Each gives a tile or a canvas.

They are painted in units of a picture 1220 units wide, at ``scale`` pixels a unit, with the light
from the top left. Nothing here knows a view or decides where something lies.
"""
