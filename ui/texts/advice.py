"""Advice in words: the ideas in a line each, the reasons for and against them."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.edition import Card, Edition
from engine.edition_files import DEFAULT_EDITION
from engine.squares import first_square, square_name
from engine.view import View
from i18n.translation import N_, NP_, Words
from players import judge, reasons
from ui.texts.events import Teller, names_of
from ui.texts.markup import GOLD, seal_mark
from words.sentences import changed, gold_text

_COUNTED: Final = {
    "takes-camps": (
        "workers",
        NP_(
            "It covers a camp and brings you {n} neutral worker.",
            "It covers camps and brings you {n} neutral workers.",
        ),
    ),
    "takes-part": (
        "vacant",
        NP_(
            "Your workers will earn {family} seals there once {n} more square is filled.",
            "Your workers will earn {family} seals there once {n} more squares are filled.",
        ),
    ),
    "advances": (
        "workers",
        NP_(
            "It fills squares around an unfinished {family} building where you have {n} worker.",
            "It fills squares around an unfinished {family} building where you have {n} workers.",
        ),
    ),
    "starts": (
        "vacant",
        NP_(
            "It starts a new {family} building with {n} vacant square around it.",
            "It starts a new {family} building with {n} vacant squares around it.",
        ),
    ),
    "blocks": (
        "squares",
        NP_(
            "It blocks {n} square beside an unfinished {family} building where only "
            "others have workers.",
            "It blocks {n} squares beside an unfinished {family} building where only "
            "others have workers.",
        ),
    ),
    "fills": (
        "buildings",
        NP_(
            "It brings {n} building closer to completion.",
            "It brings {n} buildings closer to completion.",
        ),
    ),
    "sells": ("seals", NP_("It sells {n} seal for {gold}.", "It sells {n} seals for {gold}.")),
    "fetches": ("workers", NP_("The banner brings {n} worker.", "The banner brings {n} workers.")),
    "saves-banner": (
        "banners",
        NP_("It keeps your last banner for later.", "It keeps your {n} banners for later."),
    ),
}
"""The sentence of each reason that counts something, after the parameter that is counted."""

_SENTENCES: Final = {
    "spends-little": N_("It costs little and gives others nothing."),
    "raises": N_("It raises {family} from {before} to {after}."),
    "lowers": N_("It lowers {family} from {before} to {after}; others have {family} seals."),
    "completes-floor": N_("It finishes floor {floor} of the castle."),
    "keeps-values": N_("It doesn't change any values."),
    "nothing-else": N_("This is the only thing you can do now."),
}

STILL_THINKING: Final = N_("The master builder is still thinking about your last question.")


def reason_text(reason: reasons.Reason, words: Words) -> str:
    """Return the sentence for a reason; other players' holdings are never told in numbers."""
    values: dict[str, object] = dict(reason.parameters)
    if values.get("family"):
        family = str(values["family"])
        values["family"] = words.name(family).after(seal_mark(family))
    if "gold" in values:
        values["gold"] = f"{GOLD}{gold_text(int(reason.parameters['gold']), words)}"
    if reason.code in _COUNTED:
        counted, pair = _COUNTED[reason.code]
        return words.plural(*pair, int(reason.parameters[counted]), **values)
    match reason.code:
        case "completes":
            return _completes(values, int(reason.parameters["buildings"]), words)
    return words(_SENTENCES[reason.code], **values)


def _completes(values: Mapping[str, object], count: int, words: Words) -> str:
    seals, family = int(str(values["seals"])), values["family"]
    if family:
        gained = words.plural("{n} {family} seal", "{n} {family} seals", seals, family=family)
    else:
        gained = words.plural("{n} seal", "{n} seals", seals)
    return words.plural(
        "That finishes a building: {seals}, worth {gold} now.",
        "That finishes {n} buildings: {seals}, worth {gold} now.",
        count,
        seals=gained,
        gold=values["gold"],
    )


def drawback_text(drawback: reasons.Reason | None, words: Words) -> str:
    """Return the sentence for a drawback of an action; empty if there is none."""
    if drawback is None:
        return ""
    family = str(drawback.parameters["family"])
    name = words.name(family).after(seal_mark(family)) if family else ""
    if drawback.code == "opens":
        return words.plural(
            "But others could finish one {family} building with {n} more worker.",
            "But others could finish one {family} building with {n} more workers.",
            int(drawback.parameters["vacant"]),
            family=name,
        )
    seals = int(drawback.parameters["seals"])
    return words.plural("Others gain {n} seal too.", "Others gain {n} seals too.", seals)


def behind_text(gold: float, words: Words) -> str:
    """Return how much less gold a proposal brings than the first; empty below one gold."""
    # Rounded first, or the sentence could say "about 0 gold less".
    if round(gold) < 1:
        return ""
    # Translators: how much less a proposal would bring than the first one.
    return words("About {gold} worse than idea 1.", gold=gold_text(round(gold), words))


