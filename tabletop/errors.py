"""The errors of tables: each has a code and parameters, and is put into words elsewhere."""

from typing import ClassVar

from db.games.rows import GameSummary
from engine.errors import EngineError


class TableError(EngineError):
    """A table refuses a person's request; the game is unchanged.

    Each service of tables refuses by it what the person may not do, and what a game that has not
    begun, is over or has moved on does not allow. The codes are all the reasons.
    """

    reasons: ClassVar[dict[str, str]] = {
        "unknown-table": "there is no game {number} here",
        "no-server": "this needs a server with the bot",
        "out-of-sight": "you cannot see where game {number} is played",
        "not-open": "game {number} has begun already",
        "not-begun": "game {number} has not begun yet",
        "not-over": "game {number} is not over yet",
        "not-running": "game {number} is over",
        "set-aside": "game {number} was set aside because its log cannot be read",
        "already-seated": "you have a seat in game {number} already",
        "not-seated": "you have no seat in game {number}",
        "kept": "the seats of game {number} that are left are kept for others",
        "invited-only": "game {number} is for invited people",
        "full": "all {count} seats of game {number} are taken",
        "too-few": "game {number} needs at least {count} people",
        "not-host": "only the host {name} may do this in game {number}",
        "not-your-turn": "it is {name}'s turn in game {number}",
        "outdated": "game {number} has moved on since",
        "went-back": "the database forgot turns of game {number}",
        "resigned": "you have resigned from game {number}",
        "too-many-hosted": "you host {count} unfinished games here already",
        "too-many-seated": "you play in {count} unfinished games already",
        "too-many-lobbies": "{count} games wait to begin here already",
        "too-many-unfinished": "{count} games are unfinished here already",
        "blocked": "moderators keep you from opening games here",
        "limit-games": "{count} games opened here within an hour; again at {until}",
        "limit-server-games": "{count} games opened here by all within an hour; again at {until}",
        "limit-threads": "{count} threads opened here within an hour; again at {until}",
        "limit-server-threads": "{count} threads opened by all within an hour; again at {until}",
        "limit-game-posts": "{count} messages within a minute in one game; again at {until}",
        "limit-posts": "{count} messages here within an hour; again at {until}",
        "limit-invitations": "{count} seats kept for others within a day; again at {until}",
        "limit-nudges": "{count} nudges within a day; again at {until}",
        "limit-direct": "{count} direct messages tried within a day; again at {until}",
        "not-invitable": "person {person} wants to be invited by nobody",
        "not-met": "person {person} wants to be invited by people they have played with",
        "bad-seats": "a game has {least} to {most} seats",
        "bad-clock": "“{token}” is no clock",
        "bad-level": "there is no computer player “{token}”",
        "no-computer": "no computer player has a seat in game {number}",
        "seat-not-played": "no person plays that seat in game {number}",
        "not-away": "no computer player has your seat in game {number}",
        "away": "a computer player has your seat in game {number}",
        "not-late": "it is not {name}'s turn",
        "too-early": "{name} has time for the turn until {until}",
        "not-later": "that time is over",
        "too-far": "one may be away for {count} days at most",
        "few-days": "{count} days within 30 are left to be away",
        "not-prepared": "only buildings and workers are prepared",
        "nothing-ahead": "it is this person's turn, or they had their last in game {number}",
        "not-at-once": "prepared turns of game {number} are not played at once",
        "waits": "what is prepared would not be played at once",
        "still-thinking": "the last question is still being thought about",
        "no-advice": "there is no advice at the moment",
        "no-hints-wished": "you chose to have no hints",
        "no-hints": "game {number} is played without hints",
        "lot-preset": "the first-game set-up has a fixed lot",
    }


class UnreadableTableError(Exception):
    """The log of a table cannot be replayed."""

    def __init__(self, row: GameSummary, reason: str) -> None:
        super().__init__(f"game {row.game_id}: {reason}")
        self.row = row
        self.number = row.game_id
        self.reason = reason
