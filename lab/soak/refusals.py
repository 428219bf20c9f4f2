"""How Discord refuses: a status, a code and a sentence."""

from __future__ import annotations

from collections.abc import Sequence


class RefusedError(Exception):
    """A request that is not carried out.

    Attributes:
        status: the status of the answer.
        code: Discord's number for the reason.
        message: the reason.
        surprise: whether the bot could not have known better.
    """

    def __init__(self, status: int, code: int, message: str, *, surprise: bool = False) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.surprise = surprise


_UNKNOWN = {"Channel": 10003, "Message": 10008, "Webhook": 10015, "Interaction": 10062}


def unknown(what: str) -> RefusedError:
    """There is no such thing, or no longer."""
    return RefusedError(404, _UNKNOWN[what], f"Unknown {what}")


def bad_form(faults: Sequence[str]) -> RefusedError:
    """What was sent cannot be taken."""
    return RefusedError(400, 50035, f"Invalid Form Body: {'; '.join(faults)}")


def cannot_send_empty() -> RefusedError:
    """A message without anything in it."""
    return RefusedError(400, 50006, "Cannot send an empty message")


def acknowledged(*, surprise: bool) -> RefusedError:
    """An interaction is answered once; it is a surprise if the first answer was lost."""
    message = "Interaction has already been acknowledged."
    return RefusedError(400, 40060, message, surprise=surprise)


def missing_permissions() -> RefusedError:
    """The bot may not."""
    return RefusedError(403, 50013, "Missing Permissions")


def thread_archived() -> RefusedError:
    """Nothing in an archived thread can be changed."""
    return RefusedError(400, 50083, "Thread is archived", surprise=True)


def has_thread() -> RefusedError:
    """A message has one thread at most."""
    message = "A thread has already been created for this message"
    return RefusedError(400, 160004, message, surprise=True)
