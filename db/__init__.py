"""What is kept on disk: the schema, its migrations and the one module that speaks SQL.

``Store`` is the way in. A log entry is opaque text here: no rule of the game is known, there is no
clock, and nothing is worded for players.
"""

from db.errors import (
    ClosedError,
    ConflictError,
    CorruptDatabaseError,
    DiskError,
    DiskFullError,
    ForeignDatabaseError,
    InUseError,
    MissingFolderError,
    NewerDatabaseError,
    OldSQLiteError,
    StaleLogError,
    StoreError,
    UnknownTableError,
    UnwritableError,
    WrongStateError,
)
from db.rows import (
    MessageKind,
    NewTable,
    SeatStatus,
    State,
    StoredEntry,
    StoredMessage,
    StoredSeat,
    StoredTable,
    TableSummary,
)
from db.store import Store

__all__ = [
    "ClosedError",
    "ConflictError",
    "CorruptDatabaseError",
    "DiskError",
    "DiskFullError",
    "ForeignDatabaseError",
    "InUseError",
    "MessageKind",
    "MissingFolderError",
    "NewTable",
    "NewerDatabaseError",
    "OldSQLiteError",
    "SeatStatus",
    "StaleLogError",
    "State",
    "Store",
    "StoreError",
    "StoredEntry",
    "StoredMessage",
    "StoredSeat",
    "StoredTable",
    "TableSummary",
    "UnknownTableError",
    "UnwritableError",
    "WrongStateError",
]
