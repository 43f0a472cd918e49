"""A client of celld, which turns lists of objects into rows that fit.

    import celld

    with celld.Client() as client:
        jobs = client.session("jobs")
        jobs.push([{"id": "1", "title": "Import", "status": "Running"}])
        print(jobs.rows(environment={"width": 40}))

Client is for programs that block, AsyncClient for asyncio. Both have the methods of protocol.md.
"""

from .aio import AsyncClient, AsyncSession, AsyncWatch
from .client import Client, Session, Watch
from .endpoints import Host, Plugin, Socket, Stdio
from .errors import (
    AccessDenied,
    ActionDisabled,
    ActionNotFound,
    Busy,
    CelldError,
    CellNotFound,
    ClientClosed,
    ConnectionLost,
    InternalError,
    InvalidAddress,
    InvalidParams,
    InvalidRequest,
    LimitExceeded,
    LineTooLong,
    MethodNotFound,
    Moved,
    NoDaemon,
    ParseError,
    ProtocolError,
    ReplyError,
    RevisionConflict,
    SessionExists,
    SessionNotFound,
    ShuttingDown,
    StorageFailed,
    SubscriptionNotFound,
    TimedOut,
    Unsupported,
    ViewNotFound,
    WatchEnded,
)
from .exchange import Notification
from .generated import KEEP, Action, Cell, Environment, Row, Status
from .window import Rows

__version__ = "0.1.0"

__all__ = [
    "AccessDenied",
    "Action",
    "ActionDisabled",
    "ActionNotFound",
    "AsyncClient",
    "AsyncSession",
    "AsyncWatch",
    "Busy",
    "Cell",
    "CellNotFound",
    "CelldError",
    "Client",
    "ClientClosed",
    "ConnectionLost",
    "Environment",
    "Host",
    "InternalError",
    "InvalidAddress",
    "InvalidParams",
    "InvalidRequest",
    "KEEP",
    "LimitExceeded",
    "LineTooLong",
    "MethodNotFound",
    "Moved",
    "NoDaemon",
    "Notification",
    "ParseError",
    "Plugin",
    "ProtocolError",
    "ReplyError",
    "RevisionConflict",
    "Row",
    "Rows",
    "Session",
    "SessionExists",
    "SessionNotFound",
    "ShuttingDown",
    "Socket",
    "Status",
    "Stdio",
    "StorageFailed",
    "SubscriptionNotFound",
    "TimedOut",
    "Unsupported",
    "ViewNotFound",
    "Watch",
    "WatchEnded",
]
