"""A test of how well pictures are read: questions about unknown positions, with known answers.

``python -m lab.reading draw FOLDER`` makes pictures at the widths Discord shows, a page that asks
about them, and a file of the questions; ``python -m lab.reading score ANSWERS`` compares answers.
The games were recorded for this alone: no drawing was ever tried on them.
"""
