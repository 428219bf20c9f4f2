"""The store's errors, worded for the person who runs the bot."""

from typing import Any, Final, Literal, TypeAlias

BAD_ADDRESS: Final = (
    "The address of the database is wrong. Write it as postgresql://user@host/database and "
    "percent-encode signs of a password such as @, or leave it out and set PGPASSWORD."
)

Kind: TypeAlias = Literal["game", "league"]


class StoreError(Exception):
    """The base of the store's errors; its text names the fault and the remedy."""


class MissingFolderError(StoreError):
    """The folder that is to hold the database does not exist."""


class MissingFileError(StoreError):
    """The database or backup that is to be read does not exist."""


class UnwritableError(StoreError):
    """The database or its folder cannot be written."""


class DiskFullError(StoreError):
    """There is no room left; nothing of the failed change was kept, nothing else was lost."""


class DiskError(StoreError):
    """Reading or writing failed; nothing of the failed change was kept."""


class CorruptDatabaseError(StoreError):
    """The file is damaged, or not a database at all; it was not touched."""


class ForeignDatabaseError(StoreError):
    """The file is another program's database; it was not touched."""


class NewerDatabaseError(StoreError):
    """The file was written by a newer version of the bot; it was not touched."""


class NewerTablesError(StoreError):
    """A later version of a feature made its tables; they were not touched."""

    def __init__(self, name: str, found: int, known: int) -> None:
        super().__init__(
            f"The tables of “{name}” are of a later version of it ({found}; this one has {known}), "
            "so it is not loaded. Update the bot."
        )


class InUseError(StoreError):
    """Another running bot, or another program, holds the database or the wanted share of it."""


class TakenError(InUseError):
    """Another process took over this one's share of the database while the connection was lost.

    This process's memory of the games may be out of date, so it has to start anew.
    """


class OldSQLiteError(StoreError):
    """Python's SQLite is too old for the schema."""


class OldServerError(StoreError):
    """The PostgreSQL server is too old, or the database's encoding is not UTF-8."""


class MissingDriverError(StoreError):
    """The driver for PostgreSQL is not installed."""


class SlowQuestionError(StoreError):
    """A question took longer than one may, and was given up."""

    def __init__(self, name: str, seconds: float) -> None:
        super().__init__(
            f"{name} did not answer a question within {round(seconds)} s, so it was given up."
        )


class UnreachableError(StoreError):
    """The server with the database cannot be reached; nothing was done."""


class UnsureError(StoreError):
    """The connection was lost during a commit: the change may have been kept, or not."""


class ClosedError(StoreError):
    """The store was closed."""


class ConflictError(StoreError):
    """A change contradicts the schema, such as two seats for one person; nothing was changed."""


class DoneBeforeError(StoreError):
    """The request under this key was carried out before; nothing was changed.

    Attributes:
        outcome: what it was answered, if that is known.
    """

    def __init__(self, key: str, outcome: Any = None) -> None:
        self.key = key
        self.outcome = outcome
        super().__init__(f"What {key} asks for was done before.")


class UnknownNumberError(StoreError):
    """There is no game or league of this number."""

    def __init__(self, kind: Kind, number: int) -> None:
        super().__init__(f"There is no {kind} {number}.")


class WrongStateError(StoreError):
    """The state of a game or league does not allow the change; nothing was changed."""

    def __init__(self, kind: Kind, number: int, state: str) -> None:
        super().__init__(f"The state “{state}” of {kind} {number} does not allow this.")


class LimitReachedError(StoreError):
    """A limit on games, or on acts within a span of time, is reached; nothing was changed.

    Attributes:
        until: the time from which one more is allowed; ``None`` where that depends on people.
    """

    def __init__(self, limit: str, most: int, until: int | None = None) -> None:
        self.limit = limit
        self.most = most
        self.until = until
        super().__init__(f"There are {most} already, the most that “{limit}” allows.")


class BlockedError(StoreError):
    """A person may not open games on a server; none was opened."""

    def __init__(self, guild_id: int, user_id: int) -> None:
        super().__init__(f"Person {user_id} may not open games on server {guild_id}.")


class NotInvitableError(StoreError):
    """A person keeps others, or strangers, from inviting them; no game was opened.

    Attributes:
        met: True if people who have played with the person may invite them.
    """

    def __init__(self, user_id: int, *, met: bool) -> None:
        self.user_id = user_id
        self.met = met
        super().__init__(f"Person {user_id} is not to be invited by this host.")


class ForgottenError(StoreError):
    """A change names a person who was forgotten since it was asked for; nothing was changed."""

    def __init__(self) -> None:
        super().__init__("A person was forgotten meanwhile.")


class StillPlayingError(StoreError):
    """A person plays or hosts, and so cannot be forgotten yet; nothing was changed.

    Attributes:
        games: the numbers of the lobbies, and of the games that the person has not resigned from;
            empty if only features object.
        why: the sentences of the features that object, in the source language.
    """

    def __init__(self, games: tuple[int, ...], why: tuple[str, ...] = ()) -> None:
        self.games = games
        self.why = why
        numbers = ", ".join(map(str, games))
        still = [f"There are still games to hand over first: {numbers}."] if games else []
        super().__init__(" ".join((*still, *why)))


class StillThereError(StoreError):
    """The bot is on a server, or left it too recently; nothing was deleted."""

    def __init__(self, guild_id: int) -> None:
        super().__init__(f"The games of server {guild_id} are still to be kept.")


class StaleError(StoreError):
    """Optimistic concurrency: another change to the game came first; nothing was changed."""

    def __init__(self, game_id: int, why: str = "Somebody else has changed it.") -> None:
        super().__init__(f"Game {game_id} is not as it was. {why}")


class StaleLogError(StaleError):
    """The log's length is not the one that the change was made for; nothing was changed."""

    def __init__(self, game_id: int, expected: int, actual: int) -> None:
        super().__init__(game_id, f"Its log has {actual} entries, not the {expected} expected.")
