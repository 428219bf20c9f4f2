"""The upkeep of a PostgreSQL database that is not opened for a bot: checks, copies, backups."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from db.errors import StoreError
from db.features import made_by
from db.games.replaying import Checked, check_games
from db.postgres import server
from db.sql import OpenedDatabase
from db.sqlite.opening import made_beside, replace_durably
from db.sqlite.schema import TODAY, Relation, SQLiteContents, fill
from db.sqlite.upkeep import Backup, back_up

SIZE: Final = (
    "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class"
    " WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_schema())"
)
"""The query for the bytes of all tables with their indices."""

NUMBERED: Final = (
    "SELECT name, sequence, pg_sequence_last_value(sequence) AS last"
    " FROM (SELECT table_name AS name,"
    "  pg_get_serial_sequence(quote_ident(table_name), column_name)::regclass AS sequence"
    "  FROM information_schema.columns"
    " WHERE table_schema = current_schema() AND is_identity = 'YES') AS numbered"
)
"""The query for the tables that never give a number twice, the sequences of their numbers, and the
last one of each."""


class PostgresContents:
    """Reads and fills the tables of a PostgreSQL schema, in the transaction of a connection."""

    def __init__(self, connection: server.Server, name: str) -> None:
        self.name = name
        self.connection = server.Statements(connection)
        self._server = connection

    def rows(self, table: Relation) -> Iterator[Sequence[Any]]:
        """Yield the rows of a table, in the order of its key."""
        # A named cursor stays on the server, so that a large log does not fill the memory here.
        with self._server.cursor(f"rows of {table.name}") as cursor:
            cursor.itersize = 5_000
            cursor.execute(table.selection.encode())
            yield from cursor

    def make(self, schema: str) -> None:
        """Make the tables and indices of a feature, by its schema in SQLite's words."""
        for statement in made_by(schema):
            self.connection.execute(server.worded_for_postgres(statement))

    def fill(self, table: Relation, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows to a table."""
        statement = f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN".encode()
        with self._server.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)

    def counters(self) -> Mapping[str, int]:
        """Return, by table, the last number given to a row, of tables that never reuse one."""
        found = self.connection.execute(NUMBERED).fetchall()
        return {table: last for table, _, last in found if last is not None}

    def set_counters(self, counters: Mapping[str, int]) -> None:
        """Set, by table, the number after which new rows are numbered."""
        for table, sequence, _ in self.connection.execute(NUMBERED).fetchall():
            if table in counters:
                self._server.execute("SELECT setval(%s, %s)", [sequence, counters[table]])


class ServerUpkeep:
    """The upkeep of a database on a server, whether a bot has it open or not."""

    def __init__(self, address: str) -> None:
        place, parts = server.read(address)
        self.name, self.path = str(place), Path(f"{parts.get('dbname') or 'arkadia'}.sqlite3")
        self._address = address

    def must_exist(self) -> None:
        """Accept the address: only the server knows what is there."""

    @contextmanager
    def opened_to_read(self) -> Iterator[OpenedDatabase]:
        """Open the database as it is at one moment, even beside a bot."""
        with self._snapshot() as connection:
            yield OpenedDatabase(self.name, TODAY.version, server.Statements(connection), SIZE)

    @contextmanager
    def _snapshot(self) -> Iterator[server.Server]:
        connection = server.connect(self._address, server.READING)
        with closing(connection), server.translating_errors(self.name), connection.transaction():
            version = server.version_of(connection, self.name)
            if version != TODAY.version:
                raise StoreError(
                    f"{self.name} has schema {version}, and not {TODAY.version}. Start this bot "
                    "once to bring it there."
                )
            yield connection

    def copy_to(self, target: Path) -> None:
        """Copy the database as it is at one moment; the file appears whole or not at all."""
        with made_beside(target) as partial, self._snapshot() as connection:
            with closing(sqlite3.connect(partial, isolation_level=None)) as file:
                TODAY.create(file)
                file.execute("BEGIN")
                fill(PostgresContents(connection, self.name), SQLiteContents(file, str(target)))
                file.execute("COMMIT")
            replace_durably(partial, target)

    def check(self) -> Checked:
        """Check the games; a server checks its own files."""
        with self.opened_to_read() as found:
            return check_games(found.connection)

    def back_up(self, folder: Path, at: int, kept: int | None) -> tuple[Backup, Checked]:
        """Copy the database into a file in a folder, and check the copy."""
        return back_up(self.path, folder, at, kept=kept, copy=self.copy_to)

    @contextmanager
    def source(self) -> Iterator[PostgresContents]:
        """Open all tables in one transaction, and keep bots away meanwhile."""
        connection = server.open_held(self._address)
        with closing(connection), server.translating_errors(self.name), connection.transaction():
            yield PostgresContents(connection, self.name)

    target = source
