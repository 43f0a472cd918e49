"""A watch for asyncio."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Deque, Dict, List, Mapping, Optional, Set, Type

from ..errors import ReplyError, WatchEnded
from ..exchange import Notification
from ..generated import AsyncWatchMethods
from ..window import Rows, Subscription
from .link import Link
from .time import in_time

if TYPE_CHECKING:
    from types import TracebackType

    from .client import AsyncClient

_log = logging.getLogger("celld")
_MOST_ACTIONS = 256  # as the daemon keeps for a client that does not read


class AsyncWatch(AsyncWatchMethods):
    """A window on a list that follows changes, also over a restart of the daemon.

    Iterating yields the window as it is, and again after changes. Changes between two steps are
    merged. Iterating ends when the watch is closed, or its session or view is deleted. It raises
    SessionNotFound if the session does not exist after a restart.
    """

    def __init__(self, client: AsyncClient, parameters: Mapping[str, Any]) -> None:
        self._client = client
        self._subscription = Subscription(parameters)
        self._is_fresh = False
        self._end: Optional[Exception] = None
        self._actions: Deque[Mapping[str, Any]] = deque()
        self._waiting: Set[asyncio.Future[None]] = set()
        self._listeners: List[Callable[[Notification], object]] = []
        #: The number of invoked actions that were lost, as nobody read them.
        self.events_lost = 0

    @property
    def rows(self) -> Rows:
        """The complete window, as the last message left it."""
        rows = self._subscription.window.rows
        assert rows is not None  # a watch is returned when it is open
        return rows

    @property
    def is_open(self) -> bool:
        """Whether changes can still come."""
        return self._end is None

    async def wait(self, timeout: Optional[float] = None) -> Rows:
        """The window: at once if it was not returned yet, else after its next change.

        Raises TimedOut after `timeout` seconds, WatchEnded, or SessionNotFound (see above).
        """
        await in_time(self._until(lambda: self._is_fresh), timeout, "The rows did not change")
        self._is_fresh = False
        return self.rows

    def __aiter__(self) -> AsyncWatch:
        return self

    async def __anext__(self) -> Rows:
        try:
            return await self.wait()
        except WatchEnded:
            raise StopAsyncIteration from None

    async def next_action(self, timeout: Optional[float] = None) -> Mapping[str, Any]:
        """The parameters of the next action.invoked. The watch needs `events=True`.

        Actions that are invoked while no connection exists are lost. Raises as `wait` does.
        """
        await in_time(self._until(lambda: bool(self._actions)), timeout, "No action was invoked")
        return self._actions.popleft()

    async def actions(self) -> AsyncIterator[Mapping[str, Any]]:
        """Iterates over the actions that `next_action` returns, until the watch ends."""
        while True:
            try:
                action = await self.next_action()
            except WatchEnded:
                return
            yield action

    def listen(self, callback: Callable[[Notification], object]) -> None:
        """Calls back with each notification of the watch, after `rows` has taken it.

        They are those of protocol.md, §8. After a reconnection, the new window comes as rows.changed.
        """
        self._listeners.append(callback)

    async def close(self) -> None:
        """Ends the watch. Closing it again does nothing."""
        if self._end is None:
            self._client._end_watch(self)

    async def __aenter__(self) -> AsyncWatch:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    async def _call(self, method: str, parameters: Dict[str, object]) -> Any:
        if method == "rows.unwatch":
            return await self.close()
        return await self._client.call(method, {"subscription": self._subscription.number, **parameters})

    async def _change(self, parameters: Dict[str, object]) -> None:
        """Opens another subscription, and replaces the old one in the same moment."""
        await self._client._open_watch(self, self._subscription.changed(parameters))

    async def _window(self, parameters: Dict[str, object]) -> Rows:
        """Moves the subscription. Between connections there is none, so another one is opened."""
        subscription = self._subscription
        link = await self._client._linked("rows.window")
        if subscription.number is None or link.watches.get(subscription.number) is not self:
            await self._change(parameters)
            return self.rows

        def moved(result: Mapping[str, Any]) -> None:
            if subscription is self._subscription:
                subscription.move(parameters)
                self._take(link, Notification("rows.changed", result))

        await self._client._sent(link, "rows.window", {"subscription": subscription.number, **parameters}, moved)
        return self.rows

    # For the client and its links.

    def _opened(self, link: Link, subscription: Subscription, result: Mapping[str, Any]) -> None:
        """Takes a reply of rows.watch."""
        if self._end is not None:  # the caller has left
            return link.notify("rows.unwatch", {"subscription": result["subscription"]})
        before = self._subscription
        if before is not subscription and before.number is not None:
            link.watches.pop(before.number, None)
            link.notify("rows.unwatch", {"subscription": before.number})
        self._subscription = subscription
        subscription.number = result["subscription"]
        link.watches[result["subscription"]] = self
        self._take(link, Notification("rows.changed", result))

    def _resume(self, link: Link) -> None:
        """Opens the subscription again on a new connection. It gets what changed in the meantime."""
        self._reopen(link, is_resumed=True)

    def _notified(self, link: Link, message: Notification) -> None:
        """Takes a notification."""
        if message.method == "rows.changed":
            return self._take(link, message)
        self.events_lost += message.params.get("eventsLost", 0)
        if message.method == "action.invoked":
            self._actions.append(message.params)
            if len(self._actions) > _MOST_ACTIONS:
                self._actions.popleft()
                self.events_lost += 1
        elif message.method in ("session.deleted", "view.deleted"):
            self._client._forget_watch(self)
            self._finish(WatchEnded(f"The watch has ended: {message.method}."))
        self._wake(message)

    def _finish(self, reason: Exception) -> None:
        """Ends the watch on this side. The first reason counts."""
        if self._end is None:
            self._end = reason
            self._wake(None)

    def _take(self, link: Link, message: Notification) -> None:
        self.events_lost += message.params.get("eventsLost", 0)
        if self._subscription.window.apply(message.params):
            self._is_fresh = True
            return self._wake(message)
        # An unchanged row came into the window while there was no connection.
        link.watches.pop(message.params["subscription"], None)
        link.notify("rows.unwatch", {"subscription": message.params["subscription"]})
        self._reopen(link, is_resumed=False)

    def _reopen(self, link: Link, *, is_resumed: bool) -> None:
        subscription = self._subscription
        subscription.number = None
        parameters = subscription.opening(is_resumed=is_resumed)
        future = link.send("rows.watch", parameters, lambda result: self._opened(link, subscription, result))
        future.add_done_callback(self._reopened)

    def _reopened(self, future: "asyncio.Future[Any]") -> None:
        error = None if future.cancelled() else future.exception()
        if isinstance(error, ReplyError):
            self._client._forget_watch(self)
            self._finish(error)

    async def _until(self, is_true: Callable[[], bool]) -> None:
        while not is_true():
            if self._end is not None:
                raise self._end
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.add(future)
            try:
                await future
            finally:
                self._waiting.discard(future)

    def _wake(self, message: Optional[Notification]) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        for listener in self._listeners if message else ():
            assert message is not None
            try:
                listener(message)
            except Exception:
                _log.exception("A listener of a watch failed.")


def closed() -> WatchEnded:
    """The end of a watch that its owner closed."""
    return WatchEnded("The watch is closed.")


