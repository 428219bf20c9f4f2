"""The outbox's storage: notices to post, edits of messages, and people's notices of turns."""

from __future__ import annotations

from db.operations import Subject, change, question, question_of_share
from db.outbox import backlog, items, recalls, showing, waiting


class Outbox(Subject):
    """The store's methods for notices, for edits of messages, and for the news of games.

    ``mark_shown`` records the news that was shown, so that after a crash the bot knows the news
    that was saved but not shown.
    """

    put = change(items.put)
    to_do = question(items.to_do)
    notice = question(items.load)
    unsaid = question_of_share(items.unsaid)
    untold = question(backlog.untold)
    backlog = question_of_share(backlog.backlog)
    done = change(items.done)
    put_off = change(items.put_off)
    note_said = change(items.note_said)

    unshown = question_of_share(showing.unshown)
    mark_shown = change(showing.mark_shown)
    note_thread = change(showing.note_thread)

    recall = question(recalls.recall)
    note_undone = change(recalls.note_undone)

    wait_for = change(waiting.wait_for)
    waiting_for = question_of_share(waiting.waiting_for)
    waiting_in = question(waiting.waiting_in)
    nudge = change(waiting.nudge)
    note_told = change(waiting.note_told)
