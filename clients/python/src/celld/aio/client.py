"""A client for asyncio."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Dict, Mapping, Optional, Type, TypeVar, Union

from ..endpoints import Endpoint, endpoint_of
from ..errors import CelldError, ClientClosed, ConnectionLost, NoDaemon, ProtocolError, ReplyError, TimedOut
from ..generated import KEEP, AsyncClientMethods, HelloResult, Keep
from ..window import Subscription
from .link import Link, in_background
from .session import AsyncSession
from .time import in_time
from .watch import AsyncWatch, closed

if TYPE_CHECKING:
    from types import TracebackType

T = TypeVar("T")

_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0  # seconds between attempts to connect again


class AsyncClient(AsyncClientMethods):
    """A connection to a daemon, which is opened again after it was lost.

    Use it with `async with`, or with `open` and `close`. It belongs to the event loop that opened it,
    and is not for other threads. Calls are sent at once and in order, so several can wait at the same
    time.

    endpoint: Socket, Host, Stdio or Plugin; a text is the path of a socket, or the address of a Host (ssh://HOST); the
        default is $CELLD_SOCKET, then $CELLD_HOST, then Socket()
    timeout: the seconds that a call waits for its reply; None has no limit
    reconnect: whether to connect again; then calls wait for the connection, and watches go on
    spawn: whether to start a daemon if none answers to the first connection
    name: the name of this program, for the log of the daemon
    """

    def __init__(
        self,
        endpoint: Union[Endpoint, str, None] = None,
        *,
        timeout: Optional[float] = 30.0,
        reconnect: bool = True,
        spawn: bool = True,
        name: str = "python",
    ) -> None:
        self.endpoint = endpoint_of(endpoint)
        self.timeout = timeout
        self.reconnect = reconnect and self.endpoint.can_reconnect
        self.spawn = spawn
        self.name = name
        self._server: Optional[HelloResult] = None
        self._watches: Dict[AsyncWatch, None] = {}  # a set that keeps its order
        self._staging: Dict[str, asyncio.Lock] = {}
        self._link: Optional[asyncio.Future[Link]] = None
        self._keeper: Optional[asyncio.Task[None]] = None
        self._loop: Optional[asyncio.AbstractEventLoop] = None

    @property
    def server(self) -> HelloResult:
        """The result of hello: version, limits and features of the daemon."""
        if self._server is None:
            raise ClientClosed("The client is not open; use it with 'async with', or call open.")
        return self._server

    @property
    def address(self) -> Optional[str]:
        """The path of the socket, also that of a Plugin, or the address of a Host. None without a socket or a connection."""
        link = self._link
        return link.result().address if link and link.done() and not link.exception() else None

    async def open(self) -> None:
        """Connects. Raises NoDaemon, or ProtocolError if the daemon has another version of the protocol."""
        if self._keeper is not None:
            return
        self._loop = asyncio.get_running_loop()
        link = await self._greeted()
        self._link = asyncio.get_running_loop().create_future()
        self._adopt(link)
        self._keeper = in_background(self._keep(link))
        atexit.register(self._end_at_exit)

    async def close(self) -> None:
        """Ends all watches, and the connection. Calls that wait raise ConnectionLost."""
        atexit.unregister(self._end_at_exit)
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.cancel()
            await asyncio.wait([keeper])
        self._fail(ClientClosed("The client is closed."))

    def _end_at_exit(self) -> None:
        """Closes the client of a program that ends without `close`, such as one with a loop of its own."""
        if self._loop is None or self._loop.is_closed() or self._loop.is_running():
            return
        with contextlib.suppress(Exception):
            self._loop.run_until_complete(self.close())

    async def __aenter__(self) -> AsyncClient:
        await self.open()
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    def session(self, name: Union[str, int], *, owner: Union[str, int, None] = None) -> AsyncSession:
        """The session of this name. Nothing is sent. `owner` is as in protocol.md, §5."""
        return AsyncSession(self, name, owner)

    async def call(
        self, method: str, params: Optional[Mapping[str, Any]] = None, *, timeout: Union[float, None, Keep] = KEEP
    ) -> Any:
        """Calls a method by its name, and returns the result.

        timeout: seconds, or None for no limit; the default is that of the client
        Raises ReplyError with the class of its kind, ConnectionLost, or TimedOut.
        """
        return await self._sent(await self._linked(method, timeout), method, params or {}, timeout=timeout)

    async def _call(self, method: str, parameters: Dict[str, object]) -> Any:
        return await self.call(method, parameters)

    # For sessions and watches of this package.

    async def _linked(self, method: str, timeout: Union[float, None, Keep] = KEEP) -> Link:
        """The connection. Waits for it if it was lost."""
        if self._link is None:
            raise ClientClosed("The client is not open; use it with 'async with', or call open.")
        if self._link.done():
            return self._link.result()
        seconds = self.timeout if timeout is KEEP else timeout
        return await in_time(asyncio.shield(self._link), seconds, f"{method} was not sent: no daemon answered")

    async def _sent(
        self,
        link: Link,
        method: str,
        params: Mapping[str, Any],
        on_result: Optional[Callable[[Any], None]] = None,
        timeout: Union[float, None, Keep] = KEEP,
    ) -> Any:
        """Sends a request before anything else can run, so calls keep their order."""
        return await self._in_time(link.answered(link.send(method, params, on_result)), method, timeout)

    async def _in_time(self, waiting: Awaitable[T], method: str, timeout: Union[float, None, Keep] = KEEP) -> T:
        """The result of an awaitable. Raises TimedOut after the timeout."""
        return await in_time(waiting, self.timeout if timeout is KEEP else timeout, f"{method} was not answered")

    def _staging_of(self, session: str) -> asyncio.Lock:
        """The lock of the cells that the connection stages for a session."""
        return self._staging.setdefault(session, asyncio.Lock())

    async def _open_watch(self, watch: AsyncWatch, subscription: Subscription) -> None:
        """Opens a subscription of a watch."""
        link = await self._linked("rows.watch")

        def opened(result: Mapping[str, Any]) -> None:
            if watch.is_open:
                self._watches[watch] = None
            watch._opened(link, subscription, result)

        await self._sent(link, "rows.watch", subscription.opening(is_resumed=False), opened)

    def _end_watch(self, watch: AsyncWatch) -> None:
        """Ends a watch on both sides."""
        self._forget_watch(watch)
        number = watch._subscription.number
        if self._link is not None and self._link.done() and not self._link.exception() and number is not None:
            self._link.result().watches.pop(number, None)
            self._link.result().notify("rows.unwatch", {"subscription": number})
        watch._finish(closed())

    def _forget_watch(self, watch: AsyncWatch) -> None:
        """Does not open a watch again."""
        self._watches.pop(watch, None)

    async def _greeted(self) -> Link:
        """A new connection to a daemon of this protocol."""
        is_first = self._server is None
        # One without the store would take the socket from the service that is about to start again.
        link = Link(await self.endpoint.open(is_first=is_first, spawn=is_first and self.spawn))
        try:
            server: HelloResult = await self._sent(link, "hello", {"client": self.name}, link.greeted)
            self._server = server
            return link
        except BaseException:
            await link.close()
            raise

    async def _keep(self, link: Link) -> None:
        """Connects again whenever the connection is lost, until the client is closed."""
        try:
            while True:
                reason = await link.ended()
                await link.close()
                if not self.reconnect or isinstance(reason, ProtocolError):
                    return self._fail(reason)
                link = await self._regained()
                for watch in list(self._watches):
                    watch._resume(link)
                self._adopt(link)
        except CelldError as error:
            self._fail(error)
            await link.close()
        except (asyncio.CancelledError, Exception):
            # Not if the loop is gone, where nothing can be awaited.
            await link.close()
            raise

    def _adopt(self, link: Link) -> None:
        """Uses a connection for calls from now on, until it ends."""
        assert self._link is not None
        self._link.set_result(link)
        if self.reconnect:
            link.when_ended(self._lose)

    def _lose(self) -> None:
        """Lets calls wait for the next connection."""
        if self._loop is not None:
            self._link = self._loop.create_future()

    async def _regained(self) -> Link:
        pause = _FIRST_PAUSE
        while True:
            try:
                return await self._greeted()
            except (NoDaemon, ConnectionLost, ReplyError, TimedOut):
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _fail(self, reason: CelldError) -> None:
        """Ends all watches. Calls raise the reason from now on."""
        loop = asyncio.get_running_loop()
        if self._link is None or self._link.done():
            self._link = loop.create_future()
        self._link.set_exception(reason)
        self._link.exception()  # asyncio warns of errors that nobody reads
        for watch in list(self._watches):
            watch._finish(closed() if isinstance(reason, ClientClosed) else reason)
        self._watches.clear()
