"""What is to be said, what of it stands, what is to be done to messages, what people were told."""

from __future__ import annotations

from db.operations import Subject, change, question, question_of_share
from db.outbox import items, showing, waiting


class Outbox(Subject):
    """What is to be said or done to messages, until it is; what is shown of games.

    ``mark_shown`` notes what has been shown, so that what was kept but not shown is known after a
    crash.
    """

    put = change(items.put)
    to_do = question(items.to_do)
    notice = question(items.load)
    unsaid = question_of_share(items.unsaid)
    done = change(items.done)
    put_off = change(items.put_off)
    note_said = change(items.note_said)

    unshown = question_of_share(showing.unshown)
    mark_shown = change(showing.mark_shown)

    waiting_for = question_of_share(waiting.waiting_for)
    note_told = change(waiting.note_told)
