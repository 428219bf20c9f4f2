"""The engine's errors as data: a code and its parameters, so that any language can word them."""

from typing import ClassVar, Final, TypeAlias

Parameter: TypeAlias = str | int

LONGEST_QUOTE: Final = 80  # the most characters that a message quotes of a given text


class EngineError(ValueError):
    """The base of the engine's errors.

    Attributes:
        code: a stable name of the problem, a key of the class's ``reasons``; those of a class that
            has no reasons are their own text, and are put into words elsewhere.
        parameters: the names and numbers of this instance.
    """

    reasons: ClassVar[dict[str, str]] = {}

    def __init__(self, code: str, **parameters: Parameter) -> None:
        self.code = code
        self.parameters = parameters
        quoted = {
            name: value if name == "reason" else _quoted(value)
            for name, value in parameters.items()
        }
        super().__init__(self.reasons.get(code, code).format(**quoted))

    # An exception is unpickled from its message, which is no code; errors come from worker
    # processes too.
    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.code, self.parameters)


def _again(kind: type[EngineError], code: str, parameters: dict[str, Parameter]) -> EngineError:
    return kind(code, **parameters)


def _quoted(value: Parameter) -> str:
    """Return a parameter for a message, on one line and shortened."""
    text = str(value)
    if len(text) > LONGEST_QUOTE:
        text = text[: LONGEST_QUOTE - 1] + "…"
    return one_line(text)


def one_line(text: str) -> str:
    """Escape unprintable characters, such as line ends, so that a text stays on one line."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


class EditionError(EngineError):
    """An edition does not exist, or its file contradicts itself."""

    reasons: ClassVar[dict[str, str]] = {
        "unknown-edition": "there is no edition “{token}”",
        "bad-edition": "the edition's file contradicts itself: {reason}",
    }


class NotationError(EngineError):
    """A text is not in the notation, or names something the edition does not have."""

    reasons: ClassVar[dict[str, str]] = {
        "bad-square": "“{token}” is not a square",
        "look-alike": "“{token}” has a letter of another alphabet",
        "off-board": "the square “{token}” is off the board",
        "repeated-square": "the square “{token}” is named twice",
        "bad-card": "there is no card “{token}”",
        "bad-lot": "“{token}” is not a position of the castle lot, such as G5:4x3",
        "lot-not-allowed": "the castle lot cannot lie at “{token}”",
        "bad-family": "“{token}” is not a family",
        "repeated-family": "the family “{token}” is named twice",
        "bad-number": "“{token}” is not a number that can stand here",
        "bad-ring": "“{token}” is not a ring square of the castle",
        "bad-action": "“{token}” is not an action",
        "bad-word": "“{token}” cannot stand here; expected {expected}",
        "missing-word": "the text ends too early; expected {expected}",
    }


class StartError(EngineError):
    """The start of a game is invalid, such as its number of players or its deck."""

    reasons: ClassVar[dict[str, str]] = {
        "bad-setup": "“{token}” is not a set-up; there are first-game and free",
        "bad-player-count": "{count} players cannot play; it takes {least} to {most}",
        "bad-colour": "there is no colour “{token}”",
        "repeated-colour": "the colour “{token}” is given to two players",
        "first-lot": "the first-game set-up has its lot at {expected}, not at “{token}”",
        "bad-lot": "the castle lot cannot lie at “{token}”",
        "deck-size": "the deck has {count} cards; this set-up shuffles {expected}",
        "deck-cards": "the deck has too many cards “{token}”",
    }


class IllegalActionError(EngineError):
    """The rules forbid an action in a position; code and parameters give the reason."""

    reasons: ClassVar[dict[str, str]] = {
        "game-over": "the game is over",
        "must-first": "first build or place workers",
        "castle-first": "first place the castle pieces: {count} to go",
        "already-acted": "you have built or placed workers already in this turn",
        "nothing-owed": "there is no castle piece to place now",
        "card-not-in-hand": "the card {card} is not in your hand",
        "no-squares": "a tile lies on squares, and none are named",
        "wrong-shape": "the squares {squares} do not make a {form}",
        "mirrored": "a {form} on {squares} would be mirrored, which this game does not allow",
        "off-board": "{squares} is off the board",
        "on-building": "{squares} is built over already",
        "on-lot": "{squares} belongs to the castle lot",
        "on-worker": "a worker stands on {squares}",
        "touches-nothing": "{squares} touches no building, the castle or a worker by a side",
        "stack-empty": "the stack is empty; take an open card",
        "nothing-to-draw": "there is no card left to draw",
        "must-draw": "a card must be drawn",
        "card-not-open": "the card {card} does not lie open",
        "no-worker-placed": "at least one worker must be placed",
        "square-twice": "{squares} can take one worker only",
        "too-few-own": "you have {count} workers of your own",
        "no-own-left": "you have no workers of your own",
        "too-few-neutral": "you have {count} neutral workers",
        "no-neutral-left": "you have no neutral workers",
        "no-workers-left": "you have no workers; a banner brings {count}",
        "no-workers-ever": "you have no workers, and no banner that would bring some",
        "next-to-none": "{squares} is at no unfinished building and not at the castle",
        "not-one-building": "no single building is next to all of {squares}",
        "may-not-pass": "you may only pass when you can neither build nor place a worker",
        "pool-empty": "no {family} piece is left for floor {floor}",
        "ring-taken": "ring square {ring} has its piece of floor {floor} already",
        "bad-ring": "{ring} is not a ring square of the castle",
        "bad-family": "{family} is not a family",
        "no-banner": "you have no banner left",
        "banner-used": "only one banner may be handed in a turn",
        "too-few-seals": "you have {count} {family} seals, not {amount}",
        "bad-sale": "a sale names each family once, in order, with a positive amount",
    }


class UndoError(EngineError):
    """The last action, or a turn, cannot be taken back; the code is the reason."""

    reasons: ClassVar[dict[str, str]] = {
        "nothing-to-undo": "nothing was done in this turn yet",
        "card-drawn": "a card from the stack became known; that cannot be taken back",
        "game-over": "the game is over",
        "no-such-turn": "turn {turn} was not played",
        "taken-back": "turn {turn} was taken back once already",
    }


class RecordError(EngineError):
    """A text is not a record of a game."""

    reasons: ClassVar[dict[str, str]] = {
        "not-json": "not JSON: {token}",
        "not-an-object": "a record is one JSON object",
        "unknown-key": "unknown key “{token}”",
        "missing-key": "the key “{token}” is missing",
        "repeated-key": "the key “{token}” is given twice",
        "bad-format": "unknown format “{token}”",
        "bad-value": "{token} cannot stand for {key}",
        "bad-start": "{reason}",
        "bad-action": "action {number} “{text}”: {reason}",
        "bad-result": "the result in the record is {token}, the game's is {expected}",
    }


class PackedError(EngineError):
    """A text is not a packed record."""

    reasons: ClassVar[dict[str, str]] = {
        "version": "not packed by this version",
        "edition": "of an edition that is not known here",
        "damaged": "damaged: no game has this text",
    }
