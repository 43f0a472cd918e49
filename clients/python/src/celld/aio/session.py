"""A session for asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, AsyncIterator, Dict, Iterable, Mapping, Optional, Union, cast

from .. import staging
from ..errors import ConnectionLost, ReplyError, reading
from ..exchange import next_start
from ..generated import AsyncSessionMethods, Cell, CellsReplaceResult
from ..window import Rows
from .watch import AsyncWatch, closed

if TYPE_CHECKING:
    from .client import AsyncClient


class AsyncSession(AsyncSessionMethods):
    """A named list of the daemon. Its methods are those of protocol.md, §5, with the session filled in."""

    def __init__(self, client: AsyncClient, name: Union[str, int], owner: Union[str, int, None]) -> None:
        self.client = client
        self.name = str(name)
        self.owner = owner
        self._names: Dict[str, object] = {"session": name} if owner is None else {"session": name, "owner": owner}

    def __repr__(self) -> str:
        return f"<session {self.name!r}>"

    async def each_cell(self, count: int = 1000) -> AsyncIterator[Cell]:
        """Iterates over all cells, in requests of `count`.

        If the list changes meanwhile, cells can be left out or repeated.
        """
        start: Optional[int] = 0
        while start is not None:
            reply = await self.cells(start=start, count=count)
            with reading("cells"):
                cells, start = list(reply["cells"]), next_start(reply, "cells", start, count)
            for cell in cells:
                yield cell

    async def _call(self, method: str, parameters: Dict[str, object]) -> Any:
        return await self.client.call(method, {**self._names, **parameters})

    async def _rows(self, parameters: Dict[str, object]) -> Rows:
        return Rows(await self._call("rows.pull", parameters))

    async def _watch(self, parameters: Dict[str, object]) -> AsyncWatch:
        watch = AsyncWatch(self.client, {**self._names, **parameters})
        try:
            await self.client._open_watch(watch, watch._subscription)
        except BaseException:
            watch._finish(closed())
            raise
        return watch

    async def _replace(self, parameters: Dict[str, object]) -> CellsReplaceResult:
        """Sends a long list in parts. They belong to one connection, and to one list at a time."""
        cells = cast(Iterable[Mapping[str, Any]], parameters.pop("cells"))
        with reading("limits"):
            line_limit = self.client.server["limits"]["line"]
        parts = staging.parts(cells, line_limit)
        async with self.client._staging_of(self.name):
            link = await self.client._linked("cells.replace")
            try:
                for part in parts[:-1]:
                    sent = {**self._names, **parameters, "cells": part, "more": True}
                    await self.client._sent(link, "cells.replace", sent)
                sent = {**self._names, **parameters, "cells": parts[-1]}
                result: CellsReplaceResult = await self.client._sent(link, "cells.replace", sent)
                return result
            except (ReplyError, ConnectionLost):
                raise  # the daemon has dropped the parts
            except BaseException:
                link.notify("cells.replace", staging.dropping(self._names))
                raise
