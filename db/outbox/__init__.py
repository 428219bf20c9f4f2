"""What is to be said in public, what is left to do there, and what people have been told."""

from __future__ import annotations

from db.operations import Subject, change, question_of_share
from db.outbox import chores, showing, waiting


class Outbox(Subject):
    """What is shown of games, what is left to do to messages, and whom games wait for.

    ``mark_shown`` notes what has been shown, so that what was kept but not shown is known after a
    crash.
    """

    unshown = question_of_share(showing.unshown)
    mark_shown = change(showing.mark_shown)
    put_off = change(showing.put_off)

    add_chores = change(chores.add_chores)
    chores_due = question_of_share(chores.chores_due)
    put_off_chore = change(chores.put_off_chore)
    forget_chores = change(chores.forget_chores)

    waiting_for = question_of_share(waiting.waiting_for)
    note_told = change(waiting.note_told)
