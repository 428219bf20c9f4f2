"""The bytes in which a database is kept, to look for what must not be in them any more."""

from collections.abc import Iterator
from pathlib import Path

import psycopg

from db.database import Place

FILES = (
    "SELECT pg_relation_filepath(c.oid) FROM pg_class c WHERE c.relkind IN ('r', 'i', 't') AND "
    "(relnamespace = to_regnamespace(current_schema()) OR oid IN (SELECT reltoastrelid FROM "
    "pg_class WHERE relnamespace = to_regnamespace(current_schema())))"
)


def raw_bytes(place: Place) -> bytes:
    """Return every byte of a file with its journals, or of a server's tables, indices and TOAST."""
    return b"\n".join(path.read_bytes() for path in files(place) if path.exists())


def files(place: Place) -> Iterator[Path]:
    """Yield the files of a database, which may be in use."""
    if isinstance(place, Path):
        yield from (path for path in sorted(place.parent.glob(f"{place.name}*")) if path.is_file())
        return
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        [folder] = connection.execute("SHOW data_directory").fetchone() or ("",)
        for (file,) in connection.execute(FILES).fetchall():
            yield from Path(folder, file).parent.glob(f"{Path(file).name}*")


def found(place: Place, *sought: int | str) -> list[int | str]:
    """Return which of some ids and texts stand anywhere in those bytes, in any form."""
    content = raw_bytes(place)
    return [one for one in sought if is_in(content, one)]


def is_in(content: bytes, one: int | str) -> bool:
    """Return whether an id or a text stands somewhere in some bytes, in any form it is kept in."""
    forms = [str(one).encode()]
    if isinstance(one, int):
        forms += [one.to_bytes(8, "big"), one.to_bytes(8, "little")]
    return any(form in content for form in forms)
