"""Measurements of computer players: matches, leagues, calibration, and the loss of hints.

``python -m lab.players match | ladder | calibrate | league | hintloss``. The entrants besides the
levels that people meet are here too: scripted styles, newcomers, drifted judges.
"""
