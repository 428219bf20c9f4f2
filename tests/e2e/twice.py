"""Interactions that Discord delivers twice."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Any

from tests.e2e.quick import copied
from tests.e2e.sent import Sent
from tests.e2e.world import World

EVENT = "INTERACTION_CREATE"


@dataclass
class Deliveries:
    world: World  # the simulated Discord
    emit: Callable[..., Any]
    twice: bool = False  # whether each interaction is delivered twice at once
    last: Mapping[str, Any] = field(default_factory=dict)  # the last interaction

    def deliver(self, event: str, payload: Any, *rest: Any, **named: Any) -> None:
        if event == EVENT:
            self.last = copied(payload)
        self.emit(event, payload, *rest, **named)
        if event == EVENT and self.twice:
            self.emit(event, copied(payload), *rest, **named)

    async def again(self) -> None:
        self.emit(EVENT, copied(self.last))
        await self.world.env.settle()

    def answers(self, since: int = 0) -> list[Any]:
        """What the bot answered to the last interaction, since some request of its.

        An answer that a busy machine deferred is the same as one given at once.
        """
        sent = self.world.sent[since:]
        first, token = f"/interactions/{self.last['id']}/*/callback", f"/{self.last['token']}"
        # Edits of an answer and messages that follow one show what became of it later.
        later = [said(one) for one in sent if fnmatch(one.path, f"/webhooks/*{token}*")]
        given = [said(one) for one in sent if fnmatch(one.path, first)]
        return [
            _settled(one, later.pop(0)) if one[0] in _DEFERRED and later else one for one in given
        ]


_DEFERRED = {5: 4, 6: 7}  # the types of deferrals, with those of the answers that they stand for


def _settled(deferral: Any, later: Any) -> Any:
    """A deferred answer as it would have been at once; flags stand in the deferral alone."""
    kind, first = deferral
    return _DEFERRED[kind], {**later[1], **first}


def said(sent: Sent) -> Any:
    """What an answer says; of its pictures, one of a lesson or a result is not drawn again."""
    # A response to the interaction has it under *data*, what follows is a message itself.
    data = sent.body.get("data") or sent.body
    kept = {name: data[name] for name in ("content", "components", "flags") if data.get(name)}
    return sent.body.get("type", 0), kept


@contextmanager
def delivering(world: World) -> Iterator[Deliveries]:
    backend: Any = world.env.backend
    deliveries = Deliveries(world, backend.emit)
    backend.emit = deliveries.deliver
    try:
        yield deliveries
    finally:
        del backend.emit
