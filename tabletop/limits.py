"""The refusals of what exceeds a limit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from db.errors import BlockedError, LimitReachedError, NotInvitableError
from tabletop.errors import TableError


@contextmanager
def refusing() -> Iterator[None]:
    """Translate the store's refusals because of limits, blocks and preferences into table errors.

    Raises:
        TableError: if a limit is reached, the host may open no game, or may not invite a person.
    """
    try:
        yield
    except LimitReachedError as error:
        if error.until is None:
            raise TableError(f"too-many-{error.limit}", count=error.most) from error
        raise TableError(f"limit-{error.limit}", count=error.most, until=error.until) from error
    except BlockedError as error:
        raise TableError("blocked") from error
    except NotInvitableError as error:
        code = "not-met" if error.met else "not-invitable"
        raise TableError(code, person=error.user_id) from error
