"""Run a soak: ``python -m lab.soak``. The exit status is 1 if a fault was found."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import fields
from pathlib import Path

from lab.discord.faults import KINDS
from lab.postgres import running
from lab.soak import hostile, load, outage, steady
from lab.soak.catch_up import CatchUp, after_an_outage
from lab.soak.options import Options
from lab.soak.run import soak
from lab.soak.several import several
from lab.soak.troll import TrollSoak
from lab.soak.trolls import Trolling

ABOUT = {
    "play": "people play while the bot is broken and killed",
    "several": "people play with several bots on one database, all of which are killed",
    "catch-up": "after an outage many games are shown, as fast as Discord lets a bot",
    "steady": "thousands of presses and of games that end: the bot stays as large as it is",
    "load": "commands at growing rates, beside a bot that always says the same",
    "hostile": "presses of buttons that nobody was shown",
    "outage": "the database is gone for minutes, and a monitor scrapes the bot meanwhile",
}


def read(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the command line."""
    usual = Options()
    parser = argparse.ArgumentParser(prog="python -m lab.soak", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    commands = {name: kinds.add_parser(name, help=about) for name, about in ABOUT.items()}
    for command in commands.values():
        command.add_argument("--seed", type=int, default=usual.seed)
        command.add_argument("--folder", type=Path, help="where the database is made")
    commands["several"].set_defaults(mishap_every=0.0)
    for name, tables, faults, kill_every in (
        ("play", usual.tables, usual.rate, usual.kill_every),
        ("several", 4, 0.0, 5.0),
    ):
        both = commands[name].add_argument
        both("--minutes", type=_minutes, default=usual.seconds, dest="seconds")
        both("--kills", type=int, default=0, help="of each process that are enough")
        both("--tables", type=int, default=tables, help="played at a time by each process")
        both("--faults", type=float, default=faults, dest="rate", help="share of requests")
        both("--kill-every", type=float, default=kill_every, metavar="SECONDS")
        both("--speed", type=float, default=usual.speed, help="of the bot's clock")
    several_ = commands["several"].add_argument
    several_("--processes", type=int, default=2)
    several_("--stop-every", type=float, default=20.0, metavar="SECONDS", help="of the database")
    play = commands["play"].add_argument
    play("--games", type=int, default=0, help="finished games that are enough")
    play("--actions", type=int, default=0, help="acknowledged actions that are enough")
    play("--clubs", type=int, default=1, help="that play leagues at a time")
    play("--prepared", type=int, default=0, help="games that have a few turns left only")
    play(
        "--only",
        nargs="+",
        choices=KINDS,
        default=KINDS,
        dest="kinds",
        help="the faults that happen",
    )
    play("--go-back-every", type=float, default=0.0, metavar="SECONDS", help="of the database")
    play("--forget-every", type=float, default=15.0, metavar="SECONDS", help="of visitors")
    play("--mishap-every", type=float, default=usual.mishap_every, metavar="SECONDS")
    play("--database", choices=("sqlite", "postgres"), default="sqlite")
    catching = commands["catch-up"].add_argument
    catching("--games", type=int, default=500, help="that have news to be shown")
    catching("--processes", type=int, default=1, help="that share Discord's limits")
    catching("--tables", type=int, default=4, help="played at a time meanwhile by each process")
    catching("--minutes", type=float, default=60.0, help="at most")
    catching("--speed", type=float, default=1.0, help="of the clocks, the limits' among them")
    recording = commands["outage"].add_argument
    recording("file", type=Path, help="that gets what was scraped, as series for promtool")
    for name, about in (("sound", "before it"), ("out", "it lasts"), ("after", "it is over")):
        usually = getattr(outage.Minutes(), name)
        recording(f"--{name}", type=float, default=usually, metavar="MINUTES", help=about)
    recording("--port", type=int, default=9_109, help="of the bot's figures")
    asked = load.Load()
    commands["load"].add_argument("--rates", type=float, nargs="+", default=asked.rates)
    commands["load"].add_argument("--seconds", type=float, default=asked.seconds, help="each")
    commands["load"].add_argument("--games", type=int, default=asked.games)
    commands["steady"].add_argument("--games", type=int, default=steady.Amount().games)
    for name, presses in (
        ("steady", steady.Amount().presses),
        ("hostile", hostile.Amount().presses),
    ):
        commands[name].add_argument("--presses", type=int, default=presses)
    commands["hostile"].add_argument("--minutes", type=float, default=0, help="at most")
    trolling = commands["hostile"].add_argument
    trolling("--troll", action="store_true", help="a member who does only what members may do")
    trolling("--friends", type=int, default=0, help="of the troll")
    trolling("--moderated", type=float, default=0.0, metavar="SECONDS", help="between blocks")
    trolling("--acts", type=int, default=Trolling().acts, help="of the trolls")
    trolling("--an-hour", type=int, default=Trolling().an_hour, help="of these acts")
    commands["hostile"].add_argument(
        "--in-process", action="store_true", help="without sockets, many times as fast"
    )
    return parser.parse_args(arguments)


async def run(given: argparse.Namespace, database: Path) -> tuple[list[str], bool]:
    """Run the chosen soak, and return the report and whether no fault was found."""
    if given.kind == "play":
        with running() if given.database == "postgres" else nullcontext() as server:
            where = server.fresh() if server else database
            played = await soak(_options(given), where, server)
            return played.report(), not played.findings.count
    if given.kind == "several":
        with running() as server:
            shared = await several(_options(given), server, given.processes, given.stop_every)
            return shared.report(), shared.is_right
    if given.kind == "catch-up":
        options = after_an_outage(given.seed, given.minutes * 60, given.tables, given.speed)
        with running() if given.processes > 1 else nullcontext() as server:
            where = server.fresh() if server else database
            caught = CatchUp(options, where, given.games, given.processes)
            await caught.run()
            return caught.report(), caught.is_right
    if given.kind == "outage":
        minutes = outage.Minutes(given.sound, given.out, given.after)
        with running() as server:
            said = await outage.outage(minutes, server, given.port, given.seed, given.file)
        return [said], True
    if given.kind == "load":
        wanted = load.Load(tuple(given.rates), given.seconds, given.games, given.seed)
        tested = load.LoadTest(wanted, database)
        await tested.run()
        return tested.report(), True
    if given.kind == "steady":
        amount = steady.Amount(given.games, given.presses, given.seed)
        measured = steady.Steady(amount, database)
        await measured.run()
        return measured.report(), not measured.findings.count
    if given.troll:
        wanted_trolls = Trolling(
            given.acts, given.an_hour, given.friends, given.moderated, seed=given.seed
        )
        trolled = TrollSoak(wanted_trolls, database)
        await trolled.run()
        return trolled.report(), not trolled.findings.count
    pressing = hostile.Amount(given.presses, given.seed, minutes=given.minutes)
    pressed = hostile.Hostile(pressing, database, in_process=given.in_process)
    await pressed.run()
    return pressed.report(), not pressed.findings.count


def _options(given: argparse.Namespace) -> Options:
    """Return the options of play from the command line, which has some of them."""
    names = [field.name for field in fields(Options) if hasattr(given, field.name)]
    return Options(**{name: getattr(given, name) for name in names})


def _minutes(text: str) -> float:
    """Return the seconds of some minutes."""
    return float(text) * 60


def main(arguments: Sequence[str]) -> int:
    """Run a soak, print its report, and return the exit status."""
    given = read(arguments)
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        lines, right = asyncio.run(run(given, Path(folder) / "soak.sqlite3"))
    print("\n".join(lines))
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
