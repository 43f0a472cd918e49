"""The errors of this package. An error of the daemon has a class of its own for each kind."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, ClassVar, Dict, Iterator, Mapping, Optional, Type, TypeVar

T = TypeVar("T")


class CelldError(Exception):
    """The base of all errors of this package."""


class NoDaemon(CelldError, ConnectionError):
    """No daemon answers, or the program celld cannot be started."""


class InvalidAddress(CelldError, ValueError):
    """The address of another machine has a part that it cannot have."""


class ConnectionLost(CelldError, ConnectionError):
    """The connection ended before the reply. A change may have been done: read before you repeat it."""


class ClientClosed(CelldError):
    """The client is closed, or was not opened."""


class TimedOut(CelldError, TimeoutError):
    """No reply came in time. A change may still be done."""


class WatchEnded(CelldError):
    """The watch has ended: it was closed, or its session or view was deleted."""


class ProtocolError(CelldError):
    """The other side does not speak version 1 of the protocol: a message is malformed, or too long."""


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Turns the errors of reading a message that is not as protocol.md has it into ProtocolError."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise ProtocolError(f"Expected {what} of celld: {type(error).__name__}: {error}.") from error


def checked(value: Any, kind: Type[T]) -> T:
    """The value, if it is of that type. If not, raises TypeError."""
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")
    return value


class ReplyError(CelldError):
    """An error that the daemon returned (protocol.md, §9)."""

    kind: ClassVar[str] = ""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(error["message"])
        self.code: int = error["code"]
        #: All members of `data`.
        self.data: Mapping[str, Any] = error.get("data") or {}

    @property
    def path(self) -> Optional[str]:
        """The position in the parameters, as a JSON pointer."""
        return self.data.get("path")

    @property
    def hint(self) -> Optional[str]:
        """The nearest known name."""
        return self.data.get("hint")


class ParseError(ReplyError):
    kind = "parseError"


class InvalidRequest(ReplyError):
    kind = "invalidRequest"


class MethodNotFound(ReplyError):
    kind = "methodNotFound"


class InvalidParams(ReplyError):
    kind = "invalidParams"


class InternalError(ReplyError):
    kind = "internalError"


class SessionNotFound(ReplyError):
    kind = "sessionNotFound"


class CellNotFound(ReplyError):
    kind = "cellNotFound"


class ViewNotFound(ReplyError):
    kind = "viewNotFound"


class SessionExists(ReplyError):
    kind = "sessionExists"


class LimitExceeded(ReplyError):
    """A limit was exceeded. `data` has `limit`, `scope` and `max`."""

    kind = "limitExceeded"


class LineTooLong(ReplyError):
    kind = "lineTooLong"


class AccessDenied(ReplyError):
    kind = "accessDenied"


class RevisionConflict(ReplyError):
    kind = "revisionConflict"

    @property
    def revision(self) -> int:
        """The present revision of the session."""
        with reading("a revision"):
            return int(self.data["revision"])


class ShuttingDown(ReplyError):
    """The daemon is ending. `data` has `applied`: False, or "unknown"."""

    kind = "shuttingDown"


class StorageFailed(ReplyError):
    """A change could not be stored. `data` has `applied` and `retryAfter`, in milliseconds."""

    kind = "storageFailed"


class SubscriptionNotFound(ReplyError):
    kind = "subscriptionNotFound"


class ActionNotFound(ReplyError):
    kind = "actionNotFound"


class ActionDisabled(ReplyError):
    kind = "actionDisabled"


class Unsupported(ReplyError):
    kind = "unsupported"


class Busy(ReplyError):
    kind = "busy"

    @property
    def retry_after(self) -> float:
        """The seconds after which the request can be sent again."""
        with reading("a time"):
            return float(self.data.get("retryAfter", 0)) / 1000


class Moved(ReplyError):
    """Another daemon has it. `data` has its `address`."""

    kind = "moved"


#: The class of each kind.
KINDS: Dict[str, Type[ReplyError]] = {one.kind: one for one in ReplyError.__subclasses__()}


def reply_error(error: Mapping[str, Any]) -> ReplyError:
    """The error of a reply, in the class of its kind. Unknown kinds are a plain ReplyError."""
    with reading("an error"):
        kind = (error.get("data") or {}).get("kind", "")
        return KINDS.get(kind, ReplyError)(error)
