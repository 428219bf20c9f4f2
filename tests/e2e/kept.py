"""What is kept, as it stands there."""

from __future__ import annotations

from db.database import Place
from tests.visiting import table_names, visiting


def everything(database: Place) -> str:
    """All that stands in the database, as text."""
    with visiting(database) as connection:
        return "\n".join(
            f"{table}: {row}"
            for table in sorted(table_names(connection))
            for row in connection.execute(f"SELECT * FROM {table}")
        )
