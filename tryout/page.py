"""The try-out's page: SimCord's preview of a channel, patched to behave as Discord does.

Suggestions come as soon as a field is entered, a menu that replaces another one shows its own
choice, a command with many options leaves its send arrow on a phone's screen, and the reader
chooses a language, for the descriptions of commands as well. Pictures stand above buttons, the page
opens at its end and keeps its place and its person, a phone's menu lies at the bottom of its
screen, and nothing for developers is shown. These are patches of the page's files.
If another version of SimCord has them in another form, the try-out refuses to start. What else the
try-out uses of SimCord that is not public stands here, too.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

import discord
import simcord.interactions
from aiohttp import hdrs, web
from simcord.interactions import command_leaves
from simcord.preview import Preview, _server
from simcord.preview._server import PreviewServer
from simcord.preview._snapshot import build_snapshot

from i18n.translation import SOURCE, Words, languages, own_name, words_for

WELCOME: Final = "/?welcome"  # without the query the channel's own page answers

STYLE: Final = Path(__file__).with_name("welcome.css")

_PAGE_HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none';"
        " form-action 'none'"
    ),
    hdrs.CACHE_CONTROL: "no-store",
    hdrs.REFERRER_POLICY: "no-referrer",
}

Entered = Callable[[], Awaitable[web.Response]]  # leads to a board


@dataclass(frozen=True, slots=True)
class FirstPage:
    """Answers requests for the try-out's first page, and for its picture and links."""

    words: Words
    channel: Callable[[], str]  # the address of the channel's page
    picture: Callable[[], bytes]  # a board
    enter: Entered

    async def answer(self, request: web.Request) -> web.Response | None:
        """Return the response to a request; None if it is for none of them."""
        match request.query_string:
            case "welcome":
                body, kind = self._page().encode(), "text/html"
            case "style":
                body, kind = STYLE.read_bytes(), "text/css"
            case "picture":
                body, kind = self.picture(), "image/png"
            case "play":
                return await self.enter()
            case _:
                return None
        return web.Response(body=body, content_type=kind, headers=_PAGE_HEADERS)

    def _page(self) -> str:
        words = self.words
        now, there = escape(words("Play now")), escape(words("In a Discord channel"))
        play = words("Play on the board against the computer. Nothing to set up.")
        channel = words("Just as in Discord, with four friends. You play all of them.")
        board = words("Board")
        return f"""<!doctype html>
<html lang="{escape(words.language)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Arkadia</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/?style" />
  </head>
  <body>
    <main>
      <h1>Arkadia</h1>
      <img src="/?picture" width="1220" height="760" alt="{escape(board)}" />
      <nav>
        <a href="/?play"><strong>{now}</strong>{escape(play)}</a>
        <a href="{escape(self.channel())}"><strong>{there}</strong>{escape(channel)}</a>
      </nav>
    </main>
  </body>
</html>
"""


SCRIPTS: Final = Path(_server.__file__).with_name("static")


