"""An event loop on a thread of its own, for callers that block."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from typing import Any, Coroutine, TypeVar

from .errors import ClientClosed

T = TypeVar("T")

_SECONDS_TO_END = 1.0  # for coroutines that have their result, and run to their end


class LoopThread:
    """Runs coroutines on one thread, for any number of other threads."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._lock = threading.Lock()
        self._is_stopped = False
        self._thread = threading.Thread(target=self._loop.run_forever, name="celld", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs. After a fork, it runs only in the process that started it."""
        return self._thread.is_alive()

    def start(self, coroutine: Coroutine[Any, Any, T]) -> "concurrent.futures.Future[T]":
        """Starts a coroutine. Those of one thread start in order. Raises ClientClosed after `stop`."""
        with self._lock:
            if not self._is_stopped:
                return asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        coroutine.close()
        raise ClientClosed("The client is closed.")

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine, and returns its result. If the caller is interrupted, it is cancelled."""
        if threading.current_thread() is self._thread:
            coroutine.close()
            raise RuntimeError("A listener cannot wait for the client that called it; use a thread or a queue.")
        future = self.start(coroutine)
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise ClientClosed("The client was closed.") from None
        except BaseException:
            future.cancel()
            raise

    def stop(self) -> None:
        """Ends the thread. Coroutines that wait are cancelled. Stopping it again does nothing."""
        with self._lock:
            if self._is_stopped:
                return
            self._is_stopped = True
            ending = asyncio.run_coroutine_threadsafe(_end_tasks(), self._loop)
        ending.result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _end_tasks() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    if tasks:
        await asyncio.wait(tasks, timeout=_SECONDS_TO_END)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
