"""Advice in words: proposed actions, the reasons for them, and the drawbacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.actions import Action, Banner, Build, Castle, Draw, Pass, Workers
from i18n.translation import N_, Words
from players.reasons import Reason
from ui.texts.game.events import Teller, names_of
from ui.texts.icons import GOLD, seal_mark
from words.sentences import gold_text

_COUNTED: Final = {
    "completes": "buildings",
    "takes-camps": "workers",
    "takes-part": "vacant",
    "advances": "workers",
    "starts": "vacant",
    "blocks": "squares",
    "fills": "buildings",
    "sells": "seals",
    "fetches": "workers",
    "saves-banner": "banners",
}
"""The parameter of each reason that decides between singular and plural."""

_SENTENCES: Final = {
    "spends-little": N_("It costs little and gives the others nothing new."),
    "lowers": N_("It lowers {family} from {before} to {after}; others have {family} seals."),
    "completes-floor": N_("It finishes floor {floor} of the castle."),
    "keeps-values": N_("It changes no value."),
    "nothing-else": N_("There is nothing else to do."),
}


STILL_THINKING: Final = N_("The master builder is still thinking about your last question.")


def reason_text(reason: Reason, words: Words) -> str:
    """Return the sentence for a reason; other players' holdings are never told in numbers."""
    values: dict[str, object] = dict(reason.parameters)
    if values.get("family"):
        family = str(values["family"])
        values["family"] = words.name(family).after(seal_mark(family))
    if "gold" in values:
        values["gold"] = f"{GOLD}{gold_text(int(reason.parameters['gold']), words)}"
    counted = _COUNTED.get(reason.code)
    count = int(reason.parameters[counted]) if counted else 0
    match reason.code:
        case "completes":
            return _completes(values, count, words)
        case "takes-camps":
            return words.plural(
                "It covers a camp and brings you {n} neutral worker.",
                "It covers camps and brings you {n} neutral workers.",
                count,
                **values,
            )
        case "takes-part":
            return words.plural(
                "Your workers will earn {family} seals there; {n} vacant square is left.",
                "Your workers will earn {family} seals there; {n} vacant squares are left.",
                count,
                **values,
            )
        case "advances":
            return words.plural(
                "It fills squares round an unfinished {family} building where you have {n} worker.",
                "It fills squares round an unfinished {family} building where you have {n} "
                "workers.",
                count,
                **values,
            )
        case "starts":
            return words.plural(
                "It starts a new {family} building with {n} vacant square round it.",
                "It starts a new {family} building with {n} vacant squares round it.",
                count,
                **values,
            )
        case "blocks":
            return words.plural(
                "It takes {n} square beside an unfinished {family} building where only others "
                "have workers.",
                "It takes {n} squares beside an unfinished {family} building where only others "
                "have workers.",
                count,
                **values,
            )
        case "fills":
            return words.plural(
                "It brings {n} building closer to completion.",
                "It brings {n} buildings closer to completion.",
                count,
                **values,
            )
        case "sells":
            return words.plural(
                "It sells {n} seal for {gold}.",
                "It sells {n} seals for {gold}.",
                count,
                **values,
            )
        case "fetches":
            return words.plural(
                "It brings you {n} worker.",
                "It brings you {n} workers.",
                count,
                **values,
            )
        case "saves-banner":
            return words.plural(
                "It keeps your last banner for later.",
                "It keeps your {n} banners for later.",
                count,
                **values,
            )
        case "raises" if values["seals"]:
            return words("It raises {family}, of which you have {seals}, to {after}.", **values)
        case "raises":
            return words("It raises {family} from {before} to {after}.", **values)
    return words(_SENTENCES[reason.code], **values)


def _completes(values: Mapping[str, object], count: int, words: Words) -> str:
    if values["family"]:
        return words.plural(
            "It completes {n} building. You get {family} seals: {seals} ({gold}).",
            "It completes {n} buildings. You get {family} seals: {seals} ({gold}).",
            count,
            **values,
        )
    return words.plural(
        "It completes {n} building. You get seals: {seals} ({gold}).",
        "It completes {n} buildings. You get seals: {seals} ({gold}).",
        count,
        **values,
    )


def drawback_text(drawback: Reason | None, words: Words) -> str:
    """Return the sentence for a drawback of an action; empty if there is none."""
    if drawback is None:
        return ""
    family = str(drawback.parameters["family"])
    called = words.name(family).after(seal_mark(family)) if family else ""
    if drawback.code == "opens":
        return words.plural(
            "Risk: one {family} building is then {n} square from completion.",
            "Risk: one {family} building is then {n} squares from completion.",
            int(drawback.parameters["vacant"]),
            family=called,
        )
    seals = int(drawback.parameters["seals"])
    if not family:
        return words.plural("Others gain {n} seal too.", "Others gain {n} seals too.", seals)
    return words.plural(
        "Others gain {n} {family} seal too.",
        "Others gain {n} {family} seals too.",
        seals,
        family=called,
    )


def behind_text(gold: float, words: Words) -> str:
    """Return how much less gold a proposal brings than the first; empty below one gold."""
    # Rounded first, or the sentence could say "about 0 gold less".
    if round(gold) < 1:
        return ""
    # Translators: how much less a proposal would bring than the first one.
    return words("About {gold} worse than idea 1.", gold=gold_text(round(gold), words))


def action_text(action: Action, teller: Teller) -> str:
    """Return an action as advice, such as "build the red house on F7 F8, draw from the stack".

    The text fits both an entry in a list of ideas and a sentence after "you chose to".
    """
    words = teller.words
    match action:
        case Build(card, squares, draw):
            # Translators: an action that is proposed, alone in a line or after a colon; {draw} is
            # one of the two below it, or “take the red house”.
            return words(
                "build the {building} on {squares}, {draw}",
                building=teller.building(card),
                squares=names_of(squares),
                draw=_draw_text(draw, teller),
            )
        case Workers(own, neutral):
            if own and neutral:
                return words(
                    "place your workers on {own} and neutral ones on {neutral}",
                    own=names_of(own),
                    neutral=names_of(neutral),
                )
            if own:
                return words.plural(
                    "place a worker of yours on {squares}",
                    "place your workers on {squares}",
                    own.bit_count(),
                    squares=names_of(own),
                )
            return words.plural(
                "place a neutral worker on {squares}",
                "place neutral workers on {squares}",
                neutral.bit_count(),
                squares=names_of(neutral),
            )
        case Castle(family, ring):
            return words(
                "put {family} on ring square {ring} of the castle",
                family=words.name(family),
                ring=ring,
            )
        case Banner(sale):
            if not sale:
                # Translators: an action that is proposed, alone in a line or after a colon.
                return words("hand in a banner and sell nothing")
            sold = dict(sale)
            counts = tuple(sold.get(family, 0) for family in teller.edition.families)
            return words("hand in a banner and sell {sold}", sold=teller.counts(counts))
        case Pass():
            return words("pass")
    return words("end the turn")


def _draw_text(draw: object, teller: Teller) -> str:
    if draw is Draw.STACK:
        return teller.words("draw from the stack")
    if draw is Draw.NONE:
        return teller.words("draw nothing")
    return teller.words("take the {card}", card=teller.building(draw))  # type: ignore[arg-type]
