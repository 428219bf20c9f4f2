"""The try-out's page: SimCord's preview of a channel, with some things as Discord has them.

Suggestions come as soon as a field is entered, a menu that takes the place of another one shows its
own choice, a command with many options leaves the arrow that sends it on the screen of a phone, and
who looks at the page chooses their language, in which commands are described as well.
These are changes to the page's files, which another version of SimCord may have written in another
way; then the try-out says so at its start instead of being subtly different.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

import discord
import simcord.interactions
from aiohttp import web
from simcord.interactions import command_leaves
from simcord.preview import _server
from simcord.preview._server import PreviewServer

from i18n.marking import N_
from i18n.translation import SOURCE, languages, own_name, words_for

SCRIPTS: Final = Path(_server.__file__).with_name("static")


class PageChangedError(RuntimeError):
    """A script of the page is not as it was when the change to it was made.

    Attributes:
        sentence: what is wrong and what to do, marked for the catalogues.
        fields: what is filled in.
    """

    def __init__(self, script: str, missing: str) -> None:
        self.sentence = N_(
            "The try-out changes {script} of SimCord's preview, in which {missing} is not as it "
            "was: install the version of SimCord that requirements-try.txt names."
        )
        self.fields = {"script": script, "missing": missing}
        super().__init__(self.sentence.format(**self.fields))


@dataclass(frozen=True, slots=True)
class Change:
    """A change to one script of the page.

    Attributes:
        script: the name of its file.
        old: what stands there, once.
        new: what is to stand there instead.
        needs: what else of the script the new text relies on.
    """

    script: str
    old: str
    new: str
    needs: tuple[str, ...]

    def applied(self, text: str) -> str:
        """Return the script as changed.

        Raises:
            PageChangedError: if it is another script than the change was made for.
        """
        missing = [name for name in self.needs if name not in text]
        if text.count(self.old) != 1 or missing:
            raise PageChangedError(self.script, missing[0] if missing else self.old)
        return text.replace(self.old, self.new)


_ON_FOCUS: Final = 'const current = String(field.value || "");'
_DRAFT: Final = "const draft = draftValue(key);"
_COMPOSER: Final = ".channel-composer { display: grid;"
_VIEWERS: Final = '<select id="viewer-picker" aria-label="Viewing as"></select>'
_HEADERS: Final = 'return { "X-Simcord-Capability": capability,'
_VIEWER: Final = "ui.viewer.addEventListener("
_OBSERVED: Final = (
    "catalogOwner.observe(`${contextId}:${contextGeneration}:${viewerId}`, snapshot.commands"
)

HEADER: Final = "X-Arkadia-Language"
"""Tells the server what language was chosen on a page."""

CHOICES: Final = "<!-- languages -->"
"""Stands for the languages that there are when the page is served."""

_language: ContextVar[str | None] = ContextVar("language", default=None)
"""Discord's name of the language in which something is being done."""

CHANGES: Final = (
    Change(
        "commands.js",
        _ON_FOCUS,
        f"{_ON_FOCUS} if (!autocompleteResults.has(autocompleteKey(currentDraft(), option.name, "
        "current))) queryAutocomplete(option, current);",
        ("autocompleteResults", "autocompleteKey(", "currentDraft(", "queryAutocomplete("),
    ),
    Change(
        "commands.js",
        _OBSERVED,
        "catalogOwner.observe(`${contextId}:${contextGeneration}:${viewerId}:"
        '${document.getElementById("language-picker").value}`, snapshot.commands',
        (),
    ),
    Change(
        "selects.js",
        _DRAFT,
        "const menus = (globalThis.arkadiaMenus ??= new Map()); "
        "if (menus.has(key) && menus.get(key) !== component.custom_id) "
        "options.onReconcileDraft?.(key, optionDefaults(entries).slice(0, maximum)); "
        f"menus.set(key, component.custom_id); {_DRAFT}",
        ("onReconcileDraft", "optionDefaults(entries)", "maximum", "component.custom_id"),
    ),
    Change(
        "preview.css",
        _COMPOSER,
        f"{_COMPOSER} grid-template-columns: minmax(0, 1fr);",
        (".command-row",),
    ),
    Change(
        "index.html",
        _VIEWERS,
        f'{_VIEWERS}</label><label class="viewer-control"><span id="language-label"></span>'
        f'<select id="language-picker">{CHOICES}</select>',
        (),
    ),
    Change(
        "transport.js",
        _HEADERS,
        f'{_HEADERS} "{HEADER}": document.getElementById("language-picker").value,',
        ("authHeaders()",),
    ),
    Change(
        "app.js",
        _VIEWER,
        'const language = document.getElementById("language-picker"); '
        'language.value = sessionStorage.getItem("arkadia-language") ?? language.value; '
        "const spoken = () => { const chosen = language.selectedOptions[0]; "
        "document.documentElement.lang = chosen.value; "
        'language.setAttribute("aria-label", chosen.dataset.label); '
        'document.getElementById("language-label").textContent = chosen.dataset.label; }; '
        "spoken(); "
        'language.addEventListener("change", () => { '
        'sessionStorage.setItem("arkadia-language", language.value); spoken(); }); '
        f"{_VIEWER}",
        (),
    ),
)


