"""Lines on how an early end counts in the ranking: before all agree to it, and when it has come."""

from __future__ import annotations

from i18n.translation import Words
from tabletop.outcome import Outcome, outcome_of
from tabletop.table import Table
from ui.texts.escaping import plain_name
from words.sentences import gold_of_winners


def if_ended(table: Table, words: Words) -> list[str]:
    """Return a line on what ending a running game now means, if that counts.

    How the others stand is hidden as long as the game goes on: a winner is named who has no rival.
    """
    outcome = outcome_of(table, if_ended=True)
    if outcome is None:
        return []
    rivals = [seat for seat in outcome.places if seat not in outcome.gone]
    if len(rivals) == 1:
        who = words("{name} wins", name=plain_name(table.names[rivals[0]]))
    else:
        who = words("the others are ranked by the gold and seals that they have")
    return [
        words(
            "If it ends now, it counts in the ranking: {who}, {last}.",
            who=who,
            last=_last(table, outcome, words),
        )
    ]


def as_counted(table: Table, words: Words) -> list[str]:
    """Return a line on who won and who is last in a game that ended early, if that counts."""
    # A game that cannot be read any more is over all the same.
    outcome = None if table.game is None else outcome_of(table)
    if outcome is None or table.running_game().position.over:
        return []
    line = words.plural(
        "In the ranking it counts as it stands: {winners} wins with {gold}, {last}.",
        "In the ranking it counts as it stands: {winners} share the victory with {gold}, {last}.",
        len(outcome.winners),
        winners=words.all_of(plain_name(table.names[seat]) for seat in outcome.winners),
        gold=gold_of_winners([outcome.gold[seat] for seat in outcome.winners], words),
        last=_last(table, outcome, words),
    )
    return [line]


def _last(table: Table, outcome: Outcome, words: Words) -> str:
    names = [plain_name(table.names[seat]) for seat in sorted(outcome.gone)]
    # Translators: the end of a sentence: “Bela wins, Ada abandoned it and is last.”; no full stop.
    return words.plural(
        "{people} abandoned it and is last",
        "{people} abandoned it and are last",
        len(names),
        people=words.all_of(names),
    )
