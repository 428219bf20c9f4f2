"""Row classes of personal data: preferences, plans, and the data of an export."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from db.acts.rows import StoredAct
from db.club.rows import StoredResult, StoredStanding
from db.columns import ELSEWHERE
from db.daily.rows import NO_ANSWERS, DailyTraces
from db.games.rows import HelpLevel, State, StoredEntry, StoredPause, StoredSeat
from db.leagues.rows import LeagueTraces
from db.ledger.rows import ActTraces
from db.outbox.rows import StoredWaiting
from db.timers.rows import StoredDue

Reminding: TypeAlias = Literal["never", "once", "daily"]


RemindedIn: TypeAlias = Literal["game", "message"]


VisitKind: TypeAlias = Literal["session", "used", "closed"]


Invites: TypeAlias = Literal["anyone", "met", "nobody"]
"""The people who may keep a seat for a person: all, those who have played with them, or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """A row with a person's preferences for all games; the defaults are for people without a row.

    Attributes:
        theme: the theme of Discord's that pictures for this person alone are drawn for.
        confirm: whether commands show their effect before they act.
        mention: whether they are notified when it is their turn.
        language: the code of the language, or ``None`` for that of their Discord.
        lesson: the step of the tutorial lesson that they have reached; ``None`` before its start.
        learned: whether they have come to the lesson's end.
        remind: how often they are reminded of a turn.
        remind_after: hours after which they are reminded once.
        remind_in: whether they are reminded in the game's thread or channel, or by direct message.
        tell_end: whether they are notified of the end of a game in another player's turn.
        zone: the time zone of their clock, or ``None`` for UTC.
        quiet_from, quiet_until: minutes of their day between which nothing is sent, or ``None``.
        quiet_weekend: whether nothing is sent on Saturdays and Sundays.
        quiet_turns: whether they are notified of their turn at once, although it is quiet.
        tips: whether they are given tips while they are new.
        tips_had: the tips they have had: game, turn and subject, such as ``12.3=camp``.
        invites: the people who may keep a seat for them and have them notified.
        help: the help that they want at most; ``None`` for what each game offers.
        nudges: whether opponents may nudge them.
    """

    theme: str = "dark"
    confirm: bool = True
    mention: bool = True
    language: str | None = None
    lesson: str | None = None
    learned: bool = False
    remind: Reminding = "once"
    remind_after: int = 24
    remind_in: RemindedIn = "game"
    tell_end: bool = True
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    quiet_weekend: bool = False
    quiet_turns: bool = False
    tips: bool = True
    tips_had: str = ""
    invites: Invites = "anyone"
    help: HelpLevel | None = None
    nudges: bool = True


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A row with the turn that a person has prepared. Hidden from all others.

    Attributes:
        turn: the turn that was being played when it was prepared; once played, its own.
        entry: the action, as it would stand in the log.
        rests: the squares that it rests on, as text.
        otherwise: the second choice, likewise; ``None`` for none.
        otherwise_rests: the squares that this rests on.
        at_once: whether it is played when its turn comes, if nothing that it rests on has changed.
        played: the choice that was played, from 1; 0 for none yet.
    """

    turn: int
    entry: str = field(repr=False)
    rests: str = field(default="", repr=False)
    otherwise: str | None = field(default=None, repr=False)
    otherwise_rests: str = field(default="", repr=False)
    at_once: bool = False
    played: int = 0


@dataclass(frozen=True, slots=True)
class StoredVisit:
    """A row with a session of a person on the pages, or with what their links are no longer for.

    Attributes:
        hash: the hash of the session's cookie or of the link; for closed links a word with the id.
        kind: a session, a link that was used, or the mark that a person closed all pages.
        user_id: the person.
        game_id: the only game that the session is for; 0 for all.
        language: the code of the language that the person had in Discord.
        until_at: when the row is of no use any more.
    """

    hash: str
    kind: VisitKind
    user_id: int
    game_id: int
    language: str
    until_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTraces:
    """The stored data of one person in one game, and of no other person.

    Attributes:
        hosted: whether they host it.
        invited: whether a seat in its lobby is kept for them.
        seat: their seat, or ``None``.
        entries: their entries, in the log's order.
        votes: the subjects that they agree to.
        note: their private note.
        plan: their prepared turn.
        pauses: when their clock did not run.
        waiting: the notices and reminders of their turn, if it is theirs.
        nudging: whether they nudged the person whose turn it is.
        result: the result of their seat.
    """

    game_id: int
    guild_id: int
    channel_id: int
    thread_id: int | None
    state: State
    created_at: int
    begun_at: int | None
    ended_at: int | None
    hosted: bool = field(metadata=ELSEWHERE)
    invited: bool = field(metadata=ELSEWHERE)
    seat: StoredSeat | None = field(metadata=ELSEWHERE)
    entries: tuple[StoredEntry, ...] = field(metadata=ELSEWHERE)
    votes: tuple[str, ...] = field(metadata=ELSEWHERE)
    note: str | None = field(metadata=ELSEWHERE)
    plan: StoredPlan | None = field(metadata=ELSEWHERE)
    pauses: tuple[StoredPause, ...] = field(metadata=ELSEWHERE)
    waiting: StoredWaiting | None = field(metadata=ELSEWHERE)
    nudging: bool = field(metadata=ELSEWHERE)
    result: StoredResult | None = field(metadata=ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Traces:
    """The stored data of one person.

    Attributes:
        preferences: ``None`` if they changed none.
        games: in which they have a seat, which they host, or about which they wrote something; by
            number.
        blocked_in: the servers where moderators keep them from opening games.
        shown_in: the servers where they chose to be in the ranking.
        leagues: in which they play or played, or which they opened.
        due: their timers.
        standings: what their games came to, by server.
        archived: the numbers of the finished games among which they are listed.
        acts: what they did lately that notified others or created something, and what reached them.
        asked: what they asked for lately, and what they were answered.
        visits: their sessions on the pages, and the links they have used.
        hidden_in: the servers where they chose to be left out of the ranking.
        daily: their answers to positions of the day, and their rating by these.
    """

    preferences: Preferences | None
    games: tuple[GameTraces, ...]
    blocked_in: tuple[int, ...] = ()
    shown_in: tuple[int, ...] = ()
    leagues: tuple[LeagueTraces, ...] = ()
    due: tuple[StoredDue, ...] = ()
    standings: tuple[StoredStanding, ...] = ()
    archived: tuple[int, ...] = ()
    acts: tuple[ActTraces, ...] = ()
    asked: tuple[StoredAct, ...] = ()
    visits: tuple[StoredVisit, ...] = ()
    hidden_in: tuple[int, ...] = ()
    daily: DailyTraces = NO_ANSWERS