def check_page(scripts: Path = SCRIPTS) -> None:
    """Makes sure that the page can be changed as it has to be.

    Raises:
        PageChangedError: if one of its scripts is not as it was.
    """
    for change in CHANGES:
        change.applied((scripts / change.script).read_text("utf-8"))


class AskingServer(PreviewServer):
    """The page's server, which changes the scripts that it serves.

    What is done on a page is done in the language that is chosen there, by the person and by what
    Discord knows of the server.

    Attributes:
        language: what is chosen on a page before anybody chooses.
    """

    language: str = SOURCE

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        for change in CHANGES:
            if request.path.removeprefix("/") == change.script.replace("index.html", ""):
                text = change.applied(response.text or "")
                response.text = text.replace(CHOICES, _choices(self.language))
        return response

    async def _commands(self, request: web.Request) -> web.Response:
        """Return the commands, described in the language of the page, as Discord does it."""
        response: web.Response = await super()._commands(request)
        found = json.loads(response.text or "{}")
        registered = {
            (str(command["id"]), *path): leaf
            for commands in self.preview.env.backend.commands.values()
            for command in commands.values()
            for path, leaf in command_leaves(command)
        }
        for entry in found.get("entries", ()):
            leaf = registered[entry["commandId"], *entry["path"]]
            _describe(entry, leaf, request.headers.get(HEADER, ""))
        response.text = json.dumps(found)
        return response

    async def _action(self, request: web.Request) -> web.Response:
        chosen = request.headers.get(HEADER, "")
        token = _language.set(chosen if chosen in map(_locale, languages()) else None)
        try:
            response: web.Response = await super()._action(request)
        finally:
            _language.reset(token)
        return response


def _describe(entry: dict[str, Any], known: Mapping[str, Any], language: str) -> None:
    """Puts a command's or an option's description, and what is in it, into a language."""
    for part in ("description", "name"):
        said = (known.get(f"{part}_localizations") or {}).get(language)
        if said and part in entry:
            entry[part] = said
    for inside in ("options", "choices"):
        for one, its in zip(entry.get(inside) or (), known.get(inside) or (), strict=True):
            _describe(one, its, language)


def _choices(chosen: str) -> str:
    """Return the languages as options of the menu, each with what the menu is called in it."""
    return "".join(
        f'<option value="{_locale(code)}" data-label="{escape(words_for(code)("Language"))}"'
        f"{' selected' * (code == chosen)}>{own_name(code)}</option>"
        for code in languages()
    )


def _locale(code: str) -> str:
    """Discord's name of a language."""
    names = [locale.value for locale in discord.Locale]
    return next(name for name in names if name.partition("-")[0] == code.partition("-")[0])


_in_english: Final = simcord.interactions.base_payload


def _in_their_language(*given: Any, **more: Any) -> Any:
    """What the bot is told of something that was done, with the language of the page."""
    record, payload = _in_english(*given, **more)
    language = _language.get()
    if language is not None:
        payload |= {key: language for key in ("locale", "guild_locale") if key in payload}
    return record, payload


simcord.interactions.base_payload = _in_their_language
