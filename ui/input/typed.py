"""Read typed arguments: what they resemble or may have meant; cards, buildings and seal colours.

Cards are found in any order and case. The beginning of a word is enough where it is unique, and one
slip of a letter does not matter where nothing else fits.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from discord import AppCommandOptionType, app_commands

from engine import Card, Edition, Position, actions, errors
from i18n.formats import Name
from i18n.translation import N_, NC_, Words, folded, languages, typed_in
from ui.answers import RefusalError
from ui.interactions import Interaction
from ui.texts.markup import TYPED, plain
from words.queries import also_called, card_anywhere, family_anywhere, words_on_the_box
from words.sentences import card_name

OPTIONS: Final = ("card", "place", "draw", "building", "family", "until")
"""The options of commands that may be unclear; their places stand in the custom ids of buttons."""


class UnclearError(RefusalError):
    """A refusal of an option of a typed command, with texts for it that each mean one thing."""

    def __init__(self, text: str, option: str, meant: Sequence[str]) -> None:
        super().__init__(text)
        self.option = option
        self.meant = meant


def unclear(
    sentence: str, option: str, gap: str, text: str, meant: Sequence[str], words: Words
) -> UnclearError:
    """Return the refusal of a typed text, with what may be meant in a gap of its sentence."""
    values = {"typed": plain(text.strip(), TYPED), gap: words.listing(meant)}
    return UnclearError(words(sentence, **values), option, meant)


SHORTEST: Final = 3  # letters of a word that may have a slip: shorter ones fit too many


def fits(typed: str, name: str) -> bool:
    """Return whether a half-typed text is part of a name, or its words begin those of the name."""
    wanted, whole = folded(typed.strip()), folded(name)
    if wanted in whole:
        return True
    words = _words(wanted)
    return bool(words) and begin(words, _words(whole), slips=1)


def begin(typed: Sequence[str], name: Sequence[str], slips: int = 0) -> bool:
    """Return whether typed words begin different words of a name, with some slips in all.

    >>> begin(["hou", "red"], ["red", "house"]), begin(["hosue"], ["red", "house"], slips=1)
    (True, True)
    """
    left, slipped = [*name], list[str]()
    # The longest first: what it begins, a shorter one may begin, too, and not the other way round.
    for word in sorted(typed, key=len, reverse=True):
        found = next((one for one in left if one.startswith(word)), None)
        if found is None:
            slipped.append(word)
        else:
            left.remove(found)
    if len(slipped) > slips:
        return False
    return all(any(is_slip(word, one) for one in left) for word in slipped)


def is_slip(typed: str, word: str) -> bool:
    """Return whether a typed text is the beginning of a word, or all of it, but for one slip."""
    place = next((n for n, (a, b) in enumerate(zip(typed, word, strict=False)) if a != b), None)
    if place is None:
        place = min(len(typed), len(word))
    here, there = typed[place:], word[place:]
    return len(typed) >= SHORTEST and (
        there[1:].startswith(here[1:])
        or there.startswith(here[1:])
        or there[1:].startswith(here)
        or (here[:2] == there[1::-1] and there[2:].startswith(here[2:]))
    )


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text)


AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any]

FENCE: Final = "```"
AFTER: Final = "\u200b"
"""An invisible escape behind characters that end a value, begin another option or a mention."""


def typed_line(interaction: Interaction) -> str:
    """Return the typed command with its options; empty if the interaction has no command."""
    if interaction.command is None:
        return ""
    return _line(interaction.command.qualified_name, interaction.namespace)


def written_line(command: AnyCommand, values: Mapping[str, Any]) -> str:
    """Return a command with the values of its options as it could have been typed."""
    shown = {option.name: option.display_name for option in command.parameters}
    return _line(command.qualified_name, [(shown[name], value) for name, value in values.items()])


def _line(name: str, values: Iterable[tuple[str, Any]]) -> str:
    return " ".join([f"/{name}", *(f"{option}:{_written(value)}" for option, value in values)])


def fenced(line: str) -> str:
    """Return a typed command line between fences, as it is written in an answer."""
    return f"{FENCE}\n{line}\n{FENCE}"


def read_line(text: str, known: Iterable[AnyCommand]) -> tuple[AnyCommand, dict[str, Any]] | None:
    """Return the command quoted in an answer, with its options' values; None if there is none."""
    # The message is the memory: the bot keeps nothing of a question that may never be answered.
    found = re.search(rf"^{FENCE}\n/(.*)\n{FENCE}$", text, re.DOTALL | re.MULTILINE)
    if found is None:
        return None
    for command in known:
        name, rest = command.qualified_name, found[1]
        if rest == name or rest.startswith(f"{name} "):
            return command, _values(rest[len(name) :], command)
    return None


