"""What people read when something is refused: what was wrong and what to do instead."""

from __future__ import annotations

from typing import Final

import discord

from engine.cards import Card
from engine.errors import (
    EditionError,
    EngineError,
    IllegalActionError,
    NotationError,
    RecordError,
    StartError,
    UndoError,
)
from render import card_name
from tables.errors import TableError
from translation import N_, Words

ILLEGAL: Final = {
    "game-over": N_("This game is over. See who won with `/arkadia board`."),
    "must-first": N_("First build (`/arkadia build`) or place workers (`/arkadia workers`)."),
    "castle-first": N_("First place the castle pieces you owe ({count}) with `/arkadia castle`."),
    "already-acted": N_(
        "You have built or placed workers already in this turn. Hand in a banner with "
        "`/arkadia banner`, or finish with `/arkadia end`."
    ),
    "nothing-owed": N_("There is no castle piece to place now. `/arkadia end` ends your turn."),
    "card-not-in-hand": N_(
        "You have no card {card}. `/arkadia screen` shows your hand, only to you."
    ),
    "no-squares": N_("Name the squares of the building, such as `F7 F8`."),
    "wrong-shape": N_(
        "The squares {squares} do not make a {form}. Pick one of the places that are offered "
        "while you type, or see the shapes with `/arkadia rules`."
    ),
    "mirrored": N_("On {squares} the {form} would lie mirrored, which this game does not allow."),
    "off-board": N_("Not on the board: {squares}."),
    "on-building": N_("Built over already: {squares}. Choose vacant squares."),
    "on-lot": N_("Part of the castle: {squares}. Nothing is built there."),
    "on-worker": N_("Workers stand there already: {squares}. They stay for good."),
    "touches-nothing": N_(
        "A new building must touch a building, the castle or a worker with a side; a corner does "
        "not count."
    ),
    "stack-empty": N_("The stack is empty. Take one of the open cards instead."),
    "nothing-to-draw": N_("There is no card left to draw: choose `none`."),
    "must-draw": N_("You must draw a card: from the stack or one of the open cards."),
    "card-not-open": N_("The card {card} does not lie open. `/arkadia board` shows those that do."),
    "no-worker-placed": N_("Name at least one square for a worker."),
    "square-twice": N_("{squares} is named for an own and a neutral worker; it takes only one."),
    "too-few-own": N_("That is more than the own workers behind your screen: you have {count}."),
    "too-few-neutral": N_(
        "That is more than the neutral workers behind your screen: you have {count}."
    ),
    "not-one-building": N_(
        "All workers of a turn go round one building (or the castle), and no single one is next "
        "to all of {squares}."
    ),
    "may-not-pass": N_("You can still build or place a worker, so you may not pass."),
    "pool-empty": N_("There is no {family} piece left for floor {floor}. Choose another colour."),
    "ring-taken": N_("Ring square {ring} has its piece of floor {floor} already. Choose another."),
    "bad-ring": N_("{ring} is not a ring square of the castle."),
    "bad-family": N_("{family} is not a seal colour."),
    "no-banner": N_("You have no banner left. `/arkadia end` ends your turn."),
    "banner-used": N_("One banner a turn, and you have used it. `/arkadia end` ends your turn."),
    "too-few-seals": N_("Of your {family} seals you cannot sell {amount}: you have {count}."),
    "bad-sale": N_("Name each seal colour at most once, with a number above zero."),
}

UNDO: Final = {
    "nothing-to-undo": N_("There is nothing of this turn to take back."),
    "card-drawn": N_("That cannot be taken back: a card from the stack has become known by it."),
    "game-over": N_("The game is over; nothing can be taken back."),
}

NOTATION: Final = {
    "bad-square": N_("«{token}» is not a square. Squares are a letter and a number, such as F7."),
    "off-board": N_("The square {token} is off the board."),
    "repeated-square": N_("The square {token} is named twice."),
    "bad-card": N_(
        "There is no card «{token}». Cards are written like house/red; your hand is offered "
        "while you type."
    ),
    "bad-lot": N_("«{token}» is not a place for the castle. Such a place is written G5:4x3."),
    "lot-not-allowed": N_(
        "The castle cannot lie at {token}: it would cover a camp or leave the board."
    ),
    "bad-family": N_("«{token}» is not a seal colour."),
    "repeated-family": N_("{token} is named twice."),
    "bad-number": N_("«{token}» is not a number that can stand there."),
    "bad-ring": N_("«{token}» is not a ring square of the castle."),
    "bad-action": N_("«{token}» is not something one can do in this game."),
    "bad-word": N_("«{token}» cannot stand there."),
    "missing-word": N_("Something is missing there."),
}

