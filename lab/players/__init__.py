"""Computer players measured: matches, leagues, calibration, and what hints lose.

``python -m lab.players match | ladder | calibrate | league | hintloss``. Who takes part besides the
levels that people meet is here too: scripted styles, newcomers, drifted judges.
"""