def _written(value: object) -> str:
    return re.sub("([`:@])", rf"\1{AFTER}", str(value))


def _values(rest: str, command: AnyCommand) -> dict[str, Any]:
    kinds = {option.display_name: option for option in command.parameters}
    names = "|".join(map(re.escape, kinds))
    parts = re.split(rf" ({names}):(?!{AFTER})", rest) if kinds else [rest]
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    return {kinds[name].name: _value(text, kinds[name].type) for name, text in pairs}


def _value(text: str, kind: AppCommandOptionType) -> str | int | bool:
    if kind is AppCommandOptionType.integer:
        return int(text)
    if kind is AppCommandOptionType.boolean:
        return text == str(True)
    return text.replace(AFTER, "")


# Translators: what people type, with commas between: words before a card's that say nothing of it.
LEFT_OUT: Final = NC_(
    "typed",
    "the, a, an, my, one, from, of, card, open, face, up, tile, building, draw, take, play, build, "
    "please",
)
# Translators: what people type, with commas between.
STACK: Final = NC_("typed", "stack, deck, pile")
NOTHING: Final = NC_("typed", "none, nothing")

SHORTEST_ABROAD: Final = 3  # letters of a word that is looked up in other languages


def typed_words(text: str, words: Words) -> list[str]:
    """Return the folded words of a typed text, without those that carry no meaning."""
    found = re.findall(r"[^\W\d_]+", folded(text))
    # A text of such words alone is kept: it may be the beginning of a name.
    return [word for word in found if word not in words.typed(LEFT_OUT)] or found


def cards_meant(text: str, cards: Iterable[Card], words: Words) -> list[Card]:
    """Return the cards that a typed name may mean: the exact match, else all partial matches.

    Words of the box are understood where the bot's own fit no card, and those of other languages
    where these do not, either.
    """
    wanted = typed_words(text, words)
    every = list(dict.fromkeys(cards))
    if not wanted:
        return []
    for card in every:
        sentences = (typed_words(said, words) for said in card_name(card, words).forms.values())
        exact = (*_names(card, words), *sentences)
        if any(sorted(wanted) == sorted(names) for names in exact):
            return [card]
    found = [card for card in every if any(_fits(wanted, names) for names in _names(card, words))]
    found = found or [card for card in every if _fits(wanted, _all_names(card, words))]
    if found:
        return found
    spoken = languages()
    abroad = typed_abroad(text, spoken)
    return [card for card in every if abroad and _fits(abroad, card_anywhere(card, spoken))]


def typed_abroad(text: str, spoken: tuple[str, ...]) -> list[str]:
    """Return the folded words of a text that are looked up in some languages; none if one is short.

    Those that carry no meaning in one of the languages are left out.
    """
    found = re.findall(r"[^\W\d_]+", folded(text))
    left = [word for word in found if word not in typed_in(LEFT_OUT, spoken)]
    return left if all(len(word) >= SHORTEST_ABROAD for word in left) else []


def read_card(text: str, hand: Sequence[Card], edition: Edition, words: Words) -> Card:
    """Return the card of a hand that a typed text means."""
    found = cards_meant(text, hand, words)
    if len(found) == 1:
        return found[0]
    if found:
        sentence = N_("“{typed}” matches several: {names}. Which one?")
        raise unclear(sentence, "card", "names", text, _called(found, words), words)
    # A card that exists and is not in the hand is told as that, and not as a misspelt one.
    elsewhere = cards_meant(text, edition.cards, words)
    if len(elsewhere) == 1:
        raise errors.IllegalActionError("card-not-in-hand", card=str(elsewhere[0]))
    slipped = [] if elsewhere else cards_slipped(text, hand, words)
    if len(slipped) == 1:
        return slipped[0]
    sentence = N_("You have no card called “{typed}”. Your cards: {cards}.")
    raise unclear(sentence, "card", "cards", text, _called(hand, words), words)


