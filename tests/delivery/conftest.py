"""A store in a file, and a clock that stands until it is set."""

from __future__ import annotations

from tests.tabletop.conftest import clock, store, tables

__all__ = ["clock", "store", "tables"]
