"""One connection of a client."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Callable, Coroutine, Dict, Mapping, NamedTuple, Optional

from ..endpoints import Streams
from ..errors import CelldError, ConnectionLost, ProtocolError, reading, reply_error
from ..exchange import Exchange, Notification, encoded, longest_line

if TYPE_CHECKING:
    from .watch import AsyncWatch

_READ = 1 << 16


class _Slot(NamedTuple):
    """What waits for a reply."""

    future: "asyncio.Future[Any]"
    on_result: Optional[Callable[[Any], None]]


def in_background(coroutine: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
    """A task that may be dropped: asyncio does not warn of it in a process that was forked and ends."""
    task = asyncio.ensure_future(coroutine)
    setattr(task, "_log_destroy_pending", False)
    return task


class Link:
    """Sends requests, and routes what comes. It ends with its connection."""

    def __init__(self, streams: Streams) -> None:
        self.address = streams.address
        #: The watches of this connection, by the numbers of their subscriptions.
        self.watches: Dict[int, AsyncWatch] = {}
        self._streams = streams
        self._exchange: Exchange[_Slot] = Exchange()
        self._end: Optional[CelldError] = None
        self._on_end: Callable[[], None] = lambda: None
        self._draining = asyncio.Lock()  # before Python 3.11, only one task may wait in drain
        self._reading = in_background(self._read())

    def greeted(self, server: Mapping[str, Any]) -> None:
        """Takes the result of hello. Lines have the limits of the daemon from now on.

        Raises ProtocolError if the daemon has another version of the protocol.
        """
        with reading("the reply to hello"):
            if server["protocol"] != 1:
                raise ProtocolError(f"celld has protocol {server['protocol']}, not 1; install a newer client.")
            self._exchange.lines.longest = longest_line(server.get("limits", {}))

    def send(
        self, method: str, params: Mapping[str, Any], on_result: Optional[Callable[[Any], None]] = None
    ) -> "asyncio.Future[Any]":
        """Sends a request at once, so requests keep the order of the calls. The future has the result.

        `on_result` is called before any later message is routed. So a watch is known before its first
        notification comes.
        """
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self._end is not None:
            future.set_exception(self._end)
            return future
        self._streams.writer.write(self._exchange.request(method, params, _Slot(future, on_result)))
        return future

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Sends a request that is not answered."""
        if self._end is None:
            self._streams.writer.write(encoded({"method": method, "params": params}))

    async def answered(self, future: "asyncio.Future[Any]") -> Any:
        """The result of a request that was sent. Raises ReplyError or ConnectionLost."""
        try:
            async with self._draining:
                await self._streams.writer.drain()
        except OSError:
            pass  # the reader finds the end of the connection, and ends the future
        return await future

    def when_ended(self, callback: Callable[[], None]) -> None:
        """Calls back in the moment in which the connection ends: at once if it has ended."""
        self._on_end = callback
        if self._end is not None:
            callback()

    async def ended(self) -> CelldError:
        """Waits for the end of the connection, and returns the reason."""
        await asyncio.wait([self._reading])
        return self._end or ConnectionLost("The connection was closed.")

    async def close(self) -> None:
        """Ends the connection, and a daemon of one's own."""
        self._finish(ConnectionLost("The connection was closed before the reply came."))
        self._reading.cancel()
        await asyncio.wait([self._reading])
        self._streams.writer.close()
        await self._streams.end()

    async def _read(self) -> None:
        try:
            while True:
                data = await self._streams.reader.read(_READ)
                if not data:
                    break
                for message in self._exchange.receive(data):
                    with reading("a message"):
                        if isinstance(message, Notification):
                            self._notified(message)
                        elif message.slot is None and message.error is not None:
                            # The daemon refuses the connection, or cannot read a line.
                            return self._finish(reply_error(message.error))
                        elif message.slot is not None:
                            self._replied(message.slot, message.result, message.error)
            self._finish(ConnectionLost("celld closed the connection before the reply came; see its log."))
        except OSError as error:
            self._finish(ConnectionLost(f"The connection was lost before the reply came: {error.strerror}."))
        except CelldError as error:
            self._finish(error)
        finally:
            self._finish(ConnectionLost("The connection was closed before the reply came."))

    def _replied(self, slot: _Slot, result: Any, error: Optional[Mapping[str, Any]]) -> None:
        problem: Optional[CelldError] = None
        try:
            with reading("a reply"):
                if error is not None:
                    problem = reply_error(error)
                elif slot.on_result is not None:
                    slot.on_result(result)
        except CelldError as found:
            problem = found
            raise
        finally:
            if slot.future.done():
                pass  # its caller has left
            elif problem is not None:
                slot.future.set_exception(problem)
            else:
                slot.future.set_result(result)

    def _notified(self, message: Notification) -> None:
        watch = self.watches.get(message.params.get("subscription", -1))
        if watch is not None:
            watch._notified(self, message)

    def _finish(self, reason: CelldError) -> None:
        """Fails all requests that wait. The first reason counts."""
        if self._end is None:
            self._end = reason
            self._on_end()
        for slot in self._exchange.abandon():
            if not slot.future.done():
                slot.future.set_exception(self._end)
