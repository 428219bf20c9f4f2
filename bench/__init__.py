"""Measurements beside peers and floors, one module a subject; ``python -m bench`` runs them."""
