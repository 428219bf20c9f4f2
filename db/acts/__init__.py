"""The storage of acts: what came of what was asked for, by its key."""

from __future__ import annotations

from db.acts import outcomes
from db.operations import Subject, change_beside, question


class Acts(Subject):
    """The store's methods for the outcomes of acts; ``db.acting`` records the acts themselves."""

    known = question(outcomes.known)
    unheard = question(outcomes.unheard)
    note = change_beside(outcomes.note)
    drop_old = change_beside(outcomes.drop_old)
