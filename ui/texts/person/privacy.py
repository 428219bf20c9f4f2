"""The personal data that the bot keeps, why, and what forgetting does to it."""

from __future__ import annotations

from collections.abc import Iterable

from db.leagues.rows import LeagueTraces
from db.people.rows import GameTraces, Traces
from i18n.translation import SOURCE, Words, offered
from runtime.settings import Settings
from ui.texts.escaping import plain


def privacy_text(settings: Settings, words: Words) -> str:
    """Return a text on the personal data that is kept, the reasons, and for how long."""
    lines = [
        words("**What this bot keeps of you**"),
        words(
            "- Your Discord id and the name you sat down with: they show whose turn it is, and who "
            "plays."
        ),
        words(
            "- What you did in a game, and when: the list of actions is the game. Others see it, "
            "except what lies behind your screen."
        ),
        words(
            "- Notes, prepared turns, votes and preferences, so that they are there when you come "
            "back. Only you see notes and prepared turns."
        ),
        words(
            "- Whether you want to be in the ranking of a server. Its figures follow from your "
            "finished games."
        ),
        words(
            "- In which leagues you play or played, with your results: so that their games are "
            "drawn and their standings shown."
        ),
        words(
            "- Your answers to positions of the day and your rating by them. Others see only what "
            "many people chose, in per cent."
        ),
        words(
            "It reads no messages, keeps no list of members and nothing about people who only "
            "watch. It gives data to Discord alone."
        ),
        words.plural(
            "When the bot leaves a server, that server's games are deleted {n} day later.",
            "When the bot leaves a server, that server's games are deleted {n} days later.",
            settings.keep_left_days,
        ),
    ]
    if settings.web_url:
        lines.append(
            words(
                "- Which browsers may play for you, for a week at most: *Sign out* ends that at "
                "once."
            )
        )
    if settings.backups is not None:
        lines.append(
            words.plural(
                "Backups are made every day, and what you had deleted is gone from them after "
                "{n} day.",
                "Backups are made every day, and what you had deleted is gone from them after "
                "{n} days.",
                settings.backups_kept,
            )
        )
    if settings.policy_url:
        address = settings.policy_url.replace("{language}", offered(words.language) or SOURCE)
        lines.append(words("All of it in full: {address}", address=f"<{address}>"))
    lines += contact_lines(settings, words)
    return "\n".join(lines)


def contact_lines(settings: Settings, words: Words) -> list[str]:
    """Return how to report a problem or ask a question, if the host has set a contact."""
    if not settings.contact:
        return []
    return [words("Report a problem or ask a question: {contact}", contact=settings.contact)]


def preview_text(traces: Traces, words: Words) -> str:
    """Return a text on the effects of forgetting a person, on all servers."""
    games = traces.games
    lobbies = _named((game for game in games if game.state == "lobby"), words)
    running = _named((game for game in games if _plays(game)), words)
    over = sum(game.state not in ("lobby", "running", "aside") for game in games)
    leagues = [league for league in traces.leagues if _plays_in(league)]
    personal = sum((game.note is not None) + (game.plan is not None) for game in games)
    lines = [words("**If you are forgotten**, on all servers:")]
    if lobbies:
        lines.append(words("- you leave the lobbies of: {games};", games=lobbies))
    if running:
        lines.append(words("- the caretaker takes your seat for good in: {games};", games=running))
    if leagues:
        names = words.listing(plain(league.name, 60) for league in leagues)
        lines.append(words("- you leave the leagues: {names};", names=names))
    lines += [
        words(
            "- your name and id disappear from finished games ({count}); the moves stay, "
            "without a name;",
            count=over,
        ),
        words(
            "- your preferences, places in rankings, answers to positions of the day, and your "
            "notes and prepared turns ({count}) are deleted.",
            count=personal,
        ),
        words(
            "Messages that are in Discord already keep your name; moderators there can "
            "delete them. What moderators decided about you stays."
        ),
        words("**It cannot be taken back.** Export first what you would like to keep."),
    ]
    return "\n".join(lines)


def _plays(game: GameTraces) -> bool:
    seat = game.seat
    # A game that was set aside may be repaired and go on: forgetting gives its seat away, too.
    return game.state in ("running", "aside") and seat is not None and seat.status != "resigned"


def _plays_in(league: LeagueTraces) -> bool:
    entrant = league.entrant
    return league.state in ("open", "running") and entrant is not None and not entrant.left_round


def _named(games: Iterable[GameTraces], words: Words) -> str:
    numbers = [str(game.game_id) for game in games]
    # The preview has to fit one message with all that follows the list.
    more = "…" if len(numbers) > 30 else ""
    return words.listing(numbers[:30]) + more
