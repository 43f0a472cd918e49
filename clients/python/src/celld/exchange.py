"""The lines of one connection, without I/O."""

from __future__ import annotations

import json
from typing import Any, Dict, Generic, Iterator, List, Mapping, NamedTuple, Optional, TypeVar, Union

from .errors import ProtocolError, checked, reading

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


#: The bytes of a line before the reply to `hello`. The line and what the program needs to read it have 64 MiB.
LONGEST_GREETING = 56 << 20


#: The limits of a daemon that names none, as in protocol.md, §10.
_STANDARD = {"line": 16 << 20, "reply": 8 << 20, "row": 4 << 20}


def longest_line(limits: Mapping[str, int]) -> int:
    """The maximum bytes of a line of a daemon with these limits.

    A reply stops at the limit `reply`. But it has at least one row with its cell, which came in a line.
    """
    line, reply, row = (checked(limits.get(name, standard), int) for name, standard in _STANDARD.items())
    return max(line, reply) + row + (64 << 10)


def next_start(reply: Mapping[str, Any], name: str, start: int, count: int) -> Optional[int]:
    """The index to continue a list with, after a reply to a request of `count` elements. None at the end."""
    following: Optional[int] = reply.get("next")
    if following is None:
        return start + count if len(reply[name]) >= count else None
    if following <= start:
        raise ProtocolError(f"Expected an index after {start} to continue with, got {following}.")
    return following


class Lines:
    """Splits bytes into lines."""

    def __init__(self, longest: int = LONGEST_GREETING) -> None:
        #: The maximum bytes of a line. A longer one is a ProtocolError.
        self.longest = longest
        self._bytes = bytearray()

    def feed(self, data: bytes) -> List[bytes]:
        """The lines that these bytes complete, without their ends. The rest waits for more."""
        searched = len(self._bytes)
        self._bytes += data
        end = self._bytes.rfind(b"\n", searched)
        first = len(self._bytes) if end < 0 else self._bytes.find(b"\n", searched)
        if first > self.longest:
            raise ProtocolError(f"Expected a line of at most {self.longest} bytes; see the log of celld.")
        if end < 0:
            return []
        lines = bytes(self._bytes[:end]).split(b"\n")
        del self._bytes[: end + 1]
        return lines


class Exchange(Generic[Slot]):
    """Pairs the replies of a connection with its requests. A slot is what waits for a reply."""

    def __init__(self) -> None:
        self.lines = Lines()
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
        for line in self.lines.feed(data):
            with reading(f"a message, got {line[:80]!r}"):
                message = self._message(json.loads(line))
            yield message

    def _message(self, message: Mapping[str, Any]) -> Union[Reply, Notification]:
        if "method" in message:
            return Notification(checked(message["method"], str), checked(message.get("params", {}), dict))
        number, error = message["id"], message.get("error")
        if error is not None:
            checked(error["message"], str), checked(error["code"], int), checked(error.get("data") or {}, dict)
        elif number in self._slots:
            checked(message["result"], dict)
        return Reply(self._slots.pop(number, None), message.get("result"), error)

    def abandon(self) -> List[Slot]:
        """Takes all slots that wait, since no reply will come."""
        slots = list(self._slots.values())
        self._slots.clear()
        return slots


def encoded(message: Mapping[str, Any]) -> bytes:
    """A message as a line. JSON has no NaN and no infinity: they are a ValueError."""
    return json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
