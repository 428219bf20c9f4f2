"""A PostgreSQL server for tests, soaks and benchmarks, started from the system's binaries."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg

USER = "arkadia"
SETTINGS = {
    # Its socket alone: several servers run beside each other, and none needs a free port.
    "listen_addresses": "",
    "max_connections": "30",
    "shared_buffers": "16MB",
    "dynamic_shared_memory_type": "mmap",
    "log_min_messages": "fatal",
    # Tests are quick without; none is about a loss of power.
    "fsync": "off",
    "full_page_writes": "off",
}


def binaries() -> Path | None:
    """Return the folder with the server's programs, the newest installed, or None."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version)
    on_path = shutil.which("postgres")
    candidates = [Path(on_path)] if on_path else found[-1:]
    return candidates[0].parent if candidates else None


def _version(program: Path) -> int:
    number = program.parent.parent.name
    return int(number) if number.isdigit() else 0


class PostgresServer:
    """A PostgreSQL server with an empty database, in which each caller gets a schema."""

    def __init__(self, programs: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="arkadia-pg-"))
        self._programs = programs
        self._schemas = 0
        self._copies = 0
        self._left: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._user = "postgres" if os.geteuid() == 0 else None  # it refuses to be run by root
        if self._user is not None:
            shutil.chown(self.folder, self._user, self._user)
        # The C locale sorts by code points, as SQLite does, and every system has it.
        options = "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C"
        self._run(programs / "initdb", f"--pgdata={self.folder / 'data'}", *options)

    def _run(self, program: Path, *options: str) -> None:
        subprocess.run(
            [program, f"--username={USER}", *options],
            check=True,
            capture_output=True,
            cwd=self.folder,
            user=self._user,
            group=self._user,
        )

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._process = self._launched()
        deadline = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.address()).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            if self._process.poll() is not None:  # what is left of a crash has not ended yet
                self._process = self._launched()

    def _launched(self) -> subprocess.Popen[bytes]:
        options = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        # It ends when the tests are killed.
        with_parent = ["setpriv", "--pdeathsig", "QUIT"] if shutil.which("setpriv") else []
        where = "-D", str(self.folder / "data"), "-k", str(self.folder)
        return subprocess.Popen(
            [*with_parent, str(self._programs / "postgres"), *options, *where],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            user=self._user,
            group=self._user,
        )

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: ``SIGINT`` ends all connections, ``SIGQUIT`` is as if it crashed."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    def copied(self) -> Path:
        """Copy the server as it is now, while it runs; return the folder of the copy."""
        self._copies += 1
        copy = self.folder / f"copy-{self._copies}"
        # It stands beside the server itself, to which a link may lead.
        program = (self._programs / "postgres").resolve().with_name("pg_basebackup")
        where = f"--host={self.folder}", f"--pgdata={copy}"
        self._run(program, *where, "--wal-method=stream", "--checkpoint=fast", "--no-sync")
        return copy

    def replace_by(self, copy: Path, *, promoted: bool) -> None:
        """Crash the server, and start a copy in its place, which forgets what came after it.

        Args:
            copy: a folder that ``copied`` returned; it is used up.
            promoted: whether the copy begins a timeline of its own, as a standby does that takes
                over, and a server that is restored from an archive.
        """
        self.stop(signal.SIGQUIT)
        data = self.folder / "data"
        shutil.rmtree(data)
        copy.rename(data)
        if promoted:
            (data / "recovery.signal").touch()
            with (data / "postgresql.auto.conf").open("a") as conf:
                conf.write("restore_command = 'false'\n")
        self.start()
        with psycopg.connect(self.address(), autocommit=True) as connection:
            while connection.execute("SELECT pg_is_in_recovery()").fetchone() == (True,):
                time.sleep(0.02)

    def beside(self) -> Path:
        """Return a folder that outlasts the server's data when a copy replaces it."""
        folder = self.folder / "beside"
        folder.mkdir(exist_ok=True)
        return folder

    def remove(self) -> None:
        """Stop the server and delete its data."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def address(self, schema: str | None = None) -> str:
        """Return the address of the database, or of a schema in it."""
        # The schema is part of the address, so that the product opens it as any other database.
        where = f"postgresql://{USER}@/postgres?host={quote(str(self.folder), safe='')}"
        return where if schema is None else f"{where}&options=-csearch_path%3D{schema}"

    def fresh(self) -> str:
        """Create an empty schema for one caller, and return its address."""
        self._schemas += 1
        schema = f"arkadia_{self._schemas}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {schema}".encode())
        return self.address(schema)

    @contextmanager
    def lent(self) -> Iterator[str]:
        """Yield the address of a schema without rows, and empty it at the end of the context."""
        # Schemas are lent again: creating the tables takes longer than emptying them.
        address = self._left.pop() if self._left else self.fresh()
        yield address
        with psycopg.connect(address, autocommit=True) as connection:
            tables = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
                # They say that the schema is the bot's, and which tables it has.
                " AND tablename NOT IN ('arkadia', 'features')"
            ).fetchall()
            connection.execute("SET session_replication_role = replica")  # no triggers
            for [table] in tables:
                connection.execute(f"DELETE FROM {table}".encode())
            numbers = connection.execute(
                "SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema()"
            ).fetchall()
            for [sequence] in numbers:
                connection.execute(f"ALTER SEQUENCE {sequence} RESTART".encode())
        self._left.append(address)


@contextmanager
def running() -> Iterator[PostgresServer]:
    """Run a server within the context."""
    programs = binaries()
    assert programs is not None, "PostgreSQL is not installed."
    server = PostgresServer(programs)
    server.start()
    try:
        yield server
    finally:
        server.remove()
