"""Saving and restoring the messages of the try-out's channel between two runs.

A real Discord keeps its messages; the simulated one starts empty. The newest public messages are
written to ``channel.json``, their pictures beside it into ``files``.
"""

import dataclasses
import json
import logging
from pathlib import Path
from typing import Final

from simcord.backend import Backend
from simcord.backend.models import Message

log = logging.getLogger("arkadia.tryout")

NEWEST: Final = 60
_FORMAT: Final = 1
_FIELDS: Final = (
    "id channel_id author_id content timestamp edited_timestamp type flags pinned embeds components"
    " attachments mention_user_ids reference interaction_metadata webhook_id author_name"
)


class ChannelMemory:
    """A store of the messages of one channel of a simulated Discord."""

    def __init__(self, folder: Path, backend: Backend, channel: int) -> None:
        self._path = folder / "channel.json"
        self._files = folder / "files"
        self._backend = backend
        self._channel = channel

    def keep(self) -> None:
        """Write the channel's newest messages and their pictures."""
        shown = self._backend.messages[self._channel].values()
        newest = sorted((m for m in shown if not m.is_ephemeral), key=lambda m: m.id)[-NEWEST:]
        wanted = {file["id"]: file["url"] for message in newest for file in message.attachments}
        self._files.mkdir(exist_ok=True)
        kept = {path.name for path in self._files.iterdir()}
        for name in wanted.keys() - kept:
            content = self._backend.cdn.get(wanted[name])
            if content is not None:
                _write(self._files / name, content)
        # Pictures first, then the list that names them, then what it no longer names: a process
        # killed in between leaves a list whose files are all there.
        names, fields = _FIELDS.split(), map(dataclasses.asdict, newest)
        messages = [{name: one[name] for name in names} for one in fields]
        _write(self._path, json.dumps({"format": _FORMAT, "messages": messages}).encode())
        for name in kept - wanted.keys():
            (self._files / name).unlink()

    def recall(self) -> bool:
        """Restore the messages, and return whether there were any."""
        if not self._path.exists():
            return False
        try:
            kept = json.loads(self._path.read_text())
            if kept["format"] != _FORMAT:
                raise ValueError("unknown format")
            messages = [Message(**fields) for fields in kept["messages"]]
            contents = {
                file["url"]: (self._files / file["id"]).read_bytes()
                for message in messages
                for file in message.attachments
            }
        except (OSError, ValueError, TypeError, KeyError) as error:
            log.warning("The channel starts empty", extra={"why": error})
            return False
        for message in messages:
            self._backend.reserve_id(message.id)
            self._backend.messages[self._channel][message.id] = message
            self._backend.channels[self._channel].last_message_id = message.id
        self._backend.cdn._blobs.update(contents)
        return bool(messages)


def _write(path: Path, content: bytes) -> None:
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(content)
    beside.replace(path)
