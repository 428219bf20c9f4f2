"""The sentences for refusals: the reason, and what to do instead."""

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from engine import edition, errors
from i18n.formats import Name
from i18n.translation import N_, NP_, Words
from tabletop.errors import TableError
from ui.texts import advice, markup
from words.sentences import card_name

Sentence = str | tuple[str, str]  # singular and plural where a number decides

Sentences: TypeAlias = Mapping[str, Sentence]  # by the error's code


class FeatureError(errors.EngineError):
    """An error of a feature, whose sentences for people stand in its class.

    >>> class LeagueError(FeatureError):
    ...     sentences = {"over": "“{name}” is over."}  # each marked by N_ or NP_
    >>> from i18n.translation import ENGLISH
    >>> refusal_text(LeagueError("over", name="Spring"), ENGLISH)
    '“Spring” is over.'
    """

    sentences: ClassVar[Sentences] = {}  # the sentences, by the error's code


FITS_NOT: Final = N_(
    "That isn't one of the options. Pick one from the list that appears as you type."
)
NOT_VACANT: Final = N_("There's something on {squares} already. Choose vacant squares.")
NOT_OVER: Final = N_("You can do that once game {number} is over.")
LIMIT: Final = N_("That's the limit for now. You can go on {until}.")
LIMIT_OF_SERVER: Final = N_("That's the limit on this server. You can go on {until}.")
RESERVED: Final = N_(
    "The free seats in game {number} are reserved. `/arkadia start` opens a new game."
)
NOT_KEPT: Final = N_(
    "You can't keep a seat for {person}: their preferences don't allow it. `/arkadia "
    "start` opens a game that anybody can join."
)

ILLEGAL: Final[dict[str, Sentence]] = {
    "game-over": N_("This game is over. `/arkadia board` shows who won."),
    "must-first": N_("First build (`/arkadia build`) or place workers (`/arkadia workers`)."),
    "castle-first": NP_(
        "You still have to place {n} castle piece: `/arkadia castle`.",
        "You still have to place {n} castle pieces: `/arkadia castle`.",
    ),
    "already-acted": N_(
        "You've already built or placed workers this turn. Hand in a banner (`/arkadia "
        "banner`) or end your turn (`/arkadia end`)."
    ),
    "nothing-owed": N_("You have no castle piece to place now. `/arkadia end` ends your turn."),
    "card-not-in-hand": N_(
        "There's no {card} in your hand. `/arkadia screen` shows your cards, only to you."
    ),
    "no-squares": N_("Name the building's squares, for example `F7 F8`."),
    "wrong-shape": N_(
        "The {form} isn't shaped like {squares}. Name one square to see how the tile can lie there."
    ),
    "mirrored": N_("On {squares}, the {form} would be mirrored. You can only rotate it."),
    "off-board": N_("Off the board: {squares}. Choose squares in the picture."),
    "on-building": NOT_VACANT,
    "on-lot": NOT_VACANT,
    "on-worker": NOT_VACANT,
    "touches-nothing": N_(
        "On {squares}, the tile doesn't touch a building, the castle or a worker. One "
        "side has to touch; corners don't count."
    ),
    "stack-empty": N_("The stack is empty. Take one of the open cards."),
    "nothing-to-draw": N_("There are no cards left to draw, so leave out `draw:`."),
    "must-draw": N_("You must draw a card: the top of the stack, or one of the open cards."),
    "card-not-open": N_("{card:^} isn't one of the open cards. `/arkadia board` shows them."),
    "no-worker-placed": N_("Name a square for at least one worker, with `own:` or `neutral:`."),
    "square-twice": N_(
        "You named {squares} under both `own:` and `neutral:`. Each square takes only one worker."
    ),
    "too-few-own": NP_(
        "You only have {n} worker of your own. Pick at most {n} square.",
        "You only have {n} workers of your own. Pick at most {n} squares.",
    ),
    "no-own-left": N_("You have no workers of your own left: use `neutral:`."),
    "too-few-neutral": NP_(
        "You only have {n} neutral worker. Pick at most {n} square.",
        "You only have {n} neutral workers. Pick at most {n} squares.",
    ),
    "no-neutral-left": N_("You have no neutral workers left: use `own:`."),
    "no-workers-left": NP_(
        "You have no workers left, so build (`/arkadia build`). A banner at the end of "
        "your turn brings {n} more.",
        "You have no workers left, so build (`/arkadia build`). A banner at the end of "
        "your turn brings {n} more.",
    ),
    "no-workers-ever": N_(
        "You have no workers left and no banner to get more, so build (`/arkadia "
        "build`). Each camp you cover brings a neutral worker."
    ),
    "next-to-none": NP_(
        "{squares} doesn't touch an unfinished building or the castle.",
        "{squares} don't touch an unfinished building or the castle.",
    ),
    "not-one-building": N_(
        "All the workers you place in a turn must be next to the same building or the "
        "castle. No building is next to all of {squares}."
    ),
    "may-not-pass": N_(
        "You can still build or place a worker, so you can't pass. Use `/arkadia turn`."
    ),
    "pool-empty": N_("There's no {family} piece left for floor {floor}. Choose another colour."),
    "ring-taken": N_(
        "Ring square {ring} already has a piece on floor {floor}. Choose another ring square."
    ),
    "bad-ring": FITS_NOT,
    "bad-family": FITS_NOT,
    "no-banner": N_("You have no banners left. `/arkadia end` ends your turn."),
    "banner-used": N_(
        "You've already handed in a banner this turn; one is the limit. `/arkadia end` "
        "ends your turn."
    ),
    "too-few-seals": NP_(
        "You can't sell {n} {family} seal: you have {count}.",
        "You can't sell {n} {family} seals: you have {count}.",
    ),
    "bad-sale": N_("Name each seal colour once, with a number above zero."),
}

