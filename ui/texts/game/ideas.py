"""A hint in a line: the move, what it gains, and its risk; ``advised`` has the reasons."""

from __future__ import annotations

from engine.actions import Action, Build, Castle, Draw, Workers
from engine.squares import first_square, square_name
from players.hints import Hint
from players.reasons import Reason
from ui.texts.game.advice import action_text
from ui.texts.game.events import Teller, names_of
from ui.texts.icons import GOLD
from words.sentences import changed, gold_text


def idea_line(number: int, hint: Hint, teller: Teller) -> str:
    """Return a hint in a line, such as "1. Red house on F7 F8; draw: stack → 2 red seals"."""
    after = [gain_text(hint.reason, teller), _risk(hint.against, teller)]
    told = teller.words.parted(text for text in after if text)
    move = f"{number}. {move_text(hint.action, teller)}"
    return f"{move} → {told}" if told else move


def move_text(action: Action, teller: Teller, *, pictured: bool = False) -> str:
    """Return an action in a few words.

    Args:
        pictured: True beside a picture of it, which shows tile and workers.
    """
    words = teller.words
    match action:
        case Build(card, squares, _) if pictured:
            first = square_name(first_square(squares))
            return words("{building:^} on {squares}", building=teller.building(card), squares=first)
        case Build(card, squares, draw):
            building, on = teller.building(card), names_of(squares)
            if draw is Draw.NONE:
                return words("{building:^} on {squares}", building=building, squares=on)
            drawn = _drawn(draw, teller)
            return words(
                "{building:^} on {squares}; draw: {card}", building=building, squares=on, card=drawn
            )
        case Workers(own, neutral) if pictured:
            return words("Workers on {squares}", squares=names_of(own | neutral))
        case Workers(own, neutral) if own and neutral:
            return words(
                "Your workers on {own}, neutral on {neutral}",
                own=names_of(own),
                neutral=names_of(neutral),
            )
        case Workers(own, _) if own:
            return words("Workers on {squares}", squares=names_of(own))
        case Workers(_, neutral):
            return words("Neutral workers on {squares}", squares=names_of(neutral))
        case Castle(family, ring):
            seals = teller.seals(family)
            return words("{family:^} on ring square {ring}", family=seals, ring=ring)
    return action_text(action, teller)


def _drawn(draw: object, teller: Teller) -> str:
    if draw is Draw.STACK:
        # Translators: what is drawn, after “draw:”.
        return teller.words.context("drawn", "stack")
    return teller.building(draw)  # type: ignore[arg-type]


def gain_text(reason: Reason, teller: Teller) -> str:
    """Return what an action brings, in a few words; empty where that is nothing countable."""
    words, given = teller.words, reason.parameters
    family = str(given.get("family", ""))
    seals = teller.seals(family) if family else ""
    match reason.code:
        case "completes":
            gold = f"{GOLD}{gold_text(int(given['gold']), words)}"
            return words.listing([_seals(int(given["seals"]), family, teller), gold])
        case "takes-camps":
            count = int(given["workers"])
            return words.plural("brings {n} neutral worker", "brings {n} neutral workers", count)
        case "takes-part":
            # Translators: what workers will earn when so many squares are filled.
            return words.plural(
                "{family} seals, {n} square to go",
                "{family} seals, {n} squares to go",
                int(given["vacant"]),
                family=seals,
            )
        case "advances":
            return words("your {family} building advances", family=seals)
        case "starts":
            return words("a new {family} building", family=seals)
        case "blocks":
            return words("blocks others' {family} building", family=seals)
        case "raises" | "lowers":
            return changed(seals, int(given["before"]), int(given["after"]), words)
        case "completes-floor":
            return words("finishes floor {floor}", floor=given["floor"])
        case "sells":
            return f"{GOLD}{gold_text(int(given['gold']), words)}"
        case "fetches":
            return words.plural(
                "brings {n} own worker", "brings {n} own workers", int(given["workers"])
            )
    return ""


def _risk(drawback: Reason | None, teller: Teller) -> str:
    """Return what speaks against an action, in a few words; empty if nothing does."""
    if drawback is None:
        return ""
    words, family = teller.words, str(drawback.parameters["family"])
    if drawback.code == "opens":
        return words.plural(
            "risk: {n} worker finishes one {family} building",
            "risk: {n} workers finish one {family} building",
            int(drawback.parameters["vacant"]),
            family=teller.seals(family),
        )
    count = int(drawback.parameters["seals"])
    return words.plural("others get {n} seal", "others get {n} seals", count)


def _seals(count: int, family: str, teller: Teller) -> str:
    if family:
        return teller.gained(family, count)
    return teller.words.plural("{n} seal", "{n} seals", count)