class PageChangedError(RuntimeError):
    """A patch does not fit the script of SimCord's page that it changes."""

    def __init__(self, script: str, missing: str) -> None:
        super().__init__(
            f"The try-out changes {script} of SimCord's preview, in which {missing} is not as it "
            "was: install the version of SimCord that requirements-try.txt names."
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A patch of one script of the page."""

    script: str
    old: str  # the text to replace, which must occur exactly once
    new: str  # the text in its place, in which ``<old>`` stands for the old one
    needs: tuple[str, ...] = ()  # other parts of the script that the replacement relies on

    @property
    def put(self) -> str:
        """The whole text that is put in place of the old one."""
        return self.new.replace("<old>", self.old)

    def applied(self, text: str) -> str:
        """Return the text of a script with the patch applied.

        Raises:
            PageChangedError: if the patch does not fit it.
        """
        missing = [name for name in self.needs if name not in text]
        if text.count(self.old) != 1 or missing:
            raise PageChangedError(self.script, missing[0] if missing else self.old)
        return text.replace(self.old, self.put)


HEADER: Final = "X-Arkadia-Language"

CHOICES: Final = "<!-- languages -->"  # stands for the offered languages

_language: ContextVar[str | None] = ContextVar("language", default=None)
"""Discord's code of the language of the request being handled."""

CHANGES: Final = (
    Change(
        "commands.js",
        'const current = String(field.value || "");',
        "<old> if (!autocompleteResults.has(autocompleteKey(currentDraft(), option.name, "
        "current))) queryAutocomplete(option, current);",
        ("autocompleteResults", "autocompleteKey(", "currentDraft(", "queryAutocomplete("),
    ),
    Change(
        "commands.js",
        "catalogOwner.observe(`${contextId}:${contextGeneration}:${viewerId}`, snapshot.commands",
        "catalogOwner.observe(`${contextId}:${contextGeneration}:${viewerId}:"
        '${document.getElementById("language-picker").value}`, snapshot.commands',
    ),
    Change(
        "selects.js",
        "const draft = draftValue(key);",
        "const menus = (globalThis.arkadiaMenus ??= new Map()); if (menus.has(key) && "
        "menus.get(key) !== component.custom_id) options.onReconcileDraft?.(key, "
        "optionDefaults(entries).slice(0, maximum)); menus.set(key, component.custom_id); <old>",
        ("onReconcileDraft", "optionDefaults(entries)", "maximum", "component.custom_id"),
    ),
    Change(
        "preview.css",
        ".channel-composer { display: grid;",
        "<old> grid-template-columns: minmax(0, 1fr);",
        (".command-row",),
    ),
    Change(
        "messages.js",
        "    root.append(list);\n",
        "<old>    if (!v2) "
        'root.append(...root.querySelectorAll(":scope > .message-components"));\n',
        ("message-components", "const v2 ="),
    ),
    Change(
        "timeline.js",
        '? { policy: "target", targetId: String(snapshot.targetId) } :',
        '? previousTargetId <old> JSON.parse(sessionStorage.getItem("arkadia-place") ?? '
        '\'{"policy":"bottom"}\') :',
        ("captureScrollIntent", "previousTargetId"),
    ),
    Change(
        "timeline.js",
        'if (state.scrollIntent.policy === "bottom") ui.newMessages.hidden = true;',
        'sessionStorage.setItem("arkadia-place", JSON.stringify(state.scrollIntent)); <old>',
    ),
    # While pictures load, what moves is the page and not its reader, unless a hand is on it.
    Change(
        "timeline.js",
        'ui.timeline.addEventListener("scroll", () => {\n'
        '    if (!state.ready && state.scrollIntent?.policy === "target") return;',
        'for (const hand of ["wheel", "touchmove", "pointerdown", "keydown"]) '
        "ui.timeline.addEventListener(hand, () => { state.hand = true; }, { passive: true });\n  "
        'ui.timeline.addEventListener("scroll", () => {\n'
        "    if (!state.ready && !state.hand) return;",
    ),
    Change(
        "timeline.js",
        'state.ready = false;\n      if (state.scrollIntent?.policy !== "target") '
        "state.scrollIntent = captureScrollIntent();",
        'if (state.ready && state.scrollIntent?.policy !== "target") '
        "state.scrollIntent = captureScrollIntent();\n      state.ready = state.hand = false;",
    ),
    Change(
        "media.js",
        '  image.loading = "eager";',
        # Opening a menu draws all messages anew: without their pictures the page would jump.
        "<old> const shown = (globalThis.arkadiaShown ??= new Map()); "
        "if (shown.has(assetId)) image.src = shown.get(assetId); "
        'image.addEventListener("load", () => shown.set(assetId, image.src));',
        ("image.src = url;", "assetId"),
    ),
    Change(
        "preview.css",
        ".select-list[hidden] { display: none; }",
        "<old> .attachment-image:not([src]) { font-size: 0; } #inspector-toggle, #capture-open { "
        "display: none; } .select-draft-actions span { visibility: hidden; } @media (max-width: "
        "760px) { .select-list { inset: auto 8px 8px 8px !important; width: auto !important; "
        "max-height: 60dvh !important; } .select-draft-actions button { min-height: 44px "
        "!important; } .preview-brand, #messages-toggle { display: none !important; } } @media "
        "(min-width: 360px) and (max-width: 760px) { .preview-shell { --toolbar-height: 80px "
        "!important; } #action-status { flex: 1 1 0 !important; width: auto !important; } }",
        ("#inspector-count", ".attachment-image", ".select-draft-actions", "--toolbar-height"),
    ),
    Change(
        "index.html",
        '<select id="viewer-picker" aria-label="Viewing as"></select>',
        f'<old></label><label class="viewer-control"><span id="language-label"></span>'
        f'<select id="language-picker">{CHOICES}</select>',
    ),
    Change(
        "transport.js",
        'return { "X-Simcord-Capability": capability,',
        f'<old> "{HEADER}": document.getElementById("language-picker").value,',
        ("authHeaders()",),
    ),
    Change(
        "app.js",
        "ui.viewer.addEventListener(",
        'const language = document.getElementById("language-picker"); '
        'language.value = sessionStorage.getItem("arkadia-language") ?? language.value; '
        "const spoken = () => { const chosen = language.selectedOptions[0]; "
        "document.documentElement.lang = chosen.value; "
        'language.setAttribute("aria-label", chosen.dataset.label); '
        'document.getElementById("language-label").textContent = chosen.dataset.label; }; '
        "spoken(); "
        'language.addEventListener("change", () => { '
        'sessionStorage.setItem("arkadia-language", language.value); spoken(); }); '
        'ui.viewer.addEventListener("change", () => '
        'sessionStorage.setItem("arkadia-viewer", ui.viewer.value)); '
        "<old>",
    ),
    Change(
        "app.js",
        'await request("/api/pages", "POST", {}, null)',
        'await request("/api/pages", "POST", '
        '{ viewer_id: sessionStorage.getItem("arkadia-viewer") ?? undefined }, null)'
        '.catch(() => request("/api/pages", "POST", {}, null))',
    ),
)


def check_page(scripts: Path = SCRIPTS) -> None:
    """Check that all patches fit the page's scripts.

    Raises:
        PageChangedError: if a patch does not fit.
    """
    # Before anything is served: a patch that no longer applies would show only as odd behaviour.
    for change in CHANGES:
        change.applied((scripts / change.script).read_text("utf-8"))


class AskingServer(PreviewServer):
    """The page's server, which patches the scripts that it serves.

    Interactions carry the language chosen on the page, as the person's and as the server's.
    """

    language: str = SOURCE  # the language preselected on a page
    # what answers for the page before the channel's, if there is one
    first: FirstPage | None = None

    async def _index(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._index(request)
        return (self.first and await self.first.answer(request)) or response

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
    for part in ("description", "name"):
        said = (known.get(f"{part}_localizations") or {}).get(language)
        if said and part in entry:
            entry[part] = said
    for inside in ("options", "choices"):
        for one, its in zip(entry.get(inside) or (), known.get(inside) or (), strict=True):
            _describe(one, its, language)


def _choices(chosen: str) -> str:
    return "".join(
        f'<option value="{_locale(code)}" data-label="{escape(words_for(code)("Language"))}"'
        f"{' selected' * (code == chosen)}>{own_name(code)}</option>"
        for code in languages()
    )


def _locale(code: str) -> str:
    # By the part before the hyphen: Discord has no "sv" or "en", only "sv-SE" and "en-US".
    names = [locale.value for locale in discord.Locale]
    return next(name for name in names if name.partition("-")[0] == code.partition("-")[0])


_in_english: Final = simcord.interactions.base_payload


def _in_their_language(*given: Any, **more: Any) -> Any:
    record, payload = _in_english(*given, **more)
    language = _language.get()
    if language is not None:
        payload |= {key: language for key in ("locale", "guild_locale") if key in payload}
    return record, payload


# A module's function is replaced, because SimCord's server has no parameter for the language.
simcord.interactions.base_payload = _in_their_language


def serve_by_asking(preview: Preview, port: int, language: str, first: FirstPage | None) -> None:
    """Have a preview be served with the patched page, behind a first one if there is any."""
    preview._server = server = AskingServer(preview, port)
    server.language, server.first = language, first


def publish_changes(preview: Preview) -> None:
    """Push what has changed in a preview's channel to its pages."""
    for page in tuple(preview._pages.values()):
        now = build_snapshot(preview, page)
        if any(now[part] != page.snapshot[part] for part in ("messages", "timeline")):
            preview._publish(page)
