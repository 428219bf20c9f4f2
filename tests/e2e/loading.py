"""A bot that starts quickly, because others of its kind have started in this process.

discord.py executes an extension anew whenever it is loaded, which takes longer than most tests; so
does what Discord is told of the commands. What a module makes belongs to no bot: a cog copies its
class's commands for itself.
"""

import pickle
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

import discord
from discord import app_commands

from bot import ArkadiaBot
from runtime.settings import Settings
from tests.e2e.playing import Dealt
from ui.client import command_payloads


class KeptExtensions(MetaPathFinder, Loader):
    """Extensions that were executed before, found as if they had just been."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, ModuleType]] = {}
        self._payloads: dict[object, bytes] = {}

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Inside, what was kept is neither executed again nor told of by another payload."""
        for name in self._kept:  # else nothing would look for it
            sys.modules.pop(name, None)
        with (
            mock.patch.object(sys, "meta_path", [self, *sys.meta_path]),
            mock.patch("ui.client.command_payloads", self.command_payloads),
        ):
            yield

    def keep(self, extensions: Iterable[str]) -> None:
        for name in extensions:
            if name not in self._kept:
                self._kept[name] = {
                    other: module
                    for other, module in sys.modules.items()
                    if other == name or other.startswith(f"{name}.")
                }

    def bring_back(self) -> None:
        """Has imports find what was kept: tests change it by its name."""
        for modules in self._kept.values():
            sys.modules.update(modules)

    async def command_payloads(
        self, tree: app_commands.CommandTree[Any], guild: discord.Object | None = None
    ) -> list[dict[str, Any]]:
        """What Discord is told of the commands, made once for the same extensions."""
        loaded = (*tree.client.extensions, guild and guild.id)
        if loaded not in self._payloads:
            self._payloads[loaded] = pickle.dumps(await command_payloads(tree, guild))
        payloads: list[dict[str, Any]] = pickle.loads(self._payloads[loaded])
        return payloads

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        kept = self._kept.get(fullname)
        if kept is None:
            return None
        made = kept[fullname].__spec__
        assert made is not None
        spec = ModuleSpec(fullname, self, origin=made.origin)
        spec.submodule_search_locations = made.submodule_search_locations
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._kept[spec.name][spec.name]

    def exec_module(self, module: ModuleType) -> None:
        """Brings the modules in it back; nothing is executed."""
        sys.modules.update(self._kept[module.__name__])


_is_submodule = lru_cache(maxsize=None)(discord.utils._is_submodule)


@contextmanager
def few_modules(extensions: Iterable[str]) -> Iterator[None]:
    """Inside, discord.py looks for what to unload among the modules of these extensions alone.

    It goes through all modules there are for each extension, which would be most of a stop.
    """
    names = (*extensions,)
    inside = {name: module for name, module in sys.modules.items() if name.startswith(names)}
    left = dict(inside)
    with (
        mock.patch("discord.ext.commands.bot.sys", SimpleNamespace(modules=left)),
        mock.patch("discord.ext.commands.bot._is_submodule", _is_submodule),
    ):
        yield
    for name in inside.keys() - left.keys():
        sys.modules.pop(name, None)


KEPT = KeptExtensions()


class QuickBot(ArkadiaBot):
    """The bot; what it loads at its start has been executed once. A reload executes it anew.

    It deals what a test prepares. It makes no positions of the day, which would think for minutes
    beside the tests.
    """

    def __init__(self, settings: Settings, *args: Any, **named: Any) -> None:
        others = {"ARKADIA_DAILY_AHEAD": "0", **settings.others}
        super().__init__(replace(settings, others=others), *args, dealer=Dealt, **named)

    async def setup_hook(self) -> None:
        with KEPT.lent():
            await super().setup_hook()
        KEPT.keep(self.extensions)

    async def close(self) -> None:
        with few_modules(self.extensions):
            await super().close()
        KEPT.bring_back()