UNDO: Final[dict[str, Sentence]] = {
    "nothing-to-undo": N_("There's nothing to undo in this turn."),
    "card-drawn": N_("You can't undo this any more: a card was revealed."),
    "game-over": ILLEGAL["game-over"],
    "no-such-turn": N_("Turn {turn} wasn't played, so it can't be taken back."),
    "taken-back": N_("Turn {turn} has already been taken back once, and that's the limit."),
}

NOTATION: Final[dict[str, Sentence]] = {
    "look-alike": N_(
        "“{token}” has a look-alike letter from another alphabet. Use plain letters, for "
        "example F7."
    ),
    "bad-square": N_("“{token}” isn't a square. A square is a letter and a number, such as F7."),
    "off-board": N_("{token} is off the board: columns are A to {column}, rows 1 to {row}."),
    "repeated-square": N_("You named {token} twice; name it once."),
    "bad-card": FITS_NOT,
    "bad-lot": N_(
        "“{token}” isn't a place for the castle. Name its top-left square and its size, "
        "for example G5:4x3."
    ),
    "lot-not-allowed": N_(
        "The castle can't stand at {token}: it would cover a camp or go off the board."
    ),
    "bad-family": FITS_NOT,
    "repeated-family": N_("You named {token} twice; name it once."),
    "bad-number": FITS_NOT,
    "bad-ring": FITS_NOT,
    "bad-action": FITS_NOT,
    "bad-word": FITS_NOT,
    "missing-word": FITS_NOT,
}

