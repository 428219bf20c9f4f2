"""What is kept on disk: the schema, its migrations and the two modules that speak SQL.

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
    Preferences,
    SeatStatus,
    State,
    StoredEntry,
    StoredMessage,
    StoredPlan,
    StoredSeat,
    StoredTable,
    StoredTheme,
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
    "Preferences",
    "SeatStatus",
    "StaleLogError",
    "State",
    "Store",
    "StoreError",
    "StoredEntry",
    "StoredMessage",
    "StoredPlan",
    "StoredSeat",
    "StoredTable",
    "StoredTheme",
    "TableSummary",
    "UnknownTableError",
    "UnwritableError",
    "WrongStateError",
]
