"""Storage of the ledger: recent acts that notify people or create something, within limits."""

from __future__ import annotations

from db.ledger import acts
from db.operations import Subject, change_beside, question


class Ledger(Subject):
    """The store's methods for the ledger of recent acts."""

    pay = change_beside(acts.pay)
    claim = change_beside(acts.claim)
    waits = question(acts.waits)
    pinged = question(acts.pinged)
    with_role = question(acts.with_role)
    delete_before = change_beside(acts.delete_before)
