"""Storage of timers, and of the times at which the bot was running."""

from __future__ import annotations

from db.operations import Subject, change, change_of_share, question, question_of_share
from db.timers import due, presence


class Timers(Subject):
    """The store's methods for timers, and for the bot's heartbeats and outages."""

    put = change(due.put_due)
    next = question_of_share(due.next_due)
    of_person = question(due.dues_of)
    games_without = question_of_share(due.games_without)
    put_off = change(due.put_off_due)
    drop = change(due.drop_due)

    seen_at = question_of_share(presence.seen_at)
    note_seen = change_of_share(presence.note_seen)
    note_clock_set_back = change_of_share(presence.note_clock_set_back)
    outages = question_of_share(presence.outages)
