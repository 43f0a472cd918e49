"""The ways to reach a daemon: its socket, or a process of one's own."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from typing import Awaitable, Callable, NamedTuple, Optional, Sequence, Union

from .address import candidates
from .errors import NoDaemon, ProtocolError

_SECONDS_TO_END = 10.0  # for a daemon of one's own after its input has ended


class Streams(NamedTuple):
    """An open connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    end: Callable[[], Awaitable[None]]
    address: Optional[str]  # the path of the socket, if there is one


@dataclass(frozen=True)
class Socket:
    """The daemon at a socket: at `path`, else $CELLD_SOCKET, else the first candidate that answers."""

    path: Optional[str] = None

    #: Whether a client connects again after the connection is lost.
    can_reconnect = True

    async def open(self) -> Streams:
        """Connects. Raises NoDaemon with the reason for each candidate."""
        reasons = []
        for candidate in candidates(self.path):
            problem = candidate.problem()
            if problem is None:
                try:
                    return await _connected(candidate.path)
                except OSError as error:
                    problem = (error.strerror or str(error)).lower()
            reasons.append(f"{candidate.path}: {problem}")
        tried = "; ".join(reasons)
        raise NoDaemon(f"No daemon answers ({tried}). Start celld, or name its socket with CELLD_SOCKET.")


@dataclass(frozen=True)
class Stdio:
    """A daemon of one's own on standard input and output. It ends with the client.

    `program` is the name or the path of celld, `arguments` are more options, such as `--store FILE`.
    """

    program: str = "celld"
    arguments: Sequence[str] = ()

    can_reconnect = False

    async def open(self) -> Streams:
        """Starts the daemon. Raises NoDaemon if there is no such program."""
        process = await _started(self.program, "--stdio", *self.arguments)
        assert process.stdin is not None and process.stdout is not None
        return Streams(process.stdout, process.stdin, _Ending(process), None)


@dataclass(frozen=True)
class Plugin:
    """A daemon of one's own at a private socket, which other connections can use too.

    It ends with the client. `program` and `arguments` are as for Stdio.
    """

    program: str = "celld"
    arguments: Sequence[str] = ()

    can_reconnect = False

    async def open(self) -> Streams:
        """Starts the daemon and connects. Raises NoDaemon if there is no such program."""
        process = await _started(self.program, "--plugin", *self.arguments)
        end = _Ending(process)
        assert process.stdout is not None
        try:
            line = (await process.stdout.readline()).decode(errors="replace").rstrip("\n")
        except ValueError:  # it has more than 64 KiB
            line = ""
        parts = line.split("|")
        if len(parts) != 5 or parts[:3] != ["1", "1", "unix"] or parts[4] != "jsonrpc":
            await end()
            raise ProtocolError(f'Expected 1|1|unix|PATH|jsonrpc from {self.program}, got "{line}".')
        try:
            streams = await _connected(parts[3])
        except OSError as error:
            await end()
            raise NoDaemon(f"Cannot connect to {parts[3]}: {error.strerror}.") from error
        return streams._replace(end=end)


Endpoint = Union[Socket, Stdio, Plugin]


async def _connected(path: str) -> Streams:
    reader, writer = await asyncio.open_unix_connection(path)

    async def nothing() -> None:
        pass

    return Streams(reader, writer, nothing, path)


async def _started(program: str, *arguments: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    environment = {**os.environ, "CELLD_PLUGIN_COOKIE": "celld"}
    try:
        return await asyncio.create_subprocess_exec(program, *arguments, stdin=pipe, stdout=pipe, env=environment)
    except OSError as error:
        raise NoDaemon(f"Cannot start {program}: {error.strerror}. Install celld, or name its path.") from error


class _Ending:
    """Ends a daemon of one's own by the end of its input."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def __call__(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), _SECONDS_TO_END)
        except asyncio.TimeoutError:
            self._process.kill()
            await self._process.wait()
