"""The bot with another clock and another Discord: ``python -m lab.soak.hurried ADDRESS SPEED``."""

import asyncio
import selectors
import sys

import discord
import yarl

import bot


class FastSelector(selectors.DefaultSelector):
    """A selector that divides each waiting time by a speed."""

    speed = 1.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for an event, or until the shortened time has passed."""
        return super().select(timeout / self.speed if timeout else timeout)


class FastLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock runs faster than the machine's."""

    def __init__(self) -> None:
        super().__init__(FastSelector())

    def time(self) -> float:
        """Return the loop's own time, in seconds."""
        return super().time() * FastSelector.speed


def main(address: str, speed: float) -> int:
    """Run the bot to its end, and return its exit status."""
    del sys.argv[1:]  # the program has no arguments of its own
    discord.http.Route.BASE = f"http://{address}/api"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway/")
    FastSelector.speed = speed
    asyncio.events.new_event_loop = FastLoop
    # Work is awaited then, and the database, which take as long as ever.
    sys.modules["ui.client"].LAST_ANSWERS_S *= speed  # type: ignore[attr-defined]
    return bot.main()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2])))
