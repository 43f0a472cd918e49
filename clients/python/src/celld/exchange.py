"""The lines of one connection, without I/O."""

from __future__ import annotations

import json
from typing import Any, Dict, Generic, Iterator, List, Mapping, NamedTuple, Optional, TypeVar, Union

from .errors import ProtocolError

Slot = TypeVar("Slot")


class Notification(NamedTuple):
    """A message that the daemon sends without being asked (protocol.md, §8)."""

    method: str
    params: Mapping[str, Any]


class Reply(NamedTuple):
    """The result or the error of a request."""

    slot: Any  # None for an error that belongs to no request
    result: Any
    error: Optional[Mapping[str, Any]]


class Lines:
    """Splits bytes into lines."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> List[bytes]:
        """The lines that these bytes complete, without their ends. The rest waits for more."""
        searched = len(self._bytes)
        self._bytes += data
        end = self._bytes.rfind(b"\n", searched)
        if end < 0:
            return []
        lines = bytes(self._bytes[:end]).split(b"\n")
        del self._bytes[: end + 1]
        return lines


class Exchange(Generic[Slot]):
    """Pairs the replies of a connection with its requests. A slot is what waits for a reply."""

    def __init__(self) -> None:
        self._lines = Lines()
        self._slots: Dict[int, Slot] = {}
        self._last = 0

    def request(self, method: str, params: Mapping[str, Any], slot: Slot) -> bytes:
        """The line to send. Its reply comes with the slot.

        Raises ValueError or TypeError if the parameters are not JSON. Then nothing waits.
        """
        line = encoded({"id": self._last + 1, "method": method, "params": params})
        self._last += 1
        self._slots[self._last] = slot
        return line

    def receive(self, data: bytes) -> Iterator[Union[Reply, Notification]]:
        """The messages that these bytes complete."""
        for line in self._lines.feed(data):
            try:
                message = json.loads(line)
                if "method" in message:
                    yield Notification(message["method"], message.get("params", {}))
                else:
                    slot = self._slots.pop(message["id"], None)
                    yield Reply(slot, message.get("result"), message.get("error"))
            except (ValueError, TypeError, KeyError) as error:
                raise ProtocolError(f"Expected a message of celld, got {line[:80]!r}.") from error

    def abandon(self) -> List[Slot]:
        """Takes all slots that wait, since no reply will come."""
        slots = list(self._slots.values())
        self._slots.clear()
        return slots


def encoded(message: Mapping[str, Any]) -> bytes:
    """A message as a line. JSON has no NaN and no infinity: they are a ValueError."""
    return json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
