"""A legitimate troll: a member who does only what members may do, as badly as possible.

Alone or with friends, and with a moderator who blocks them, the troll opens, invites, moves,
cancels and is forgotten by commands and buttons. Meanwhile other people open, practise and play.
Judged are the notifications, posts and threads of the trolls, and how long the others wait.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable
from random import Random

from db.database import Place as Database
from db.store import Store
from lab.discord.history import Place
from lab.discord.model import moment_of
from lab.soak.options import Options
from lab.soak.prepared import Prepared
from lab.soak.run import Soak
from lab.soak.seats import Party
from lab.soak.trolls import HOUR_S, Bystanders, Moderator, Trolling, Trolls
from lab.soak.verdict import Channels
from runtime.settings import Settings


class TrollSoak(Soak):
    """A soak in which trolls do what they may while other people play."""

    def __init__(self, wanted: Trolling, database: Database) -> None:
        options = Options(
            seed=wanted.seed,
            seconds=2 * wanted.acts * HOUR_S / wanted.an_hour + 60,
            tables=wanted.tables,
            rate=0,
            kill_every=0,
            mishap_every=0,
            speed=1.0,
            in_time=wanted.in_time,
        )
        super().__init__(options, database)
        self.wanted = wanted
        self.settings = Settings(token="", database=database)
        self.trolls = Trolls(self.servers, self.saved, self.ledger, Random(wanted.seed), wanted)
        self.bystanders: list[Bystanders] = []
        self.moderators: list[Moderator] = []
        self.announced = 0

    async def prepare(self) -> list[Prepared]:
        """Have open games announced in a channel, to a role."""
        guild = self.discord.guild
        self.announced = self.discord.create_channel(guild.id, "games").id
        role = self.discord.create_role(guild.id, "players", mentionable=True)
        store = await Store.open(self.database)
        try:
            chosen = f"{self.announced}/{role.id}"
            await store.admin.set_setting("announce", str(guild.id), chosen)
        finally:
            await store.close()
        return []

    def make_parties(self, waiting: list[Prepared]) -> list[Party]:
        """Return the trolls, the people who play beside them, and the moderator."""
        place = self.servers, self.saved, self.ledger
        self.bystanders = [
            Bystanders(*place, Random(self.rng.random())) for _ in range(self.options.tables)
        ]
        if self.wanted.moderated:
            every = self.wanted.moderated
            self.moderators = [Moderator(*place, self.rng, self.trolls, every)]
        return [self.trolls, *self.bystanders, *self.moderators]

    def _is_enough(self) -> bool:
        """Return whether the trolls have done everything."""
        return self.trolls.over

    def judge(self) -> None:
        """Judge the run as a soak does, and what the trolls caused."""
        super().judge()
        for what, (most, allowed) in self.caused().items():
            if most > allowed:
                self.findings.add("too much of a nuisance", f"{what}: {most}, allowed {allowed}")
        waits = self._waits()
        if len(waits) > 1 and statistics.quantiles(waits, n=100)[98] > self.wanted.delay:
            self.findings.add("other people waited", f"{max(waits):.2f} s at most")

    def judged(self) -> Iterable[int]:
        """Return the games of the others: the trolls carry theirs to and fro between channels."""
        return sorted(self._of_others())

    def caused(self) -> dict[str, tuple[int, int]]:
        """Return the most that the trolls caused in an hour, with what is allowed."""
        chosen, trolls = self.settings, len(self.trolls.people)
        pings, posts = self._pings(), self._posts()
        roles = [at for place in self.discord.history.places.values() for at in _roles(place)]
        people = [densest(pings[person.id]) for person in self.trolls.victims]
        channels = [densest(times) for times in posts.values()]
        allowed = chosen.games_an_hour + chosen.posts_an_hour
        direct = [
            len(self.discord.messages.get(channel.id, ()))
            for channel in self.discord.channels.values()
            if channel.recipient_ids
        ]
        return {
            "notifications of a person": (max(people), chosen.pings_an_hour),
            "notifications of a role": (densest(roles), 60 // chosen.role_pings_minutes),
            "posts in a channel": (max(channels, default=0), trolls * allowed),
            "threads": (densest(self._threads()), trolls * chosen.threads_an_hour),
            "direct messages": (sum(direct), trolls * chosen.direct_a_day),
        }

    def _of_others(self) -> set[int]:
        """Return the numbers of the games that other people than the trolls opened."""
        people = {one for table in self.bystanders for one in table.everybody}
        return {number for one in people for number in self.saved.numbers(one)}

    def _pings(self) -> dict[int, list[int]]:
        """Return by person when messages notified them."""
        found: dict[int, list[int]] = defaultdict(list)
        for place in self.discord.history.places.values():
            for message in place.messages.values():
                for person in message.pings:
                    found[person].append(moment_of(message.id))
        return found

    def _posts(self) -> dict[int, list[int]]:
        """Return by channel when messages about the trolls' games were posted there."""
        others, found = self._of_others(), defaultdict(list)
        for number, told in Channels.of(self.discord.history).told.items():
            for one in told:
                if number not in others and not one.place.is_thread:
                    found[one.place.id].append(moment_of(one.message.id))
        return found

    def _threads(self) -> list[int]:
        """Return when threads were opened for games of the trolls."""
        others, ours = self._of_others(), set()
        for number, told in Channels.of(self.discord.history).told.items():
            if number in others:
                ours |= {one.place.id for one in told}
        places = self.discord.history.places.values()
        return [moment_of(one.id) for one in places if one.is_thread and one.id not in ours]

    def _waits(self) -> list[float]:
        return [
            wait for table in self.bystanders for waits in table.waits.values() for wait in waits
        ]

    def report(self) -> list[str]:
        """Return what the trolls did and caused, how long others waited, and the soak's report."""
        waits = sorted(self._waits()) or [0.0]
        opened = sum(len(table.everybody) for table in self.bystanders)
        return [
            f"{self.trolls.done.total():,} acts of {len(self.trolls.people)} trolls, "
            f"{self.wanted.an_hour:,} an hour; blocks: "
            f"{sum(one.blocks for one in self.moderators)}",
            *(
                f"{what} within an hour: {most} at most, allowed: {allowed}"
                for what, (most, allowed) in self.caused().items()
            ),
            f"{opened} other people: {len(waits):,} answers, waited for {_at(waits, 0.5):.2f} s in "
            f"the median, {_at(waits, 0.99):.2f} s in 99 of 100, {waits[-1]:.2f} s at most",
            *(
                f"  {what}: {len(waits):,}, {max(waits):.2f} s at most"
                for what, waits in self.slowest()
            ),
            *super().report(),
        ]

    def slowest(self) -> list[tuple[str, list[float]]]:
        """Return the waits of other people by what they did, the slowest first."""
        found: dict[str, list[float]] = defaultdict(list)
        for table in self.bystanders:
            for what, waits in table.waits.items():
                found[what] += waits
        return sorted(found.items(), key=lambda one: -max(one[1]))


def densest(times: Iterable[int]) -> int:
    """Return the most of some times, in milliseconds, that lie within any hour."""
    ordered, most, first = sorted(times), 0, 0
    for place, at in enumerate(ordered):
        while ordered[first] <= at - HOUR_S * 1000:
            first += 1
        most = max(most, place - first + 1)
    return most


def _roles(place: Place) -> list[int]:
    """Return when messages of a place notified a role."""
    messages = place.messages.values()
    return [moment_of(one.id) for one in messages if one.first["mention_roles"]]


def _at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
