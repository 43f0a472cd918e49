"""The client for programs that block: the client for asyncio, on a thread of its own."""

from __future__ import annotations

import atexit
import concurrent.futures
import contextlib
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Dict, Iterator, Mapping, Optional, Type, Union

from .aio import AsyncClient, AsyncSession, AsyncWatch
from .endpoints import Endpoint
from .errors import ClientClosed, WatchEnded
from .exchange import Notification
from .generated import KEEP, Cell, CellsReplaceResult, ClientMethods, HelloResult, Keep, SessionMethods, WatchMethods
from .thread import LoopThread
from .window import Rows

if TYPE_CHECKING:
    from types import TracebackType


class Client(ClientMethods):
    """A connection to a daemon, which is opened again after it was lost.

    It connects at once; `close` or `with` ends it. The client, its sessions and its watches can be used
    by all threads of the process that made it. Two threads that read the same watch share its
    changes: each one gets some of them.

    The parameters and errors are those of AsyncClient.
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
        self._client = AsyncClient(endpoint, timeout=timeout, reconnect=reconnect, spawn=spawn, name=name)
        self._thread = LoopThread()
        try:
            self._thread.run(self._client.open())
        except BaseException:
            self._thread.stop()
            raise
        atexit.register(self._end_at_exit)

    @property
    def server(self) -> HelloResult:
        """The result of hello: version, limits and features of the daemon."""
        return self._client.server

    @property
    def address(self) -> Optional[str]:
        """The path of the socket, also that of a Plugin, or the address of a Host. None without a socket or a connection."""
        return self._client.address

    def close(self) -> None:
        """Ends all watches, and the connection. Closing it again does nothing.

        At the end of the program, a client that was not closed is closed.
        """
        atexit.unregister(self._end_at_exit)
        try:
            self._thread.run(self._client.close())
        except ClientClosed:
            return  # it is closed
        self._thread.stop()

    def _end_at_exit(self) -> None:
        """Closes the client, unless it belongs to the process that this one was forked from."""
        if self._thread.is_alive:
            with contextlib.suppress(Exception):
                self.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def session(self, name: Union[str, int], *, owner: Union[str, int, None] = None) -> Session:
        """The session of this name. Nothing is sent. `owner` is as in protocol.md, §5."""
        return Session(self._thread, self._client.session(name, owner=owner))

    def call(
        self, method: str, params: Optional[Mapping[str, Any]] = None, *, timeout: Union[float, None, Keep] = KEEP
    ) -> Any:
        """Calls a method by its name, and returns the result. See AsyncClient.call."""
        return self._thread.run(self._client.call(method, params, timeout=timeout))

    def submit(self, method: str, params: Optional[Mapping[str, Any]] = None) -> "concurrent.futures.Future[Any]":
        """Sends a request and does not wait: `result()` of the future does.

        Requests of a thread keep their order.
        """
        return self._thread.start(self._client.call(method, params))

    def _call(self, method: str, parameters: Dict[str, object]) -> Any:
        return self.call(method, parameters)


class Session(SessionMethods):
    """A named list of the daemon. Its methods are those of protocol.md, §5, with the session filled in.

    A notebook shows its first 50 rows, as pictures in points.
    """

    def __init__(self, thread: LoopThread, session: AsyncSession) -> None:
        self._thread = thread
        self._session = session
        self.name = session.name
        self.owner = session.owner

    def __repr__(self) -> str:
        return repr(self._session)

    def _repr_html_(self) -> str:
        return self.rows(environment={"unit": "point", "width": 640}, format="html")._repr_html_()

    def each_cell(self, count: int = 1000) -> Iterator[Cell]:
        """Iterates over all cells, in requests of `count`.

        If the list changes meanwhile, cells can be left out or repeated.
        """
        cells = self._session.each_cell(count)
        while True:
            try:
                yield self._thread.run(_next(cells))
            except StopAsyncIteration:
                return

    def _call(self, method: str, parameters: Dict[str, object]) -> Any:
        return self._thread.run(self._session._call(method, parameters))

    def _rows(self, parameters: Dict[str, object]) -> Rows:
        return self._thread.run(self._session._rows(parameters))

    def _watch(self, parameters: Dict[str, object]) -> Watch:
        return Watch(self._thread, self._thread.run(self._session._watch(parameters)))

    def _replace(self, parameters: Dict[str, object]) -> CellsReplaceResult:
        return self._thread.run(self._session._replace(parameters))


class Watch(WatchMethods):
    """A window on a list that follows changes. See AsyncWatch."""

    def __init__(self, thread: LoopThread, watch: AsyncWatch) -> None:
        self._thread = thread
        self._watch = watch

    @property
    def rows(self) -> Rows:
        """The complete window, as the last message left it."""
        return self._watch.rows

    @property
    def is_open(self) -> bool:
        """Whether changes can still come."""
        return self._watch.is_open

    @property
    def events_lost(self) -> int:
        """The number of invoked actions that were lost, as nobody read them."""
        return self._watch.events_lost

    def wait(self, timeout: Optional[float] = None) -> Rows:
        """The window: at once if it was not returned yet, else after its next change.

        Raises TimedOut after `timeout` seconds, WatchEnded, or SessionNotFound (see AsyncWatch).
        """
        return self._thread.run(self._watch.wait(timeout))

    def __iter__(self) -> Iterator[Rows]:
        return self

    def __next__(self) -> Rows:
        try:
            return self.wait()
        except (WatchEnded, ClientClosed):
            raise StopIteration from None

    def next_action(self, timeout: Optional[float] = None) -> Mapping[str, Any]:
        """The parameters of the next action.invoked. The watch needs `events=True`. See AsyncWatch."""
        return self._thread.run(self._watch.next_action(timeout))

    def actions(self) -> Iterator[Mapping[str, Any]]:
        """Iterates over the actions that `next_action` returns, until the watch ends."""
        while True:
            try:
                yield self.next_action()
            except (WatchEnded, ClientClosed):
                return

    def listen(self, callback: Callable[[Notification], object]) -> None:
        """Calls back with each notification of the watch, after `rows` has taken it.

        The client's own thread calls. It cannot wait for a method of the client.
        """
        self._watch.listen(callback)

    def close(self) -> None:
        """Ends the watch. Closing it again does nothing."""
        if self._watch.is_open:
            self._thread.run(self._watch.close())

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def _call(self, method: str, parameters: Dict[str, object]) -> Any:
        return self._thread.run(self._watch._call(method, parameters))

    def _change(self, parameters: Dict[str, object]) -> None:
        self._thread.run(self._watch._change(parameters))

    def _window(self, parameters: Dict[str, object]) -> Rows:
        return self._thread.run(self._watch._window(parameters))


async def _next(cells: AsyncIterator[Cell]) -> Cell:
    return await cells.__anext__()