def action_text(action: Action, teller: Teller) -> str:
    """Return an action as advice, for a list of ideas or after "you chose to"."""
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
                both = {"own": names_of(own), "neutral": names_of(neutral)}
                return words("place your workers on {own} and neutral ones on {neutral}", **both)
            if own:
                return words.plural(
                    "place one of your workers on {squares}",
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
            name = words.name(family)
            return words("put {family} on ring square {ring} of the castle", family=name, ring=ring)
        case Banner(sale):
            sold = dict(sale)
            counts = tuple(sold.get(family, 0) for family in teller.edition.families)
            said = teller.counts(counts) if sale else words("nothing")
            # Translators: an action that is proposed, alone in a line or after a colon.
            return words("hand in a banner and sell {sold}", sold=said)
        case Pass():
            return words("pass")
    return words("end the turn")


def _draw_text(draw: object, teller: Teller) -> str:
    if draw is Draw.STACK:
        return teller.words("draw from the stack")
    if draw is Draw.NONE:
        return teller.words("draw nothing")
    return teller.words("take the {card}", card=teller.building(draw))  # type: ignore[arg-type]


def idea_line(hint: judge.Hint, teller: Teller) -> str:
    """Return a hint in a line, such as "Red house on F7 F8 → 2 red seals"."""
    after = [gain_text(hint.reason, teller, hint.action), _risk(hint, teller)]
    gains = teller.words.parted(text for text in after if text)
    move = move_text(hint.action, teller)
    return f"{move} → {gains}" if gains else move


def move_text(action: Action, teller: Teller, *, pictured: bool = False) -> str:
    """Return an action in a few words; beside a picture, without what that shows."""
    words = teller.words
    match action:
        case Build(card, squares, _) if pictured:
            first = square_name(first_square(squares))
            return words("{building:^} on {squares}", building=teller.building(card), squares=first)
        case Build(card, squares, draw):
            building, on = teller.building(card), names_of(squares)
            if not isinstance(draw, Card):  # from the stack, as usual, or nothing
                return words("{building:^} on {squares}", building=building, squares=on)
            taken = teller.building(draw)
            return words(
                "{building:^} on {squares}; draw: {card}", building=building, squares=on, card=taken
            )
        case Workers(own, neutral) if pictured:
            return words("Workers on {squares}", squares=names_of(own | neutral))
        case Workers(own, neutral) if own and neutral:
            both = {"own": names_of(own), "neutral": names_of(neutral)}
            return words("Workers: {own}, neutral: {neutral}", **both)
        case Workers(own, _) if own:
            return words("Workers on {squares}", squares=names_of(own))
        case Workers(_, neutral):
            return words("Neutral workers on {squares}", squares=names_of(neutral))
        case Castle(family, ring):
            seals = teller.seals(family)
            return words("{family:^} on ring square {ring}", family=seals, ring=ring)
    return action_text(action, teller)


def gain_text(reason: reasons.Reason, teller: Teller, action: Action | None = None) -> str:
    """Return what an action brings, in a few words; empty where that is nothing countable."""
    words, given = teller.words, reason.parameters
    family = str(given.get("family", ""))
    seals = teller.seals(family) if family else ""
    named = _building(reason, teller)
    match reason.code:
        case "completes":
            gold = f"{GOLD}{gold_text(int(given['gold']), words)}"
            if "building" not in given:
                return words.listing([_seals(int(given["seals"]), family, teller), gold])
            gains = words.listing([_seals(int(given["seals"]), "", teller), gold])
            return words("completes the {building} at {square}: {gains}", gains=gains, **named)
        case "takes-camps":
            count = int(given["workers"])
            return words.plural("+{n} neutral worker", "+{n} neutral workers", count)
        case "takes-part" if isinstance(action, Build) and named == _named(action, teller):
            vacant = int(given["vacant"])
            return words.plural("{n} square to go", "{n} squares to go", vacant)
        case "takes-part":
            # Translators: so many squares are vacant still before workers earn at that building.
            return words.plural(
                "{building} at {square}: {n} square to go",
                "{building} at {square}: {n} squares to go",
                int(given["vacant"]),
                **named,
            )
        case "advances":
            return words("brings your {building} at {square} closer to completion", **named)
        case "starts":
            return words("a new {family} building", family=seals)
        case "blocks":
            return words("blocks others' {building} at {square}", **named)
        case "raises" | "lowers":
            return changed(seals, int(given["before"]), int(given["after"]), words)
        case "completes-floor":
            return words("finishes floor {floor}", floor=given["floor"])
        case "sells":
            return f"{GOLD}{gold_text(int(given['gold']), words)}"
        case "fetches":
            return words.plural("+{n} worker", "+{n} workers", int(given["workers"]))
    return ""


def _risk(hint: judge.Hint, teller: Teller) -> str:
    """Return what speaks against an action, in a few words; empty if nothing does."""
    drawback, words = hint.against, teller.words
    if drawback is None:
        return ""
    if drawback.code == "opens":
        if _building(drawback, teller) == _building(hint.reason, teller):
            # Translators: the building was named just before.
            return words("others could finish it")
        return words("leaves others the {building} at {square}", **_building(drawback, teller))
    count = int(drawback.parameters["seals"])
    return words.plural("others: {n} seal", "others: {n} seals", count)


def _named(action: Build, teller: Teller) -> dict[str, object]:
    """Return the building that an action begins, as ``_building`` does."""
    first = square_name(first_square(action.squares))
    return {"building": teller.building(action.card), "square": first}


def _building(reason: reasons.Reason, teller: Teller) -> dict[str, object]:
    """Return the building that a reason is about, by name and square; nothing if it is none."""
    if "building" not in reason.parameters:
        return {}
    form, _, family = str(reason.parameters["building"]).partition("/")
    return {"building": teller.building(Card(form, family)), "square": reason.parameters["square"]}


def _seals(count: int, family: str, teller: Teller) -> str:
    if family:
        return teller.gained(family, count)
    return teller.words.plural("{n} seal", "{n} seals", count)


def advice_lines(number: int, found: Sequence[judge.Hint], teller: Teller) -> list[str]:
    """Return the lines with the actions that are advised, the best first."""
    words = teller.words
    lines = [words("**Ideas, game {number}:**", number=number)]
    lines += [f"{place}. {idea_line(hint, teller)}" for place, hint in enumerate(found, start=1)]
    return [*lines, *care_lines(teller.edition, words)]


def why_lines(number: int, found: Sequence[judge.Hint], view: View, words: Words) -> list[str]:
    """Return the lines with the reasons for and against the ideas of a hint, by their numbers."""
    lines = [words("**Why, in game {number}:**", number=number)]
    lines += [f"{place}. {why_text(hint, view, words)}" for place, hint in enumerate(found, 1)]
    return lines


def why_text(hint: judge.Hint, view: View, words: Words) -> str:
    """Return the reasons for and against a hint."""
    said = [*pro_and_con(hint, words), behind_text(hint.behind, words)]
    return " ".join([text for text in said if text] + sides(view, hint.action, words))


def care_lines(edition: Edition, words: Words) -> list[str]:
    """Return the line about advice that was fitted to another edition, if it was."""
    if edition.id == DEFAULT_EDITION:
        return []
    return [
        words("-# Computer players were tuned for another edition, so take their advice with care.")
    ]


def pro_and_con(hint: judge.Hint, words: Words) -> tuple[str, str]:
    """Return the strongest reason for a hint, and the strongest against it."""
    return reason_text(hint.reason, words), drawback_text(hint.against, words)


def sides(view: View, action: Action, words: Words) -> list[str]:
    """Return arguments on a castle piece, a sale, or a banner kept, in its player's view before."""
    match action:
        case Castle(family, ring):
            return _piece(view, family, ring, words)
        case Banner(sale) if sale:
            return [_sale(view, dict(sale), words)]
        case End() if _could_sell(view):
            return [
                words(
                    "For: you keep the banner, and your seals may rise. Against: others "
                    "may push them down first. They're worth {gold} now.",
                    gold=f"{GOLD}{gold_text(_worth(view), words)}",
                )
            ]
    return []


def _piece(view: View, family: str, ring: int, words: Words) -> list[str]:
    """Return the value that rises and the one that falls, with the player's seals of each."""
    covered = view.ring[ring - 1]
    # A piece over a seal of its own family raises and lowers the same value: nothing to weigh.
    if covered == family:
        return []
    sentence = N_("For: {family} rises from {before} to {after}, and you have {seals}.")
    lines = [words(sentence, **_change(view, family, 1, words))]
    if covered is not None:
        lines.append(
            # Translators: what speaks against a castle piece: seal values before and after.
            words(
                "Against: {family} falls from {before} to {after}, and you have {seals}.",
                **_change(view, covered, -1, words),
            )
        )
    return lines


def _change(view: View, family: str, by: int, words: Words) -> dict[str, object]:
    assert view.screen is not None
    number = view.edition.family_number[family]
    before = view.values[number]
    seals = view.screen.seals[number]
    name = words.name(family).after(seal_mark(family))
    return {"family": name, "before": before, "after": before + by, "seals": seals}


def _sale(view: View, sale: dict[str, int], words: Words) -> str:
    gold = sum(
        amount * view.values[view.edition.family_number[family]] for family, amount in sale.items()
    )
    assert view.seat is not None
    return words.plural(
        "For: {gold} for sure, and new workers. Against: sold seals can't rise any more, "
        "and you'll have {n} banner left.",
        "For: {gold} for sure, and new workers. Against: sold seals can't rise any more, "
        "and you'll have {n} banners left.",
        view.seats[view.seat].banners - 1,
        gold=f"{GOLD}{gold_text(gold, words)}",
    )


def _could_sell(view: View) -> bool:
    assert view.seat is not None
    return not view.banner_used and view.seats[view.seat].banners > 0 and _worth(view) > 0


def _worth(view: View) -> int:
    assert view.screen is not None
    return sum(seals * value for seals, value in zip(view.screen.seals, view.values, strict=True))