TABLE: Final[dict[str, Sentence]] = {
    "unknown-table": N_("There's no game {number} on this server. `/arkadia games` lists yours."),
    "no-server": N_("That only works on a server that I'm on."),
    "no-channel": N_("This only works in a channel: please type the command there."),
    "out-of-sight": N_(
        "Game {number} is in a channel you can't see any more. Ask a moderator, or leave "
        "the game: `/arkadia seat resign game:{number}`."
    ),
    "not-open": N_(
        "Game {number} has already begun. `/arkadia start` opens a new one, and "
        "`/arkadia seat resign` leaves one you're in."
    ),
    "not-begun": N_("Game {number} hasn't begun yet. Its host can begin it in the lobby."),
    "not-running": N_("Game {number} is over. `/arkadia start` opens a new one."),
    "set-aside": N_("Game {number} had to be set aside: its log can't be read."),
    "already-seated": N_("You have a seat in game {number}."),
    "not-seated": N_("You're not in game {number}, but you can watch with `/arkadia board`."),
    "invited-only": RESERVED,
    "kept": RESERVED,
    "not-prepared": N_(
        "You can only prepare a building or workers. The rest has to wait for your turn."
    ),
    "nothing-ahead": N_(
        "You have no turn to prepare in game {number} now. `/arkadia turn` shows the game."
    ),
    "not-at-once": N_(
        "Prepared turns aren't played immediately in game {number}. The host sets that "
        "in the lobby, before the game begins."
    ),
    "waits": N_(
        "That can't be played immediately: it completes a building, or the position has changed."
    ),
    "not-over": NOT_OVER,
    "no-turns": N_("Nobody has played a turn in game {number} yet."),
    "full": N_("Game {number} is full. `/arkadia start` opens a new one."),
    "too-few": NP_(
        "Game {number} needs at least {n} player. Ask a friend to press *Join*, or add a "
        "computer player.",
        "Game {number} needs at least {n} players. Ask a friend to press *Join*, or add "
        "a computer player.",
    ),
    "not-host": N_("Only {name}, the host of game {number}, can do this."),
    "not-your-turn": N_(
        "It's {name}'s turn in game {number}. You'll get a message when it's yours; "
        "`/arkadia board` shows the board."
    ),
    "went-back": N_(
        "The bot was restored from a backup, so the latest turns are lost. A new message "
        "in game {number} will show the board in a moment."
    ),
    "outdated": N_("Game {number} has moved on. Look at the newest message and try again."),
    "resigned": N_("You've resigned from game {number}; a computer plays for you now."),
    "too-many-hosted": NP_(
        "You're hosting {n} unfinished game here. Finish or cancel it first.",
        "You're hosting {n} unfinished games here. Finish or cancel one first.",
    ),
    "too-many-seated": NP_(
        "You're in {n} unfinished game. Finish it first.",
        "You're in {n} unfinished games. Finish one first.",
    ),
    "too-many-lobbies": NP_(
        "{n} game on this server is waiting for players. Join it: `/arkadia games` with "
        "`everybody:True` lists it.",
        "{n} games on this server are waiting for players. Join one of them: `/arkadia "
        "games` with `everybody:True` lists them.",
    ),
    "too-many-unfinished": NP_(
        "{n} game is under way on this server, and that's the limit. Please try again "
        "when it's over.",
        "{n} games are under way on this server, and that's the limit. Please try again "
        "when one is over.",
    ),
    "blocked": N_("This server's moderators don't let you do this. Ask them why."),
    "limit-games": LIMIT,
    "limit-server-games": LIMIT_OF_SERVER,
    "limit-threads": LIMIT,
    "limit-server-threads": LIMIT_OF_SERVER,
    "limit-game-posts": LIMIT,
    "limit-posts": LIMIT,
    "limit-invitations": LIMIT,
    "limit-nudges": LIMIT,
    "limit-direct": LIMIT,
    "not-invitable": NOT_KEPT,
    "not-met": NOT_KEPT,
    "bad-seats": N_("A game has {least} to {most} seats."),
    "bad-clock": N_(
        "“{token}” isn't a clock I know. Type `evening`, `daily`, `relaxed` or "
        "`endless`, or a time per turn and a reserve, such as `12h+24h`. With `~48h` at "
        "the end, quiet hours add at most 48 hours."
    ),
    "bad-level": FITS_NOT,
    "no-computer": N_("There's no computer player in game {number}."),
    "seat-not-played": N_("That seat in game {number} has no human player. Pick another seat."),
    "not-away": N_("No computer is playing for you in game {number}."),
    "away": N_(
        "A computer is playing for you in game {number}. Take your seat back with "
        "`/arkadia seat back`."
    ),
    "not-late": N_("It isn't {name}'s turn. A computer can only step in for a player who is late."),
    "too-early": N_("{name} still has time for this turn. Try again {until}."),
    "not-later": N_(
        "That's already in the past. Try something later, such as “3 days” or “Monday”."
    ),
    "too-far": NP_(
        "You can be away for {n} day at most. Try an earlier day.",
        "You can be away for {n} days at most. Try an earlier day.",
    ),
    "few-days": NP_(
        "In this 30-day period, you can pause your clock for {n} more day. Try an "
        "earlier day, or leave out `until:` and a computer plays for you.",
        "In this 30-day period, you can pause your clock for {n} more days. Try an "
        "earlier day, or leave out `until:` and a computer plays for you.",
    ),
    "still-thinking": advice.STILL_THINKING,
    "no-advice": N_("There's no advice at the moment. Please try again."),
    "no-hints-wished": N_("You turned hints off. `/arkadia preferences` turns them on again."),
    "no-hints": N_("Game {number} is played without hints."),
    "lot-preset": N_(
        "In the first-game set-up, the castle has a fixed place. To choose one, open a "
        "game with the free set-up."
    ),
}

EDITION: Final[dict[str, Sentence]] = {"unknown-edition": FITS_NOT}

_SENTENCES: Final[dict[type[errors.EngineError], dict[str, Sentence]]] = {
    errors.IllegalActionError: ILLEGAL,
    errors.UndoError: UNDO,
    errors.NotationError: NOTATION,
    TableError: TABLE,
    errors.StartError: {},
    errors.EditionError: EDITION,
    errors.RecordError: {},
}
"""The sentences of the core's errors; those of features have their own."""

_DECIDING: Final = {"too-few-seals": "amount"}  # by what number, if not ``count``

_GAME_WORDS: Final = frozenset({"form", "family"})


def refusal_text(error: errors.EngineError, words: Words) -> str:
    """Return the sentence for a refusal, with the game's words in the reader's language.

    A person can cause the errors that have sentences here; another one is a defect, and says its
    English reason.
    """
    known = error.sentences if isinstance(error, FeatureError) else _SENTENCES[type(error)]
    sentence = known.get(error.code)
    if sentence is None:
        # Not swallowed behind a general sentence: a report that quotes it names the missing code.
        return str(error)
    values: dict[str, object] = {}
    for name, value in error.parameters.items():
        text = str(value)
        if name in _GAME_WORDS:
            values[name] = _harmless(words.name(text))
        elif name == "until":
            values[name] = markup.moment(int(text))
        elif name == "person":
            values[name] = f"<@{int(text)}>"
        elif name == "card":
            form, _, family = text.partition("/")
            values[name] = _harmless(card_name(edition.Card(form, family), words))
        else:
            values[name] = markup.plain(text)
    if isinstance(sentence, str):
        return words(sentence, **values)
    deciding = error.parameters[_DECIDING.get(error.code, "count")]
    return words.plural(*sentence, int(str(deciding)), **values)


def _harmless(name: Name) -> Name:
    """Return a name of the game, or the typed text in its place with its markup escaped."""
    return name if markup.plain(name) == name else Name(markup.plain(name))
