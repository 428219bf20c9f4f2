"""The tests; the folders mirror the code, and ``e2e`` plays through a simulated Discord."""
