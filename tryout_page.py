"""The try-out's page: SimCord's preview of a channel, with three things as Discord has them.

Suggestions come as soon as a field is entered, a menu that takes the place of another one shows its
own choice, and a command with many options leaves the arrow that sends it on the screen of a phone.
These are changes to the page's files, which another version of SimCord may have written in another
way; then the try-out says so at its start instead of being subtly different.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import web
from simcord.preview import _server
from simcord.preview._server import PreviewServer

SCRIPTS: Final = Path(_server.__file__).with_name("static")


class PageChangedError(RuntimeError):
    """A script of the page is not as it was when the change to it was made."""


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
        """The script as changed.

        Raises:
            PageChangedError: if it is another script than the change was made for.
        """
        missing = [name for name in self.needs if name not in text]
        if text.count(self.old) != 1 or missing:
            what = ", ".join(missing) or f"“{self.old}” once"
            raise PageChangedError(
                f"The try-out changes {self.script} of SimCord's preview, which has no {what} any "
                "more: take the version of SimCord that requirements-try.txt names."
            )
        return text.replace(self.old, self.new)


_ON_FOCUS: Final = 'const current = String(field.value || "");'
_DRAFT: Final = "const draft = draftValue(key);"
_COMPOSER: Final = ".channel-composer { display: grid;"

CHANGES: Final = (
    Change(
        "commands.js",
        _ON_FOCUS,
        f"{_ON_FOCUS} if (!autocompleteResults.has(autocompleteKey(currentDraft(), option.name, "
        "current))) queryAutocomplete(option, current);",
        ("autocompleteResults", "autocompleteKey(", "currentDraft(", "queryAutocomplete("),
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
)


def check_page(scripts: Path = SCRIPTS) -> None:
    """Makes sure that the page can be changed as it has to be.

    Raises:
        PageChangedError: if one of its scripts is not as it was.
    """
    for change in CHANGES:
        change.applied((scripts / change.script).read_text("utf-8"))


class AskingServer(PreviewServer):
    """The page's server, which changes the scripts that it serves."""

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        for change in CHANGES:
            if request.path == f"/{change.script}" and response.text:
                response.text = change.applied(response.text)
        return response
