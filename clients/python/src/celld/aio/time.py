"""Timeouts."""

from __future__ import annotations

import asyncio
from typing import Awaitable, Optional, TypeVar

from ..errors import TimedOut

T = TypeVar("T")


async def in_time(waiting: Awaitable[T], timeout: Optional[float], sentence: str) -> T:
    """The result of an awaitable. After `timeout` seconds it is cancelled, and TimedOut has the sentence.

    asyncio.wait_for loses a cancellation that comes with the result, before Python 3.12.
    """
    task = asyncio.ensure_future(waiting)
    try:
        await asyncio.wait([task], timeout=timeout)
        if task.done():
            return task.result()
    except asyncio.CancelledError:
        if task.done() and not task.cancelled():
            task.exception()  # asyncio warns of errors that nobody reads
        raise
    finally:
        task.cancel()
    raise TimedOut(f"{sentence} within {timeout:g} seconds.")