TABLE: Final = {
    "unknown-table": N_("There is no game {number} on this server. `/arkadia games` lists yours."),
    "not-open": N_(
        "Game {number} has begun already. `/arkadia start` opens a new one, `/arkadia seat resign` "
        "leaves one that you play."
    ),
    "not-begun": N_("Game {number} has not begun yet. Its host begins it in the lobby."),
    "not-running": N_("Game {number} is over. `/arkadia start` opens a new one."),
    "set-aside": N_(
        "Game {number} was set aside: its log cannot be read. Its host and the person who runs "
        "the bot know."
    ),
    "already-seated": N_(
        "You have a seat in game {number} already. Its host presses *Begin* when all are here."
    ),
    "not-seated": N_("You have no seat in game {number}: you may watch with `/arkadia board`."),
    "full": N_("All {count} seats of game {number} are taken. `/arkadia start` opens a new one."),
    "too-few": N_(
        "Game {number} needs at least {count} people. Ask somebody to press *Join*, or add a "
        "computer player."
    ),
    "not-host": N_("Only {name}, the host of game {number}, may do this."),
    "not-your-turn": N_(
        "It is {name}'s turn in game {number}. You are told when it is yours; `/arkadia board` "
        "shows how it stands."
    ),
    "outdated": N_("Game {number} has gone on since. Look at the newest message and try again."),
    "resigned": N_("You have resigned from game {number}; the caretaker plays your seat."),
    "too-many": N_("You host {count} unfinished games here. Finish or cancel one first."),
    "bad-seats": N_("A game has {least} to {most} seats."),
    "bad-level": N_("There is no computer player «{token}». Pick one of those that are offered."),
    "no-computer": N_("No computer player has a seat in game {number}."),
    "seat-not-played": N_("No person plays that seat in game {number} now. Pick another one."),
    "not-away": N_("You play your seat in game {number} yourself already."),
    "away": N_(
        "A computer player has your seat in game {number} for now. `/arkadia seat back` takes it "
        "back."
    ),
    "too-early": N_("A turn in this game may take {hours} hours, and {name} still has {count}."),
    "lot-preset": N_(
        "The first-game set-up has its castle at a fixed place. Name none, or open a game with "
        "the free set-up."
    ),
}

_SENTENCES: Final[dict[type[EngineError], dict[str, str]]] = {
    IllegalActionError: ILLEGAL,
    UndoError: UNDO,
    NotationError: NOTATION,
    TableError: TABLE,
    StartError: {},
    EditionError: {},
    RecordError: {},
}

_GAME_WORDS: Final = frozenset({"form", "family"})


def refusal_text(error: EngineError, words: Words) -> str:
    """The sentence for a refusal, with the game's words in the reader's language.

    A person can cause the errors that have sentences here; another one is a defect, and says its
    English reason.
    """
    sentence = _SENTENCES[type(error)].get(error.code)
    if sentence is None:
        return str(error)
    values: dict[str, object] = {}
    for name, value in error.parameters.items():
        text = str(value)
        if name in _GAME_WORDS:
            text = words.name(text)
        elif name == "card":
            form, _, family = text.partition("/")
            text = card_name(Card(form, family), words)
        values[name] = plain(text)
    return words(sentence, **values)


def short(text: str, limit: int = 80) -> str:
    """Text from people on one line and cut, for where Discord reads no markup."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"


def plain(text: str, limit: int = 80) -> str:
    """Text from people, cut, and without anything Discord would read as markup."""
    unmarked = discord.utils.escape_markdown(short(text, limit), ignore_links=False)
    unmentioned = discord.utils.escape_mentions(unmarked).replace("<", "\\<")
    return unmentioned.replace("://", ":\u200b//")
