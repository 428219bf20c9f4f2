"""Measurements beside peers and floors, one module a subject; ``python -m lab.bench`` runs them."""