def read_draw(position: Position, text: str | None, words: Words) -> Card | actions.Draw | None:
    """Return the typed draw; without text the only possible one, or None if there are several."""
    draws = position.draws()
    if text is None:
        return draws[0] if len(draws) == 1 else None
    wanted = typed_words(text, words)
    found: list[Card | actions.Draw] = list(cards_meant(text, position.face_up, words))
    if means_stack(text, words):
        found.append(actions.Draw.STACK)
    if len(found) == 1:
        return found[0]
    if found:
        sentence = N_("“{typed}” matches several: {names}. Which one?")
        raise unclear(sentence, "draw", "names", text, _drawn(found, words), words)
    if wanted and (
        _begins(wanted[-1], words.typed(NOTHING), words)
        or wanted[-1] in typed_in(NOTHING, languages())
    ):
        return actions.Draw.NONE
    elsewhere = cards_meant(text, position.start.edition.cards, words)
    if len(elsewhere) == 1:
        raise errors.IllegalActionError("card-not-open", card=str(elsewhere[0]))
    if draws == [actions.Draw.NONE]:
        raise RefusalError(words("There are no cards left to draw, so leave out `draw:`."))
    sentence = N_("You can't draw “{typed}”. You can draw: {draws}.")
    raise unclear(sentence, "draw", "draws", text, _drawn(draws, words), words)


def means_stack(text: str, words: Words) -> bool:
    """Return whether a typed text names the stack, in full or by its beginning."""
    wanted, spoken = typed_words(text, words), languages()
    if wanted and _begins(wanted[-1], words.typed(STACK), words):
        return True
    abroad = typed_abroad(text, spoken)
    return bool(abroad) and begins_abroad(abroad[-1], typed_in(STACK, spoken))


def _drawn(draws: Iterable[Card | actions.Draw], words: Words) -> list[Name]:
    stack = words.name(NC_("name", "the stack"))
    names = (card_name(card, words) if isinstance(card, Card) else stack for card in draws)
    return list(dict.fromkeys(names))


def read_family(text: str, edition: Edition, words: Words) -> str:
    """Return the seal colour that a typed text means."""
    wanted = "".join(typed_words(text, words))
    found = (
        [
            family
            for family in edition.families
            if wanted and _begins(wanted, [family, *_said_as(words.name(family))], words)
        ]
        or [
            family
            for family in edition.families
            if wanted and _begins(wanted, also_called(family, words), words)
        ]
        or _families_abroad(text, edition)
        or [one for one in edition.families if is_slip(wanted, folded(words.name(one)))]
    )
    if len(found) == 1:
        return found[0]
    meant = [words.name(family) for family in found or edition.families]
    sentence = N_("“{typed}” isn't one of the seal colours: {families}.")
    raise unclear(sentence, "family", "families", text, meant, words)


def _families_abroad(text: str, edition: Edition) -> list[str]:
    spoken = languages()
    typed = "".join(typed_abroad(text, spoken))
    families = edition.families if typed else ()
    return [one for one in families if begins_abroad(typed, family_anywhere(one, spoken))]


def begins_abroad(typed: str, names: Iterable[str]) -> bool:
    """Return whether a text, as ``typed_abroad`` reads it and joined, begins one of some names."""
    spoken = languages()
    return any("".join(typed_abroad(name, spoken)).startswith(typed) for name in names)


def cards_slipped(text: str, cards: Iterable[Card], words: Words) -> list[Card]:
    """Return the cards that a typed name means but for one slip of a letter."""
    wanted = typed_words(text, words)
    return [
        card
        for card in dict.fromkeys(cards)
        if wanted and any(_fits(wanted, names, slips=1) for names in _names(card, words))
    ]


def _called(cards: Iterable[Card], words: Words) -> list[Name]:
    return list(dict.fromkeys(card_name(card, words) for card in cards))


# Suggestions compare these names at every keystroke.
@lru_cache(maxsize=2048)
def _names(card: Card, words: Words) -> tuple[list[str], ...]:
    """Return the words of a card in the notation's and the reader's language, and as one name."""
    family, form = words.name(card.family), words.name(card.form)
    return (
        [*typed_words(card.family, words), *typed_words(card.form, words)],
        [*typed_words(family, words), *typed_words(form, words)],
        typed_words(card_name(card, words), words),  # the colour may agree with the building
    )


def _all_names(card: Card, words: Words) -> list[str]:
    """Return all words by which a card may be called, those of the box among them."""
    known = (word for names in _names(card, words) for word in names)
    return list(dict.fromkeys((*known, *words_on_the_box(card, words))))


def _said_as(name: Name) -> tuple[str, ...]:
    return name, *name.forms.values()


def _fits(wanted: Sequence[str], names: Sequence[str], slips: int = 0) -> bool:
    """Return whether each word begins another one of the names, or one begins them in a row.

    People leave the space out: ``redhouse``, ``houser``.
    """
    if begin(wanted, names, slips):
        return True
    family, form = names[0], "".join(names[1:])
    joined = ([f"{family}{form}"], [f"{form}{family}"])
    return len(wanted) == 1 and any(begin(wanted, name, slips) for name in joined)


def _begins(typed: str, names: Iterable[str], words: Words) -> bool:
    return any("".join(typed_words(name, words)).startswith(typed) for name in names)
