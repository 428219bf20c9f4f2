"""Storage of the ledger: recent acts that notify people or create something, within limits."""

from __future__ import annotations

from db.ledger import acts
from db.operations import Subject, change, question


class Ledger(Subject):
    """The store's methods for the ledger of recent acts."""

    pay = change(acts.pay)
    claim = change(acts.claim)
    waits = question(acts.waits)
    pinged = question(acts.pinged)
    delete_before = change(acts.delete_before)
